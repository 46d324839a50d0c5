import type { Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, test } from './fixtures';
import { fileMany } from './scene';

test.use({ world: 'live' });

/** Waits until the page has its live connection. */
async function linked(page: Page): Promise<void> {
  await expect(page.getByText('Link up')).toBeVisible();
}

/**
 * Stops all timers of a page of two seconds or more, so that nothing is polled: every change must come from the live
 * connection.
 */
async function stopClocks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const real = window[name].bind(window);
      const short = (work: TimerHandler, time = 0, ...rest: unknown[]) =>
        time < 2000 ? real(work, time, ...rest) : 0;
      Object.assign(window, { [name]: short });
    }
  });
}

test('a published document appears in another browser without a reload', async ({ facility, pageOf }) => {
  const author = await makeOperator(facility, 'author', 2);
  const reader = await pageOf(await makeOperator(facility, 'reader', 2));
  await stopClocks(reader);
  const line = reader.waitForEvent('websocket');
  await reader.goto('/documents');
  await line;
  await expect(reader.getByText('Showing 0 of 0 accessible')).toBeVisible();
  await linked(reader);
  await reader.evaluate(() => {
    document.title = 'not reloaded';
  });
  await fileMany(facility, author, 1);
  await expect(reader.getByRole('link', { name: 'Shelf 001', exact: true })).toBeVisible();
  await expect(reader).toHaveTitle('not reloaded');
});

test('a lockdown is shown at once, before any poll', async ({ page: admin, facility, pageOf }) => {
  const desk = await pageOf(await makeOperator(facility, 'at-once', 2));
  await stopClocks(desk);
  const line = desk.waitForEvent('websocket');
  await desk.goto('/');
  await line;
  await expect(desk.getByRole('navigation', { name: 'Command menu' })).toBeVisible();
  await linked(desk);
  await enter(admin.context(), facility, administrator(facility));
  await admin.goto('/admin');
  await admin.getByRole('button', { name: 'Lock site' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Lock the site' });
  await expect(question.getByText(/^This affects/)).toBeVisible();
  await question.getByRole('button', { name: 'Lock site' }).click();
  await expect(desk.getByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeVisible();
});
