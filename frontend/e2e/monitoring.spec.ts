import { administrator, call, enter, expect, makeOperator, test } from './fixtures';
import type { Facility } from './facility';

test.use({ world: 'monitoring' });

/** Tries to sign in with a wrong password. */
async function guess(facility: Facility, username: string): Promise<void> {
  await call(facility, '', 'POST', '/api/login', { username, password: 'wrong words' }).catch(
    () => undefined,
  );
}

test('attacks show up by themselves, raise an alert, and sessions can be ended', async ({
  page,
  facility,
  pageOf,
}) => {
  const operator = await makeOperator(facility, 'watched-hand', 2);
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/security-monitoring');
  await expect(page.getByText('No suspicious activity detected')).toBeVisible();
  const sessions = page.getByRole('group', { name: 'Active sessions' });
  await expect(sessions.getByText('THIS ONE')).toBeVisible();

  // Live: nobody refreshes.
  for (let n = 0; n < 8; n += 1) await guess(facility, `intruder-${n}`);
  const suspicious = page.getByRole('group', { name: 'Suspicious activity' });
  await expect(suspicious.getByText('intruder-7')).toBeVisible();
  await expect(page.getByText('HIGH, above 5')).toBeVisible();
  const attempts = page.getByRole('group', { name: 'Recent login attempts' });
  await expect(attempts.getByText('Unknown operator').first()).toBeVisible();

  const alerts = page.getByRole('button', { name: 'ADMIN ALERTS, 1 unread' });
  await expect(alerts).toBeVisible();
  await page.keyboard.press('!');
  const panel = page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' });
  await expect(panel.getByText('SECURITY ALERT')).toBeVisible();
  await panel.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(page.getByRole('button', { name: 'ADMIN ALERTS', exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'ADMIN ALERTS', exact: true }).click();
  await expect(panel.getByRole('button', { name: /^Read:/ })).toBeVisible();
  await panel.getByRole('button', { name: 'CLEAR ALL' }).click();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'ADMIN ALERTS', exact: true }).click();
  await expect(panel.getByText('No notifications')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const theirs = await pageOf(operator);
  await theirs.goto('/documents');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await sessions.getByRole('button', { name: 'Terminate the session of watched-hand' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Confirm termination' });
  await question.getByRole('button', { name: 'Terminate' }).click();
  await expect(page.getByText('Session terminated', { exact: true })).toBeVisible();
  await expect(theirs).toHaveURL(/\/auth/);
});

for (const [width, height] of [
  [1280, 860],
  [360, 780],
] as const) {
  test(`at ${width} the button is out of the way`, async ({ page, facility }) => {
    await enter(page.context(), facility, administrator(facility));
    await page.setViewportSize({ width, height });
    await page.goto('/security-monitoring');
    const button = page.getByRole('button', { name: /^ADMIN ALERTS/ });
    const status = page.getByRole('contentinfo', { name: 'Status' });
    await expect(button).toBeVisible();
    const [corner, bar] = [await button.boundingBox(), await status.boundingBox()];
    expect(corner?.y).toBeGreaterThanOrEqual(bar?.y ?? Number.POSITIVE_INFINITY);
    await page.getByRole('button', { name: 'cmd' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}

test('others do not get in', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'curious-hand', 5, 'taskforce'));
  await page.goto('/security-monitoring');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: /ADMIN ALERTS/ })).toHaveCount(0);
});
