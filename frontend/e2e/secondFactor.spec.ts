import type { Page } from '@playwright/test';
import { enter, expect, expectNotice, makeOperator, test, type Operator } from './fixtures';
import { totp } from './totp';

test.use({ world: 'second-factor' });

/** How far the server's clock is ahead of this machine's, because each code of the app works only once. */
let ahead = 0;

/** Advances to the next code of the app. */
async function nextStep(facility: { readonly setAhead: (ms: number) => Promise<void> }): Promise<void> {
  ahead += 30_000;
  await facility.setAhead(ahead);
}

const codeOf = (key: string) => totp(key, Date.now() + ahead);

/** Completes the first step of a sign-in, which leads to the second. */
async function identify(page: Page, { username, password, accessKey }: Operator): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Access key').selectOption(accessKey);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`/2fa?username=${username}`);
}

/** Sets up a second factor on the settings screen and returns its key and codes. */
async function setUp(page: Page) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  const picture = page.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect(picture).toHaveAttribute('src', /^data:image\/png;base64,/);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(20);
  const key = (await page.locator('[data-key]').textContent()) ?? '';
  const backup = await page.getByRole('list', { name: 'Backup codes' }).locator('code').allTextContents();
  expect(backup).toHaveLength(10);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^facility-codes-.*\.txt$/);
  return { key, backup };
}

test('two-factor authentication is set up, required at sign-in, and turned off', async ({
  page,
  context,
  facility,
}) => {
  const operator = await makeOperator(facility, 'two-keys', 3);
  await enter(context, facility, operator);
  const { key, backup } = await setUp(page);
  await page.getByLabel('6-digit code').fill('000000');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Invalid token');
  const used = codeOf(key);
  await page.getByLabel('6-digit code').fill(used);
  await page.keyboard.press('Enter');
  await expectNotice(page, '2FA Enabled');
  await expect(page.getByRole('button', { name: 'Disable 2FA' })).toBeVisible();
  await expect(page.getByText(backup[0] ?? '')).toBeHidden();

  await context.clearCookies();
  await identify(page, operator);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectNotice(page, 'ERROR');
  await page.getByLabel('6-digit code').fill(used);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'ACCESS DENIED');
  await nextStep(facility);
  await page.getByLabel('6-digit code').fill(codeOf(key));
  await page.keyboard.press('Enter');
  await expectNotice(page, 'ACCESS GRANTED');
  await expect(page).toHaveURL('/');

  // A backup code works once.
  await context.clearCookies();
  await identify(page, operator);
  await page.getByRole('radio', { name: 'Backup code' }).check();
  await page
    .getByLabel('Backup code', { exact: true })
    .last()
    .fill(backup[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Disable 2FA' }).click();
  await expect(page.getByRole('button', { name: 'Confirm disable' })).toBeDisabled();
  const form = page.getByRole('form', { name: 'Disable 2FA' });
  await form.getByLabel('Password').fill(operator.password);
  await form.getByLabel('2FA code').fill(backup[1] ?? '');
  await page.getByRole('button', { name: 'Confirm disable' }).click();
  await expectNotice(page, 'Two-factor authentication disabled');
  await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeVisible();
});

test('without a first step the second is not available, and cancelling leads back', async ({
  page,
  facility,
}) => {
  await page.goto('/2fa');
  await expect(page).toHaveURL('/auth');
  await page.goto('/2fa?username=nobody');
  await page.getByLabel('6-digit code').fill('123456');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectNotice(page, 'ACCESS DENIED');
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(page).toHaveURL('/auth');
  await page.goto('/2fa?username=nobody');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/auth');
  expect(facility.url).toContain('127.0.0.1');
});

test('below level 3 the control is hidden', async ({ page, context, facility }) => {
  await enter(context, facility, await makeOperator(facility, 'one-key', 2));
  await page.goto('/settings');
  await expect(page.getByText('SECURITY LEVEL 3+ REQUIRED FOR TWO-FACTOR AUTHENTICATION')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable 2FA' })).toBeHidden();
});
