import { expect, test, type Browser } from '@playwright/test';

/**
 * Measures how fast a screen appears on a running server, with an empty cache and the processor slowed down to a
 * quarter (`PERF_SLOWDOWN`): `PERF_URL`, `PERF_USERNAME`, `PERF_PASSWORD`, `PERF_KEY` (the access key), `PERF_PATHS`
 * (other screens, separated by blanks). It prints results without limits, because they depend on the machine as much as
 * on the code.
 */
const { PERF_URL = '', PERF_USERNAME = '', PERF_PASSWORD = '', PERF_KEY = 'developer' } = process.env;

/** Slowdown factor of the processor. */
const slowdown = Number(process.env.PERF_SLOWDOWN ?? 4);

/** Number of visits of every screen; the median is printed. */
const visits = Number(process.env.PERF_VISITS ?? 5);

/**
 * How long a screen is observed after its heading appears, in milliseconds: late content may cause layout shifts, and
 * further code is loaded once the page is idle (`whenIdle.ts`).
 */
const watched = 6000;

const screens = (
  process.env.PERF_PATHS ?? '/auth / /documents /submission /admin /admin?tab=users /audit-logs'
).split(' ');

interface Visit {
  /** First contentful paint, in milliseconds since the navigation. */
  readonly paint: number;
  /** Largest contentful paint, in milliseconds since the navigation. */
  readonly largest: number;
  /** When the screen's heading appeared, in milliseconds since the navigation. */
  readonly heading: number;
  /** Sum of the layout shifts, without a unit, as defined by Web Vitals, but over the whole visit. */
  readonly shift: number;
  /** The longest task of the main thread, in milliseconds. */
  readonly task: number;
  /** The scripts loaded before the heading appeared, and their compressed size in bytes. */
  readonly scripts: number;
  readonly bytes: number;
  /** Compressed size in bytes of the scripts loaded after that. */
  readonly idle: number;
}

interface Watch {
  largest: number;
  shift: number;
  task: number;
}

/** Runs in the page before anything else, and collects what only an observer reports. */
function observe(): void {
  const seen: Watch = { largest: 0, shift: 0, task: 0 };
  Object.assign(window, { seen });
  const each = (type: string, take: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => {
      list.getEntries().forEach(take);
    }).observe({ type, buffered: true });
  };
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime;
  });
  each('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { readonly value: number }).value;
  });
  each('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration);
  });
  const headings = new MutationObserver(() => {
    if (document.querySelector('main h1') === null) return;
    performance.mark('heading');
    headings.disconnect();
  });
  headings.observe(document, { childList: true, subtree: true });
}

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({ baseURL: PERF_URL, viewport: { width: 1280, height: 860 } });
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
    await page.addInitScript(observe);
    await page.goto(address);
    await page.locator('main h1').waitFor();
    await page.waitForTimeout(watched);
    return await page.evaluate(() => {
      const heading = performance.getEntriesByName('heading')[0]?.startTime ?? Number.NaN;
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter((entry) => entry.name.endsWith('.js'));
      const first = scripts.filter((entry) => entry.responseEnd <= heading);
      const bytesOf = (loaded: typeof scripts) =>
        loaded.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        heading,
        ...(window as unknown as { readonly seen: Watch }).seen,
        scripts: first.length,
        bytes: bytesOf(first),
        idle: bytesOf(scripts) - bytesOf(first),
      };
    });
  } finally {
    await context.close();
  }
}

function median(values: readonly number[], digits = 0): string {
  const sorted = [...values].sort((left, right) => left - right);
  return (sorted[Math.floor(sorted.length / 2)] ?? Number.NaN).toFixed(digits);
}

test('screens appear', async ({ browser }) => {
  test.skip(PERF_URL === '', 'PERF_URL names the server to measure.');
  test.setTimeout(900_000);
  for (const address of screens) {
    const seen: Visit[] = [];
    for (let count = 0; count < visits; count += 1) seen.push(await visit(browser, address));
    const of = (what: keyof Visit, digits?: number) =>
      median(
        seen.map((one) => one[what]),
        digits,
      );
    process.stdout.write(
      `${address}: first paint ${of('paint')} ms, largest ${of('largest')} ms, heading ${of('heading')} ms, ` +
        `shift ${of('shift', 3)}, longest task ${of('task')} ms, ` +
        `${of('scripts')} scripts of ${of('bytes')} bytes, ${of('idle')} bytes later (median of ${visits})\n`,
    );
  }
});
