import { expect, test, type Page } from '@playwright/test';
import { recordTrace, workOfFrames } from './trace';

/**
 * Measures the repository and the security log of a running server: `PERF_URL`, `PERF_USERNAME`, `PERF_PASSWORD`,
 * `PERF_KEY` (the access key). It prints results without limits, because they depend on the machine as much as on the
 * code.
 */
const { PERF_URL = '', PERF_USERNAME = '', PERF_PASSWORD = '', PERF_KEY = 'developer' } = process.env;

/** Duration of the scrolling in milliseconds, and the distance per frame in pixels. */
const scrolling = { duration: 10_000, step: 120 };

/** The words that are searched in turn. `PERF_WORDS` replaces them for other documents. */
const words = process.env.PERF_WORDS ?? 'the report shelf signal corridor light seven north door lantern';

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function summary(name: string, values: readonly number[]): string {
  const [middle, most, worst] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1));
  return `${name}: p50 ${middle} ms, p95 ${most} ms, worst ${worst} ms, ${values.length} measured\n`;
}

/** The times between frames while the page scrolls continuously; with a step of 0 it does not scroll. */
async function scrollFrames(page: Page, step: number): Promise<readonly number[]> {
  return page.evaluate(
    ({ duration, by }) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const begin = performance.now();
        let before = begin;
        const frame = (now: number) => {
          frames.push(now - before);
          before = now;
          window.scrollBy(0, by);
          if (now - begin < duration) requestAnimationFrame(frame);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    { duration: step === 0 ? scrolling.duration / 3 : scrolling.duration, by: step },
  );
}

async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="false"]').or(page.getByText('NO DOCUMENTS FOUND')).first().waitFor();
}

/** Time from the last keystroke of a search until its result is on the page. */
async function searchTime(page: Page, text: string): Promise<number> {
  const field = page.getByLabel('Search title or content');
  await field.fill('');
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await settled(page);
  await field.pressSequentially(text.slice(0, -1), { delay: 120 });
  return page.evaluate(
    async ({ last }) => {
      const input = document.querySelector<HTMLInputElement>('input[type=search]');
      const words = `${input?.value ?? ''}${last}`;
      const begin = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, words);
      input?.dispatchEvent(new Event('input', { bubbles: true }));
      const shown = () =>
        new URL(window.location.href).searchParams.get('q') === words &&
        (document.querySelector('[aria-busy="false"]') !== null ||
          document.body.textContent.includes('NO DOCUMENTS FOUND'));
      while (!shown()) await new Promise(requestAnimationFrame);
      return performance.now() - begin;
    },
    { last: text.slice(-1) },
  );
}

/** Time from the key until the last row of the whole list is shown. */
async function endTime(page: Page): Promise<number> {
  await page.locator('[data-row] a').first().focus();
  const begin = performance.now();
  await page.keyboard.press('End');
  await page.waitForFunction(() => {
    const row = document.activeElement?.closest('[data-row]');
    return (
      row?.getAttribute('aria-posinset') === row?.getAttribute('aria-setsize') && row?.querySelector('a')
    );
  });
  return performance.now() - begin;
}

async function open(page: Page, path: string): Promise<void> {
  const entered = await page.request.post(`${PERF_URL}/api/login`, {
    data: { username: PERF_USERNAME, password: PERF_PASSWORD, accessKey: PERF_KEY },
  });
  expect(entered.ok()).toBe(true);
  await page.goto(`${PERF_URL}${path}`);
}

/** Prints the times between frames at rest and while scrolling, and the work per frame. */
async function measureScrolling(page: Page): Promise<void> {
  process.stdout.write(summary('frame at rest', await scrollFrames(page, 0)));
  process.stdout.write(summary('frame while scrolling', await scrollFrames(page, scrolling.step)));
  const session = await page.context().newCDPSession(page);
  const events = await recordTrace(session, async () => {
    await scrollFrames(page, scrolling.step);
  });
  const work = workOfFrames(events);
  const busy = work.map((each) => each.busy);
  const layout = work.map((each) => each.layout);
  process.stdout.write(summary('work of a frame', busy));
  process.stdout.write(summary('of it styles, layout, paint', layout));
  const last = page.locator('[data-row]').last();
  const size = (await last.getAttribute('aria-setsize')) ?? '?';
  process.stdout.write(`scrolled to row ${(await last.getAttribute('data-row')) ?? '?'} of ${size}\n`);
}

test('the security log scrolls', async ({ page }) => {
  test.skip(PERF_URL === '', 'PERF_URL names the server to measure.');
  test.setTimeout(120_000);
  await open(page, `/audit-logs?view=${process.env.PERF_LOG ?? 'admin'}`);
  await page.locator('[data-row]').first().waitFor();
  await measureScrolling(page);
});

test('the repository scrolls and answers', async ({ page }) => {
  test.skip(PERF_URL === '', 'PERF_URL names the server to measure.');
  test.setTimeout(300_000);
  await open(page, '/documents');
  await page.getByRole('list', { name: 'Documents' }).waitFor();
  await settled(page);
  process.stdout.write(`${(await page.getByText(/^Showing \d+ of/).textContent()) ?? ''}\n`);
  await measureScrolling(page);

  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  const times: number[] = [];
  for (const text of words.split(' ')) times.push(await searchTime(page, text));
  process.stdout.write(summary('keystroke to result', times));
  process.stdout.write(`${times.map((time) => time.toFixed(0)).join(' ')}\n`);

  if (process.env.PERF_END !== 'no') {
    await page.goto(`${PERF_URL}/documents`);
    await page.getByRole('list', { name: 'Documents' }).waitFor();
    process.stdout.write(`End key to the last row: ${(await endTime(page)).toFixed(0)} ms\n`);
  }
});
