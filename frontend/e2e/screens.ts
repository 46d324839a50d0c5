import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { placeIds, placeOf, type PlaceId } from '../src/lib/places';
import type { Operator } from './fixtures';
import type { Scene } from './scene';

/** The height of a window in which the longest case needs no scrolling, in pixels. */
const TALL = 2400;

/** A screen as one person sees it. */
export interface Screen {
  readonly name: string;
  /** Who is signed in; nobody without it. */
  readonly as?: (scene: Scene) => Operator;
  readonly path: (scene: Scene) => string;
  /**
   * Height of the window in pixels, 800 without it. What a pane has scrolled out of sight cannot be judged, so a screen
   * with panes of its own needs a tall one.
   */
  readonly height?: number;
  /** Something that is on the page once the screen is complete. */
  readonly whole: (page: Page) => ReturnType<Page['locator']>;
  /** What is pressed to get there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A screen of a place, whose address comes from the table; `path` is for one of its records or its filters. */
type View = Omit<Screen, 'path'> & { readonly path?: Screen['path'] };

const reader = (scene: Scene) => scene.reader;
const warden = (scene: Scene) => scene.warden;
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const tab = (name: string) => () => `${paths.admin}?tab=${name}`;
const pending = (page: Page) => page.getByText('SECTION NOT YET COMMISSIONED');

/** Opens a case of the review queue; where only one pane fits, it takes the place of the queue. */
async function openCase(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  await page.getByRole('article', { name: title }).waitFor();
}

/** Every place, in each state that looks different; a place without a view does not compile. */
const views: Readonly<Record<PlaceId, readonly [View, ...View[]]>> = {
  auth: [
    { name: 'auth-login', whole: (page) => page.getByLabel('Access key') },
    {
      name: 'auth-register',
      prepare: (page) => page.getByRole('tab', { name: 'Register' }).click(),
      whole: (page) => page.getByRole('button', { name: 'Register' }),
    },
    {
      name: 'auth-locked',
      path: () => paths.authLocked,
      whole: (page) => page.getByRole('alertdialog', { name: 'ACCESS DENIED' }),
    },
  ],
  home: [{ name: 'home', as: warden, whole: (page) => page.getByText('VIEW_DOCUMENTS') }],
  documents: [
    { name: 'documents', as: reader, whole: heading('The lighthouse that answers') },
    {
      name: 'documents-archive',
      as: warden,
      prepare: async (page) => {
        await page.getByRole('link', { name: 'The lighthouse that answers', exact: true }).focus();
        await page.keyboard.press('a');
        await page.getByRole('combobox', { name: 'Section' }).selectOption('Ambry Street');
      },
      whole: (page) => page.getByRole('dialog', { name: 'Archive document' }),
    },
    {
      name: 'documents-compact',
      as: reader,
      prepare: (page) => page.getByRole('radio', { name: 'Compact' }).check(),
      whole: heading('The lighthouse that answers'),
    },
    {
      name: 'documents-empty',
      as: reader,
      path: () => paths.documentsFiltered({ q: 'nowhere' }),
      whole: (page) => page.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA'),
    },
  ],
  document: [
    {
      name: 'document',
      as: reader,
      path: (scene) => paths.document(scene.open),
      whole: heading('Standing orders'),
    },
    {
      name: 'document-admin',
      as: warden,
      path: (scene) => paths.document(scene.open),
      whole: heading('Standing orders'),
    },
    {
      name: 'document-archived',
      as: warden,
      path: (scene) => paths.document(scene.archived),
      whole: (page) => page.getByRole('link', { name: 'Ambry Street' }),
    },
    {
      name: 'document-search',
      as: reader,
      path: () => paths.documentsFiltered({ q: 'lamp answer "eleven seconds"' }),
      prepare: (page) => page.getByRole('link', { name: 'The lighthouse that answers', exact: true }).click(),
      whole: (page) => page.getByText(/matches for lamp/),
    },
    {
      name: 'denied',
      as: reader,
      path: (scene) => paths.document(scene.sealed),
      whole: heading('ACCESS DENIED'),
    },
  ],
  documentEdit: [
    {
      name: 'document-edit',
      as: reader,
      height: TALL,
      path: (scene) => paths.documentEdit(scene.open),
      // The preview shows what the field has; on a phone it is behind a tab.
      whole: (page) => page.getByText('/ 200,000 characters'),
    },
    {
      name: 'document-edit-denied',
      as: warden,
      path: (scene) => paths.documentEdit(scene.open),
      whole: (page) => page.getByText('You can only edit documents you created.'),
    },
  ],
  documentHistory: [
    {
      name: 'document-history',
      as: warden,
      height: TALL,
      path: (scene) => paths.documentHistory(scene.revised),
      whole: (page) => page.getByText(/words? added/),
    },
    {
      name: 'document-history-side',
      as: warden,
      height: TALL,
      path: (scene) => paths.comparison(scene.revised, 2, 1),
      prepare: async (page) => {
        await page.getByText(/words? added/).waitFor();
        await page.keyboard.press('d');
      },
      whole: (page) => page.getByText(/words? added/),
    },
    {
      name: 'document-history-revert',
      as: warden,
      path: (scene) => paths.comparison(scene.revised, 2, 1),
      prepare: (page) => page.getByRole('button', { name: 'Revert to version 1' }).click(),
      whole: (page) => page.getByText(/^\d+ words? added, \d+ removed/),
    },
  ],
  submission: [
    { name: 'submission', as: reader, height: TALL, whole: (page) => page.getByText('Supported:') },
    {
      name: 'submission-incident',
      as: reader,
      height: TALL,
      path: () => `${paths.submission}?content=%23%20Order&category=INCIDENT`,
      whole: (page) => page.getByText('7 / 200,000 characters'),
    },
    {
      name: 'submission-mine',
      as: reader,
      height: TALL,
      path: () => paths.ownSubmissions(),
      prepare: (page) => page.getByRole('button', { name: 'Visitors of record', exact: true }).click(),
      whole: (page) => page.getByText(/^SUB-/),
    },
    {
      name: 'submission-revising',
      as: reader,
      height: TALL,
      path: () => paths.ownSubmissions('rejected'),
      prepare: (page) => page.getByRole('button', { name: /^Revise and resubmit/ }).click(),
      whole: (page) => page.getByRole('region', { name: "Reviewer's reason" }),
    },
  ],
  drafts: [
    { name: 'drafts', as: reader, whole: (page) => heading('Untitled')(page).first() },
    {
      name: 'drafts-deleting',
      as: reader,
      prepare: (page) => page.getByRole('button', { name: 'Delete Untitled' }).first().click(),
      whole: (page) => page.getByRole('alertdialog', { name: 'Delete draft' }),
    },
    {
      name: 'drafts-timed-out',
      as: reader,
      path: () => paths.drafts('timed-out'),
      whole: (page) =>
        page.getByRole('list', { name: 'Timed out' }).or(page.getByText('NOTHING HAS TIMED OUT')),
    },
    {
      name: 'drafts-mine',
      as: reader,
      height: TALL,
      path: () => paths.drafts('mine'),
      whole: (page) => page.getByRole('list', { name: 'My submissions' }),
    },
  ],
  draft: [
    {
      name: 'draft',
      as: reader,
      height: TALL,
      path: (scene) => paths.draft(scene.draft),
      whole: (page) => page.getByText('Supported:'),
    },
    {
      name: 'draft-gone',
      as: reader,
      path: () => paths.draft('00000000-0000-4000-8000-000000000000'),
      whole: heading('DRAFT NOT FOUND'),
    },
  ],
  templates: [
    { name: 'templates', as: reader, whole: heading('Open questions') },
    {
      name: 'templates-new',
      as: warden,
      prepare: (page) => page.getByRole('button', { name: 'Create custom' }).click(),
      whole: (page) => page.getByRole('form', { name: 'Create custom template' }),
    },
  ],
  archive: [
    { name: 'archive', as: reader, whole: (page) => page.getByRole('link', { name: /^High water/ }) },
    {
      name: 'archive-section',
      as: reader,
      path: (scene) => paths.archiveSection(scene.section),
      whole: (page) => page.getByRole('link', { name: 'Last orders' }),
    },
    {
      name: 'archive-admin',
      as: warden,
      height: TALL,
      path: (scene) => paths.archiveSection(scene.section),
      whole: (page) => page.getByRole('link', { name: 'Last orders' }),
    },
    {
      name: 'archive-edit',
      as: warden,
      height: TALL,
      path: (scene) => paths.archiveSection(scene.section),
      prepare: (page) => page.getByRole('button', { name: 'Edit section' }).click(),
      whole: (page) => page.getByRole('form', { name: 'Edit section' }),
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
  settings: [{ name: 'pending-settings', as: reader, whole: pending }],
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
        await page.keyboard.press('1');
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
      prepare: (page) => page.getByRole('button', { name: 'Delete The lighthouse that answers' }).click(),
      whole: (page) => page.getByRole('alertdialog'),
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
  auditLogs: [
    {
      name: 'audit-logs',
      as: warden,
      prepare: (page) => page.getByRole('button', { name: /^Submission Step Approved/ }).click(),
      whole: (page) => page.getByRole('button', { name: /^CHAIN INTACT/ }),
    },
    {
      name: 'audit-logs-filter',
      as: warden,
      path: () => `${paths.auditLogs}?action=submission_approved`,
      prepare: async (page) => {
        // On a phone the filters are a sheet.
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
};

/** Every screen there is. */
export const screens: readonly Screen[] = [
  ...placeIds.flatMap((id) =>
    views[id].map((view): Screen => ({ path: () => placeOf(id).pattern, ...view })),
  ),
  { name: 'not-found', as: reader, path: () => '/sector/nine', whole: heading('LOCATION NOT FOUND') },
];

/** The palettes, the one of lockdown included, by the class of the root element. */
export const palettes = {
  'green-matrix': 'theme-green-matrix',
  dark: 'theme-dark',
  'amber-crt': 'theme-amber-crt',
  'blue-steel': 'theme-blue-steel',
  lockdown: 'theme-green-matrix is-lockdown',
} as const;

/** Opens a screen and waits until it is complete. */
export async function show(page: Page, screen: Screen, scene: Scene): Promise<void> {
  await page.goto(screen.path(scene));
  await screen.prepare?.(page);
  await screen.whole(page).waitFor();
}

/** Puts a palette on the page. */
export async function dress(page: Page, classes: string): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.className = value;
  }, classes);
}
