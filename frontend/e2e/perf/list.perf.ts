import { expect, test, type Page } from '@playwright/test';

/**
 * Measures the repository of a server that runs already: `PERF_URL`, `PERF_USERNAME`, `PERF_PASSWORD`, `PERF_KEY` (the
 * access key). It judges nothing, because the machine decides as much as the code: it prints figures.
 */
const { PERF_URL = '', PERF_USERNAME = '', PERF_PASSWORD = '', PERF_KEY = 'developer' } = process.env;

/** How long is scrolled, in milliseconds, and how far at each frame, in pixels. */
const scrolling = { duration: 15_000, step: 120 };

/** What is typed, one search after another. */
const searches = ['a', 'the', 'report', 'shelf', 'signal', 'corridor', 'light', 'seven', 'north', 'door'];

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function told(name: string, values: readonly number[]): string {
  const [middle, most, worst] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1));
  return `${name}: p50 ${middle} ms, p95 ${most} ms, worst ${worst} ms, ${values.length} measured\n`;
}

/** The times between frames while the list is scrolled without rest. */
async function scrollFrames(page: Page): Promise<readonly number[]> {
  return page.evaluate(
    ({ duration, step }) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const begin = performance.now();
        let before = begin;
        const frame = (now: number) => {
          frames.push(now - before);
          before = now;
          window.scrollBy(0, step);
          if (now - begin < duration) requestAnimationFrame(frame);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    scrolling,
  );
}

/** From the last keystroke of a search until its result is on the page. */
async function searchTime(page: Page, text: string): Promise<number> {
  const field = page.getByLabel('Search title or content');
  await field.fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.locator('[aria-busy="false"]').first().waitFor();
  const answered = page.waitForResponse((answer) => answer.url().includes(`q=${text}`));
  const begin = performance.now();
  await field.fill(text);
  await answered;
  await page.locator('[aria-busy="false"]').or(page.getByText('NO DOCUMENTS FOUND')).first().waitFor();
  return performance.now() - begin;
}

test('the repository scrolls and answers', async ({ page }) => {
  test.skip(PERF_URL === '', 'PERF_URL names the server to measure.');
  test.setTimeout(180_000);
  const entered = await page.request.post(`${PERF_URL}/api/login`, {
    data: { username: PERF_USERNAME, password: PERF_PASSWORD, accessKey: PERF_KEY },
  });
  expect(entered.ok()).toBe(true);
  await page.goto(`${PERF_URL}/documents`);
  await page.getByRole('list', { name: 'Documents' }).waitFor();
  const counts = await page.getByText(/^Showing \d+ of/).textContent();

  const frames = await scrollFrames(page);
  const fetched = await page.locator('[data-row]').last().getAttribute('data-row');
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  const times: number[] = [];
  for (const text of searches) times.push(await searchTime(page, text));

  process.stdout.write(`${counts ?? ''}; scrolled to row ${fetched ?? '?'}\n`);
  process.stdout.write(told('frame while scrolling', frames));
  process.stdout.write(told('keystroke to result', times));
});
