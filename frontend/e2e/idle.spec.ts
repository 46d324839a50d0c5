import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryPalette, prepareForAxe } from './axe';
import { call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import type { Facility } from './facility';

test.use({ world: 'idle' });

const minute = 60_000;

/** How far the server's clock is ahead, in milliseconds; it must never go back between tests. */
let ahead = 0;

/** Moves the clocks of the server and of the browser together. */
class SharedClock {
  private pending = 0;

  constructor(
    private readonly context: BrowserContext,
    private readonly facility: Facility,
  ) {}

  async start(): Promise<void> {
    await this.context.clock.install();
    // The server's own clock moves, but its HTTP library adds the machine's date to responses; a page compares the two.
    await this.context.route('**/api/**', async (route) => {
      this.pending += 1;
      const answer = await route.fetch().finally(() => {
        this.pending -= 1;
      });
      const date = new Date(Date.parse(answer.headers().date ?? '') + ahead).toUTCString();
      await route.fulfill({ response: answer, headers: { ...answer.headers(), date } });
    });
  }

  async advance(milliseconds: number): Promise<void> {
    // Requests made by loading the page count as activity: a response after the move would extend the session again.
    await expect.poll(() => this.pending).toBe(0);
    ahead += milliseconds;
    await this.facility.setAhead(ahead);
    await this.context.clock.fastForward(milliseconds);
  }
}

// Polls may be pending when a test ends.
test.afterEach(async ({ context }) => {
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

async function openWindow(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/documents');
  await expect(page.getByText(/^Showing/)).toBeVisible();
  return page;
}

test('a session without activity ends in both windows, after a warning in both', async ({
  context,
  facility,
}) => {
  const operator = await makeOperator(facility, 'left-the-desk', 2);
  const cookie = await sessionOf(facility, operator);
  await call(facility, cookie, 'PATCH', '/api/user/settings', { sessionTimeout: 15 });
  const clock = new SharedClock(context, facility);
  await clock.start();
  await enter(context, facility, operator);
  const windows = [await openWindow(context), await openWindow(context)] as const;
  const warnings = windows.map((page) => page.getByRole('alertdialog', { name: 'Session ends soon' }));

  await clock.advance(13 * minute);
  for (const warning of warnings) await expect(warning).toBeHidden();
  // Both windows check whether the other one was active; these checks do not extend the session.
  await clock.advance(minute + 10_000);
  for (const warning of warnings) await expect(warning).toBeVisible();
  // The warning is shown for less than a minute; its second width has the same colors.
  for (const [page, width, judge] of [
    [windows[0], 1280, expectAccessibleInEveryPalette],
    [windows[1], 360, expectAccessible],
  ] as const) {
    await page.setViewportSize({ width, height: 860 });
    await prepareForAxe(page);
    await judge(page, `session warning ${width}`);
  }
  await clock.advance(minute);
  for (const page of windows) {
    await expect(page.getByText(/^Your session has ended\./)).toBeVisible();
    await expect(page).toHaveURL('/auth');
  }
});

test('activity in one window extends the session in both', async ({ context, facility }) => {
  const operator = await makeOperator(facility, 'at-the-desk', 2);
  const cookie = await sessionOf(facility, operator);
  await call(facility, cookie, 'PATCH', '/api/user/settings', { sessionTimeout: 15 });
  const clock = new SharedClock(context, facility);
  await clock.start();
  await enter(context, facility, operator);
  const [used, idle] = [await openWindow(context), await openWindow(context)] as const;

  await clock.advance(14 * minute + 10_000);
  await expect(idle.getByRole('alertdialog', { name: 'Session ends soon' })).toBeVisible();
  await used
    .getByRole('alertdialog', { name: 'Session ends soon' })
    .getByRole('button', { name: 'Extend' })
    .click();
  await expect(idle.getByRole('alertdialog', { name: 'Session ends soon' })).toBeHidden();
  await clock.advance(2 * minute);
  for (const page of [used, idle]) await expect(page.getByText(/^Showing/)).toBeVisible();
});
