import type { Locator } from '@playwright/test';
import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import type { Facility } from './facility';
import { patient } from './slow';

test.use({ world: 'monitoring' });

/** Tries to sign in with a wrong password. */
async function guess(facility: Facility, username: string): Promise<void> {
  await call(facility, '', 'POST', '/api/login', { username, password: 'wrong words' }).catch(
    () => undefined,
  );
}

test('attacks appear without a reload and raise an alert, and sessions can be ended', async ({
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

  // Without a refresh.
  for (let n = 0; n < 8; n += 1) await guess(facility, `intruder-${n}`);
  const suspicious = page.getByRole('group', { name: 'Suspicious activity' });
  // An unknown name may be a mistyped password, so it is never shown.
  await expect(suspicious.getByText(/^unknown name [0-9a-f]{8}$/).first()).toBeVisible();
  await expect(page.getByText(/intruder-/)).toHaveCount(0);
  await expect(page.getByText('HIGH, above 5')).toBeVisible();
  const attempts = page.getByRole('group', { name: 'Recent login attempts' });
  await expect(attempts.getByText('Unknown operator').first()).toBeVisible();

  const alerts = page.getByRole('button', { name: 'ADMIN ALERTS, 1 unread' });
  await expect(alerts).toBeVisible();
  await expect(alerts.getByText('ADMIN ALERTS')).toBeVisible();
  await page.keyboard.press('!');
  const panel = page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' });
  await expect(panel.getByText('SECURITY ALERT')).toBeVisible();
  await expect(panel.getByRole('link')).toBeFocused();
  await panel.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(page.getByRole('button', { name: 'ADMIN ALERTS', exact: true })).toBeVisible();
  // The panel stays open in this tab.
  await page.reload();
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

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Expected the element on the page.');
  return box;
}

/** Whether two boxes share more than an edge. */
function overlap(one: Box, other: Box): boolean {
  return (
    Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 1 &&
    Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 1
  );
}

for (const [width, height] of [
  [1280, 860],
  [360, 780],
] as const) {
  test(`at ${width} the alerts are part of a bar, and their panel covers no bar`, async ({
    page,
    facility,
  }) => {
    await enter(page.context(), facility, administrator(facility));
    await page.setViewportSize({ width, height });
    await page.goto('/security-monitoring');
    const status = page.getByRole('contentinfo', { name: 'Status' });
    const bar = width === 360 ? page.getByRole('banner') : status;
    const button = bar.getByRole('button', { name: /^ADMIN ALERTS/ });
    const panel = page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' });
    const expectClear = async (...bars: readonly Locator[]) => {
      await page.keyboard.press('!');
      await expect(panel).toBeVisible();
      // A bar that appears moves it one frame later.
      await expect(async () => {
        const box = await boxOf(panel);
        for (const one of [page.getByRole('banner'), ...bars])
          expect(overlap(box, await boxOf(one))).toBe(false);
      }).toPass({ timeout: patient(10_000) });
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    };
    await button.click();
    expect((await boxOf(panel)).width).toBe(Math.min(384, width));
    await page.keyboard.press('Escape');
    await expectClear(status);

    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.getByRole('radio', { name: '60 minutes' }).check();
    await expectClear(status, page.getByRole('region', { name: 'Unsaved changes' }));

    await call(
      facility,
      await sessionOf(facility, await makeOperator(facility, `author-${width}`, 2)),
      'POST',
      '/api/submissions',
      {
        title: 'Tally of the west stairs',
        content: 'Nine down, eight up.',
        category: 'SITE',
      },
    );
    await page.goto('/admin');
    await page
      .getByRole('link', { name: /Tally of the west stairs/ })
      .first()
      .click();
    await expectClear(page.getByRole('form', { name: 'Decision on Tally of the west stairs' }));
    // Dialogs cover it.
    const { x, y } = await boxOf(button);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    const isReached = await page.evaluate(
      ([left, top]) => Boolean(document.elementFromPoint(left, top)?.closest('[data-alerts]')),
      [x + 8, y + 8] as const,
    );
    expect(isReached).toBe(false);
  });
}

test('a phone shows the address of an attempt and the idle time of a session on a second line', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, administrator(facility));
  await guess(facility, 'intruder-on-the-phone');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/security-monitoring');
  const attempt = page
    .getByRole('group', { name: 'Recent login attempts' })
    .getByRole('article')
    .filter({ hasText: 'unknown name' })
    .first();
  await expect(attempt.getByText('127.0.0.1')).toBeVisible();
  const [person, address] = [
    await boxOf(attempt.getByText(/^unknown name/)),
    await boxOf(attempt.getByText('127.0.0.1')),
  ];
  expect(address.y).toBeGreaterThan(person.y + 16);
  const session = page.getByRole('group', { name: 'Active sessions' }).getByRole('article').first();
  await expect(session.getByText(/^now$/)).toBeVisible();
  await expect(session.getByText('ADMIN', { exact: true })).toBeVisible();
});

test('users who are not administrators have no access', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'curious-hand', 5, 'taskforce'));
  await page.goto('/security-monitoring');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: /ADMIN ALERTS/ })).toHaveCount(0);
});
