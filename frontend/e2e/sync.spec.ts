import type { Page } from '@playwright/test';
import {
  administrator,
  call,
  enter,
  expect,
  expectNotice,
  makeOperator,
  sessionOf,
  test,
  type Operator,
} from './fixtures';
import type { Facility } from './facility';
import { totp } from './totp';

test.use({ world: 'sync' });

/** Sets up a second factor of an account without the page, for preparing a test. */
async function protect(facility: Facility, operator: Operator): Promise<void> {
  const cookie = await sessionOf(facility, operator);
  const begun = await call(facility, cookie, 'POST', '/api/user/2fa/enable', {});
  const { manualEntryKey } = (await begun.json()) as { readonly manualEntryKey: string };
  const token = totp(manualEntryKey.replaceAll(' ', ''), Date.now());
  await call(facility, cookie, 'POST', '/api/user/2fa/complete', { token });
}

/** Signs in with the password and one of the codes. */
async function signInWith(
  page: Page,
  { username, password, accessKey }: Operator,
  method: string,
  code: string,
): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Access key').selectOption(accessKey);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('radio', { name: method }).check();
  await page.getByRole('textbox', { name: method }).fill(code);
  await page.keyboard.press('Enter');
}

test('an account can sign in with codes issued by each of the three methods', async ({
  page,
  facility,
  browser,
}) => {
  const operator = await makeOperator(facility, 'lost-phone', 3);
  await protect(facility, operator);
  await enter(page.context(), facility, administrator(facility));
  const issued = page.getByRole('group', { name: 'Codes for lost-phone' });
  const context = await browser.newContext({ baseURL: facility.url });
  const theirs = await context.newPage();
  const home = theirs.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

  await page.goto('/admin');
  await page.getByRole('link', { name: 'Code sync' }).click();
  await expect(page).toHaveURL('/admin/sync');
  await expect(page.locator('datalist option[value="lost-phone"]')).toHaveCount(1);
  await page.getByLabel('Target username').fill('Lost-Phone');
  await page.keyboard.press('Enter');
  await expect(issued).toBeFocused();
  const backup = await issued.getByRole('list', { name: 'Backup codes' }).locator('code').allTextContents();
  expect(backup).toHaveLength(10);
  const download = page.waitForEvent('download');
  await issued.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('facility-codes-lost-phone.txt');
  await signInWith(theirs, operator, 'Backup code', backup[3] ?? '');
  await expect(home).toBeVisible();
  await context.clearCookies();

  await page.getByRole('tab', { name: 'Manual Update' }).click();
  await expect(page).toHaveURL('/admin/sync?tab=manual');
  await page.getByLabel('Username').fill('lost-phone');
  await page.getByLabel('New static code').fill('lamp-oil9-wick');
  await page.getByRole('button', { name: 'Update code' }).click();
  await expect(issued).toContainText('LAMP-OIL9-WICK');
  await signInWith(theirs, operator, 'Permanent code', 'LAMP-OIL9-WICK');
  await expect(home).toBeVisible();
  await context.clearCookies();

  // Leaving codes that were not kept asks for confirmation.
  await page.getByRole('tab', { name: 'Emergency Sync' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the codes' }).click();
  await page.getByLabel('Username').fill('lost-phone');
  await page.getByLabel('Master key').fill('a key of another house');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Emergency Sync Failed');
  await expect(issued).toBeHidden();
  await page.getByLabel('Master key').fill(facility.masterKey);
  await page.getByRole('button', { name: 'Emergency sync' }).click();
  await expect(issued).toBeVisible();
  const next = await issued.getByRole('list', { name: 'Backup codes' }).locator('code').allTextContents();
  await signInWith(theirs, operator, 'Backup code', backup[4] ?? '');
  await expectNotice(theirs, 'ACCESS DENIED');
  await signInWith(theirs, operator, 'Backup code', next[0] ?? '');
  await expect(home).toBeVisible();
  await context.close();

  // A reload removes them.
  await page.reload();
  await expect(page.getByText('No codes yet')).toBeVisible();
});

test('a button receives a press while the account of the typed name appears', async ({ page, facility }) => {
  const { username } = await makeOperator(facility, 'slow-press', 3, 'security');
  await enter(page.context(), facility, administrator(facility));
  const ways = [
    ['', 'Target username', 'Sync codes'],
    ['?tab=manual', 'Username', 'Update code'],
  ] as const;
  for (const width of [1280, 360])
    for (const [search, field, send] of ways) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`/admin/sync${search}`);
      const form = page.getByRole('form');
      if (search !== '') await page.getByRole('button', { name: 'Generate' }).click();
      await page.getByLabel(field, { exact: true }).fill(username);
      await page.getByRole('button', { name: send }).hover();
      await page.mouse.down();
      await expect(form.getByText('SECURITY', { exact: true })).toBeVisible();
      await page.mouse.up();
      await expect(page.getByRole('group', { name: `Codes for ${username}` })).toBeVisible();
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.getByRole('button', { name: 'Discard the codes' }).click();
    }
});

test('an unknown name is refused, and users who are not administrators have no access', async ({
  page,
  facility,
  pageOf,
}) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin/sync');
  await page.getByLabel('Target username').fill('nobody-of-that-name');
  await page.getByRole('button', { name: 'Sync codes' }).click();
  await expectNotice(page, 'Sync Failed');
  await expect(page.getByRole('form').getByRole('alert')).toBeVisible();
  await expect(page.getByText('No codes yet')).toBeVisible();

  const other = await pageOf(await makeOperator(facility, 'plain-hand', 5, 'taskforce'));
  await other.goto('/admin/sync');
  await expect(other).toHaveURL('/');
});
