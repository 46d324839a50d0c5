import { administrator, enter, expect, expectNotice, makeOperator, test } from './fixtures';

test.use({ world: 'lockdown' });

test('a lockdown applies to a second browser, keeps typed text, and returns to it', async ({
  page: admin,
  facility,
  pageOf,
}) => {
  const desk = await pageOf(await makeOperator(facility, 'at-the-desk', 2));
  await desk.goto('/submission');
  await desk.getByRole('textbox', { name: 'Content' }).fill('Eleven seconds, and then the light.');

  await enter(admin.context(), facility, administrator(facility));
  await admin.goto('/admin');
  await admin.getByRole('button', { name: 'Lock site' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Lock the site' });
  await expect(question.getByText('This affects 1 approved account.')).toBeVisible();
  await question.getByRole('button', { name: 'Lock site' }).click();
  await expectNotice(admin, 'Site locked');
  await expect(admin.getByText('SYSTEM LOCKDOWN ACTIVE')).toBeVisible();

  const overlay = desk.getByRole('alertdialog', { name: 'ACCESS DENIED' });
  await expect(overlay).toContainText('FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED');
  await expect(overlay).toContainText('Your text is kept. You are returned here when the lockdown ends.');
  await expect(desk).toHaveURL('/auth?locked=true');
  await expect(desk.locator('html')).toHaveClass(/is-lockdown/);
  await overlay.getByRole('button', { name: 'ACKNOWLEDGE' }).click();
  await expect(desk.getByText('restricted', { exact: true })).toBeVisible();

  await admin.getByRole('button', { name: 'Unlock site' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Unlock site' }).click();
  await expectNotice(admin, 'Site unlocked');
  await expect(desk).toHaveURL('/submission');
  await expect(desk.getByRole('textbox', { name: 'Content' })).toHaveValue(
    'Eleven seconds, and then the light.',
  );
  await expect(desk.locator('html')).not.toHaveClass(/is-lockdown/);
});

test('an administrator without two-factor authentication cannot require it', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  const button = page.getByRole('button', { name: 'Require 2FA' });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Set up your own second factor first, in Settings.');
});
