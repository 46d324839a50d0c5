import { expect, test, type Browser } from '@playwright/test';

/**
 * Measures how soon a screen is there on a server that runs already, with an empty cache and a processor slowed down to a
 * quarter (`PERF_SLOWDOWN`): `PERF_URL`, `PERF_USERNAME`, `PERF_PASSWORD`, `PERF_KEY` (the access key). It judges nothing, because the
 * machine decides as much as the code: it prints figures.
 */
const { PERF_URL = '', PERF_USERNAME = '', PERF_PASSWORD = '', PERF_KEY = 'developer' } = process.env;

/** How many times slower than this machine's the processor pretends to be. */
const slowdown = Number(process.env.PERF_SLOWDOWN ?? 4);

/** How often every screen is opened; the middle of it is told. */
const visits = 5;

const screens = ['/auth', '/', '/documents', '/submission', '/admin', '/audit-logs'] as const;

interface Visit {
  /** First contentful paint, in milliseconds since the navigation. */
  readonly paint: number;
  /** When the screen's heading was on the page, likewise. */
  readonly heading: number;
  /** The scripts that had come by then, and their bytes as they came, compressed. */
  readonly scripts: number;
  readonly bytes: number;
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: PERF_URL });
  try {
    if (address !== '/auth') {
      const entered = await context.request.post('/api/login', {
        data: { username: PERF_USERNAME, password: PERF_PASSWORD, accessKey: PERF_KEY },
      });
      expect(entered.ok()).toBe(true);
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('main h1') === null) return;
        performance.mark('heading');
        watch.disconnect();
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    await page.locator('main h1').waitFor();
    return await page.evaluate(() => {
      const heading = performance.getEntriesByName('heading')[0]?.startTime ?? Number.NaN;
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => entry.name.endsWith('.js') && entry.responseEnd <= heading);
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        heading,
        scripts: scripts.length,
        bytes: scripts.reduce((sum, entry) => sum + entry.encodedBodySize, 0),
      };
    });
  } finally {
    await context.close();
  }
}

function middle(values: readonly number[]): string {
  const sorted = [...values].sort((left, right) => left - right);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(0);
}

test('screens are soon there', async ({ browser }) => {
  test.skip(PERF_URL === '', 'PERF_URL names the server to measure.');
  test.setTimeout(300_000);
  for (const address of screens) {
    const seen: Visit[] = [];
    for (let count = 0; count < visits; count += 1) seen.push(await visit(browser, address));
    const [paint, heading, scripts, bytes] = (['paint', 'heading', 'scripts', 'bytes'] as const).map((what) =>
      middle(seen.map((one) => one[what])),
    );
    process.stdout.write(
      `${address}: first paint ${paint} ms, heading ${heading} ms, ${scripts} scripts of ${bytes} bytes (middle of ${visits})\n`,
    );
  }
});
