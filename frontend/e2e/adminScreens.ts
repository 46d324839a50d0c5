import { expect } from '@playwright/test';
import type { PlaceId } from '../src/lib/places';
import { paths } from '../src/lib/paths';
import { withFigures } from './figures';
import { decideByKey } from './fixtures';
import { fixedMail, fixedSetup, heading, openCase, tab, TALL, warden, type View } from './screenParts';

/** The screens of administrators, in each state that looks different. */
export const adminViews = {
  admin: [
    {
      name: 'admin-review',
      as: warden,
      height: TALL,
      prepare: (page) => openCase(page, 'Eleven seconds'),
      whole: heading('Standing orders'),
    },
    {
      name: 'admin-queue',
      as: warden,
      height: TALL,
      whole: (page) => page.getByRole('link', { name: /^Eleven seconds/ }),
    },
    {
      name: 'admin-reject',
      as: warden,
      prepare: async (page) => {
        await openCase(page, 'Standing order on reflective surfaces');
        await page.getByRole('button', { name: 'Reject' }).click();
      },
      whole: (page) => page.getByText('Please give the author a reason for the rejection.'),
    },
    {
      name: 'admin-approve',
      as: warden,
      prepare: async (page) => {
        await openCase(page, 'Standing order on reflective surfaces');
        await page.getByRole('radio', { name: /SECURITY/ }).click();
        await page.getByRole('button', { name: 'Approve at L3' }).click();
      },
      whole: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'admin-edits',
      as: warden,
      height: TALL,
      path: tab('edits'),
      prepare: async (page) => {
        await openCase(page, 'IR-000001');
        await page.getByText(/^CLASH/).waitFor();
        await decideByKey(page, '1', page.getByRole('button', { name: 'Approve at L3' }));
      },
      whole: (page) => page.getByRole('button', { name: 'Approve at L3' }),
    },
    {
      name: 'admin-edits-side',
      as: warden,
      height: TALL,
      path: tab('edits'),
      prepare: async (page) => {
        await openCase(page, 'IR-000001');
        await page.getByText(/^CLASH/).waitFor();
        await page.keyboard.press('d');
      },
      whole: (page) => page.getByText(/^CLASH/),
    },
    {
      name: 'admin-edits-approve',
      as: warden,
      height: TALL,
      path: tab('edits'),
      prepare: async (page) => {
        await openCase(page, 'IR-000001');
        await page.getByText(/^CLASH/).waitFor();
        await page.getByRole('radio', { name: /Take it whole/ }).click();
        await page.getByRole('button', { name: 'Approve at L3' }).click();
      },
      whole: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'admin-documents',
      as: warden,
      path: tab('documents'),
      whole: heading('What the lamp was for'),
    },
    {
      name: 'admin-documents-delete',
      as: warden,
      path: tab('documents'),
      prepare: async (page) => {
        const title = 'The lighthouse that answers';
        await heading(title)(page).waitFor();
        // On a phone the actions are behind the menu of their row.
        const menu = page.getByRole('button', { name: `Actions for ${title}` });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('button', { name: `Delete ${title}` }).click();
      },
      whole: (page) => page.getByRole('alertdialog'),
    },
    {
      name: 'admin-trash',
      as: warden,
      path: tab('trash'),
      whole: (page) => page.getByText('TRASH IS EMPTY'),
    },
    {
      name: 'admin-users',
      as: warden,
      path: tab('users'),
      whole: (page) => page.getByText('claims-much').first(),
    },
    {
      name: 'admin-users-menu',
      as: warden,
      path: tab('users'),
      prepare: (page) => page.getByRole('button', { name: 'More for claims-much' }).click(),
      whole: (page) => page.getByRole('menu'),
    },
    {
      name: 'admin-users-approve',
      as: warden,
      path: tab('users'),
      prepare: (page) => page.getByRole('button', { name: 'Approve new-hand' }).click(),
      whole: (page) => page.getByRole('dialog'),
    },
    {
      name: 'admin-users-reset',
      as: warden,
      path: tab('users'),
      prepare: async (page) => {
        await page.getByRole('button', { name: 'More for k-osei' }).click();
        await page.getByRole('menuitem', { name: 'Reset password' }).click();
      },
      whole: (page) => page.getByRole('button', { name: 'Issue code' }),
    },
    {
      name: 'admin-audit',
      as: warden,
      path: tab('audit'),
      whole: (page) => page.getByText('AUDIT INTERFACE COMING SOON'),
    },
    {
      name: 'admin-lock',
      as: warden,
      height: TALL,
      prepare: (page) => page.getByRole('button', { name: 'Lock site' }).click(),
      whole: (page) => page.getByText(/^This affects/),
    },
  ],
  archiveRequests: [
    {
      name: 'archive-requests',
      as: warden,
      height: TALL,
      path: (scene) => paths.archiveRequest(scene.requested),
      whole: (page) => page.getByRole('article', { name: 'Rain gauge readings' }),
    },
    {
      name: 'archive-requests-queue',
      as: warden,
      height: TALL,
      whole: (page) => page.getByRole('link', { name: /^Rain gauge readings/ }),
    },
  ],
  analytics: [
    {
      name: 'analytics',
      as: warden,
      height: TALL,
      prepare: (page) => withFigures(page),
      whole: (page) => page.locator('canvas').nth(3),
    },
    {
      name: 'analytics-tables',
      as: warden,
      height: TALL,
      prepare: async (page) => {
        await withFigures(page);
        for (const title of ['Submissions by day', 'Reads by day'])
          await page.getByRole('button', { name: `Show as table: ${title}` }).click();
      },
      whole: (page) => page.locator('canvas').nth(1),
    },
  ],
  codeSync: [
    { name: 'sync', as: warden, whole: (page) => page.getByLabel('Target username') },
    {
      name: 'sync-manual',
      as: warden,
      height: TALL,
      path: () => `${paths.codeSync}?tab=manual`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Update code' }).click();
        // The notification covers a part of the page.
        await page.getByRole('button', { name: 'Close', exact: true }).click();
      },
      whole: (page) => page.getByText('Please enter both username and new static code').first(),
    },
    {
      name: 'sync-emergency',
      as: warden,
      path: () => `${paths.codeSync}?tab=emergency`,
      whole: (page) => page.getByLabel('Master key'),
    },
    {
      name: 'sync-issued',
      as: warden,
      prepare: async (page) => {
        const { backupCodes, staticCode } = fixedSetup;
        await page.route('**/api/admin/sync-user-codes', (route) =>
          route.fulfill({ json: { username: 'k-osei', backupCodes, staticCode } }),
        );
        await page.getByLabel('Target username').fill('k-osei');
        await page.getByRole('button', { name: 'Sync codes' }).click();
        // On a phone the codes are longer than the window, so the focus may show either end.
        const codes = page.getByRole('group', { name: 'Codes for k-osei' });
        await expect(codes).toBeFocused();
        await codes.evaluate((element) => {
          element.scrollIntoView({ block: 'start' });
        });
        // The pointer would hover over whatever has moved under it.
        await page.mouse.move(0, 0);
      },
      whole: (page) => page.locator('[data-static-code]'),
    },
  ],
  mail: [
    {
      name: 'mail',
      as: warden,
      height: TALL,
      prepare: async (page) => {
        await page.route('**/api/admin/mail?*', (route) =>
          route.fulfill({
            json: fixedMail,
            headers: { 'X-Mail': 'on', 'X-Total-Count': String(fixedMail.length) },
          }),
        );
        const [, , , failed] = fixedMail;
        await page.route('**/api/admin/mail/*', (route) =>
          route.fulfill({
            json: {
              ...failed,
              recipientEmail: 'k-osei@levelnine.example',
              messageId: '<3fa9c1de-0000-7000-8000-000000000001@levelnine.example>',
              body: 'An administrator rejected your submission SUB-3FA9C1. Open it for the details.',
            },
          }),
        );
        await page.reload();
        await page.getByRole('button', { name: /was rejected FAILED/ }).click();
      },
      whole: (page) => page.getByRole('button', { name: 'Send again' }),
    },
    { name: 'mail-off', as: warden, whole: (page) => page.getByText(/^No mail server is configured/) },
  ],
  auditLogs: [
    {
      name: 'audit-logs',
      as: warden,
      prepare: async (page) => {
        // It changes the height above the entry and therefore the scroll position.
        await page.getByRole('button', { name: /^CHAIN INTACT/ }).waitFor();
        await page.getByRole('button', { name: /^Submission Step Approved/ }).click();
      },
      whole: (page) => page.getByRole('button', { name: /^CHAIN INTACT/ }),
    },
    {
      name: 'audit-logs-filter',
      as: warden,
      path: () => `${paths.auditLogs}?action=submission_approved`,
      prepare: async (page) => {
        // On a phone the filters are in a sheet.
        const more = page.getByRole('button', { name: 'Filter (1)' });
        await page.getByRole('button', { name: /^CHAIN INTACT/, includeHidden: true }).waitFor();
        if (await more.isVisible()) await more.click();
      },
      whole: (page) => page.getByLabel('Action'),
    },
    {
      name: 'audit-logs-empty',
      as: warden,
      path: () => `${paths.auditLogs}?view=user&q=nothing-of-the-kind`,
      whole: (page) => page.getByText('NO USER LOGS FOUND'),
    },
  ],
} as const satisfies Partial<Record<PlaceId, readonly [View, ...View[]]>>;
