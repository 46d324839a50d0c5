import type { Locator, Page } from '@playwright/test';
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
  await expect(alerts.getByText('ADMIN ALERTS')).toBeVisible();
  await page.keyboard.press('!');
  const panel = page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' });
  await expect(panel.getByText('SECURITY ALERT')).toBeVisible();
  await expect(panel.getByRole('link')).toBeFocused();
  await panel.getByRole('button', { name: /^Mark as read/ }).click();
  await expect(page.getByRole('button', { name: 'ADMIN ALERTS', exact: true })).toBeVisible();
  // Open for the tab.
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
  if (box === null) throw new Error('It is not on the page.');
  return box;
}

/** The button of alerts is this far above a bar, and from the edge of the window. */
async function expectStandsOver(page: Page, bar: Locator, air: number): Promise<void> {
  await expect(async () => {
    const corner = await boxOf(page.getByRole('button', { name: /^ADMIN ALERTS/ }));
    const under = await boxOf(bar);
    const right = (page.viewportSize()?.width ?? 0) - corner.x - corner.width;
    const below = Math.round(under.y - corner.y - corner.height);
    expect([corner.height, right, below]).toEqual([48, air, air]);
  }).toPass({ timeout: patient(10_000) });
}

/** The panel is right over the button, and as wide as there is room, at most 384. */
async function expectHangsOver(panel: Locator, button: Locator, room: number): Promise<void> {
  const [box, corner] = [await boxOf(panel), await boxOf(button)];
  expect([box.width, corner.y - box.y - box.height]).toEqual([Math.min(384, room), 8]);
}

/** Whether a press on the button of alerts would meet it. */
async function isUncovered(page: Page): Promise<boolean> {
  const { x, y } = await boxOf(page.locator('[data-alerts] button'));
  return page.evaluate(
    ([left, top]) => (document.elementFromPoint(left, top)?.closest('[data-alerts]') ?? null) !== null,
    [x + 8, y + 8] as const,
  );
}

for (const [width, height] of [
  [1280, 860],
  [360, 780],
] as const) {
  test(`at ${width} the button stands over the bars at the foot of the window`, async ({
    page,
    facility,
  }) => {
    const air = width === 360 ? 16 : 24;
    await enter(page.context(), facility, administrator(facility));
    await page.setViewportSize({ width, height });
    await page.goto('/security-monitoring');
    const button = page.getByRole('button', { name: /^ADMIN ALERTS/ });
    await expect(button.getByText('ADMIN ALERTS')).toBeVisible();
    const expectAbove = (bar: Locator) => expectStandsOver(page, bar, air);
    await expectAbove(page.getByRole('contentinfo', { name: 'Status' }));
    await button.click();
    const panel = page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' });
    await expectHangsOver(panel, button, width - 2 * air);
    await page.keyboard.press('Escape');

    // It gives way to a bar that comes.
    await page.goto('/settings');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('End');
    await page.getByRole('radio', { name: '60 minutes' }).check();
    await expectAbove(page.getByRole('region', { name: 'Unsaved changes' }));
    await page.getByRole('radio', { name: '30 minutes' }).check();
    await expectAbove(page.getByRole('contentinfo', { name: 'Status' }));

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
    if (width === 360)
      await page
        .getByRole('link', { name: /Tally of the west stairs/ })
        .first()
        .click();
    await expectAbove(page.getByRole('form', { name: 'Decision on Tally of the west stairs' }));
    // Dialogs lie over it.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await isUncovered(page)).toBe(false);
  });
}

test('a phone shows from where an attempt came and how long a session is idle, on a second line', async ({
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
    .filter({ hasText: 'intruder-on-the-phone' });
  await expect(attempt.getByText('127.0.0.1')).toBeVisible();
  const [person, address] = [
    await boxOf(attempt.getByText('intruder-on-the-phone')),
    await boxOf(attempt.getByText('127.0.0.1')),
  ];
  expect(address.y).toBeGreaterThan(person.y + 16);
  const session = page.getByRole('group', { name: 'Active sessions' }).getByRole('article').first();
  await expect(session.getByText(/^now$/)).toBeVisible();
  await expect(session.getByText('ADMIN', { exact: true })).toBeVisible();
});

test('others do not get in', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'curious-hand', 5, 'taskforce'));
  await page.goto('/security-monitoring');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: /ADMIN ALERTS/ })).toHaveCount(0);
});
