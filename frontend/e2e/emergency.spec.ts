import { administrator, call, expect, expectNotice, sessionOf, test } from './fixtures';
import type { Facility } from './facility';

test.use({ world: 'emergency' });

async function lock(facility: Facility, isLocked: boolean): Promise<void> {
  const cookie = await sessionOf(facility, administrator(facility));
  await call(facility, cookie, 'PATCH', '/api/admin/site-settings', { isLocked });
}

test('the emergency key opens the terminal in a lockdown for a limited time with a countdown', async ({
  page,
  facility,
}) => {
  await lock(facility, true);
  await page.goto('/auth?locked=true');
  const overlay = page.getByRole('alertdialog', { name: 'ACCESS DENIED' });
  await expect(overlay).toContainText(
    'Close this dialog to sign in as an administrator or to use emergency login.',
  );
  await overlay.getByRole('button', { name: 'ACKNOWLEDGE' }).click();
  await page.getByRole('button', { name: 'system diagnostics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Emergency access' });
  const key = dialog.getByLabel('Administrator key');
  await expect(key).toBeFocused();

  await key.press('Enter');
  await expectNotice(page, 'Access denied');
  await expect(page.getByText('Enter the administrator key')).toBeVisible();
  await key.fill('a key of another house');
  await key.press('Enter');
  await expectNotice(page, 'Access denied');
  await expect(key).toHaveAccessibleDescription(/Invalid admin key$/);

  await key.fill(facility.emergencyKey);
  await dialog.getByRole('button', { name: 'Authenticate' }).click();
  await expect(page).toHaveURL('/admin');
  const clock = page.getByRole('timer', { name: 'Emergency access ends in' });
  await expect(clock).toHaveText(/^Emergency access\s?(30:00|29:[0-5]\d)$/);
  const box = await clock.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');

  // The account is an administrator and owns nothing.
  await page.getByRole('button', { name: 'Unlock site' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlock site' }).click();
  await expectNotice(page, 'Site unlocked');
  await page.goto('/settings');
  await expect(page.getByText('Emergency access has no settings.', { exact: false })).toBeVisible();
  await page.goto('/submission');
  await expect(page.getByText('The emergency-access account may not own things')).toBeVisible();
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: 'New document' })).toHaveCount(0);

  // It ends after 30 minutes regardless of activity.
  await facility.setAhead(30 * 60_000 + 1000);
  await page.goto('/admin');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText(/^Your session has ended/)).toBeVisible();
  await expect(clock).toHaveCount(0);
});
