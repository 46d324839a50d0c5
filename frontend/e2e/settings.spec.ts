import type { Page } from '@playwright/test';
import { administrator, call, enter, expect, expectNotice, makeOperator, signIn, test } from './fixtures';

test.use({ world: 'settings' });

const next = 'copper estuary at noon';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

test('settings are previewed, saved and restored, and leaving asks', async ({ page, context, facility }) => {
  const operator = await makeOperator(facility, 'sets-things', 2);
  await enter(context, facility, operator);
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('radio', { name: 'Amber-CRT' }).check();
  await expect(page.locator('html')).toHaveClass('theme-amber-crt');
  await page.getByRole('link', { name: 'Return' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('html')).toHaveClass('theme-green-matrix');

  await openSettings(page);
  await page.getByRole('radio', { name: 'Blue-steel' }).check();
  await page.getByRole('radio', { name: '60 minutes' }).check();
  await page.getByLabel('Email').fill('a@levelnine.example');
  await page.getByLabel('Phone').fill('call me');
  await expect(page.getByText('4 changes are not saved:')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Enter a valid phone number')).toBeVisible();
  await page.getByLabel('Phone').fill('+49 30 1');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Settings updated');
  await page.reload();
  await expect(page.locator('html')).toHaveClass('theme-blue-steel');
  await expect(page.getByRole('radio', { name: '60 minutes' })).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue('a@levelnine.example');
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 1');
});

test('a password is changed, and the other browser is signed out', async ({
  page,
  context,
  pageOf,
  facility,
}) => {
  const operator = await makeOperator(facility, 'changes-words', 2);
  await enter(context, facility, operator);
  const elsewhere = await pageOf(operator);
  await elsewhere.goto('/documents');
  await expect(elsewhere.getByText(/^Showing/)).toBeVisible();
  await openSettings(page);
  await page.getByLabel('Current password').fill('wrong words');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat new password').fill(next);
  await expect(page.getByText(/^Ends your (\d+ )?other sessions?\./)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The current password is wrong')).toBeVisible();
  await page.getByLabel('Current password').fill(operator.password);
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Password changed');
  await expect(elsewhere.getByText(/^Your session has ended\./)).toBeVisible();
  // The same user returns to their screen, with the new password only.
  await elsewhere.getByLabel('Username').fill(operator.username);
  await elsewhere.getByLabel('Password', { exact: true }).fill(next);
  await elsewhere.getByRole('button', { name: 'Login' }).click();
  await expect(elsewhere.getByText(/^Showing/)).toBeVisible();
});

test('a session in another browser is ended from the settings', async ({
  page,
  context,
  pageOf,
  facility,
}) => {
  const operator = await makeOperator(facility, 'two-desks', 2);
  await enter(context, facility, operator);
  const elsewhere = await pageOf(operator);
  await elsewhere.goto('/documents');
  await openSettings(page);
  const panel = page.getByRole('region', { name: /^Your sessions/ });
  await expect(panel.getByText('THIS ONE')).toBeVisible();
  // Preparing the account opened another session.
  const buttons = panel.getByRole('button', { name: /^End/ });
  const count = await buttons.count();
  await buttons.first().click();
  await page.getByRole('alertdialog', { name: 'End session' }).getByRole('button', { name: 'End' }).click();
  await expectNotice(page, 'Session ended');
  await expect(buttons).toHaveCount(count - 1);
  await expect(elsewhere.getByText(/^Your session has ended\./)).toBeVisible();
});

test('a user who has forgotten the password sets a new one with a code', async ({
  page,
  pageOf,
  facility,
}) => {
  const operator = await makeOperator(facility, 'forgets-words', 2);
  const warden = administrator(facility);
  const desk = await pageOf(warden);
  await desk.goto(`/admin?tab=users&q=${operator.username}`);
  await desk.getByRole('button', { name: `More for ${operator.username}` }).click();
  await desk.getByRole('menuitem', { name: 'Reset password' }).click();
  await desk.getByRole('button', { name: 'Issue code' }).click();
  const code = (await desk.getByRole('dialog').locator('code').textContent()) ?? '';
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);

  const set = async (typed: string) => {
    const form = page.getByRole('form', { name: 'Set a new password' });
    await form.getByLabel('Username').fill(operator.username);
    await form.getByLabel('Reset code').fill(typed);
    await form.getByLabel('New password', { exact: true }).fill(next);
    await form.getByRole('button', { name: 'Set password' }).click();
  };
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Use a reset code' }).click();
  await set('0000-0000-0000-0000');
  await expect(page.getByText(/or the code has expired/)).toBeVisible();
  await set(code.toLowerCase().replaceAll('-', ''));
  await expect(page.getByText('Password changed. Sign in.')).toBeVisible();
  await signIn(page, { ...operator, password: next });
  // The code works only once.
  const again = { username: operator.username, resetCode: code, newPassword: 'another estuary at noon' };
  await expect(call(facility, '', 'POST', '/api/password-reset', again)).rejects.toThrow('401');
});
