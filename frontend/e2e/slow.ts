import type { BrowserContext, Page } from '@playwright/test';
import type { Facility } from './facility';

/**
 * Ways to slow a run down, each off by default. They reveal tests, and parts of the product, that only work on a fast
 * machine. A new browser test must pass `--repeat-each 20` with each of them.
 */
const slow = {
  /** Fixed delay of every request and script, in milliseconds. */
  everything: Number(process.env.E2E_LATENCY ?? 0),
  /** Maximum of a random delay of every request, in milliseconds, so that responses change their order. */
  answers: Number(process.env.E2E_LATE_ANSWERS ?? 0),
  /** Delay of every script that is not part of the first load, in milliseconds. */
  parts: Number(process.env.E2E_LATE_PARTS ?? 0),
  /** Slowdown factor of every page's processor. */
  processor: Number(process.env.E2E_SLOW ?? 1),
};

/** A time limit in milliseconds, multiplied by the slowdown factor. */
export function patient(milliseconds: number): number {
  return milliseconds * Math.max(slow.processor, 1);
}

/** The scripts in the HTML of the page. */
export async function firstScripts(facility: Facility): Promise<ReadonlySet<string>> {
  const page = await (await fetch(facility.url)).text();
  return new Set([...page.matchAll(/\bsrc="([^"]+\.js)"/g)].map(([, address = '']) => address));
}

/** Slows the processor of a page by a factor. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Slows down the pages of a browser context according to the environment. Call it before the first page is opened. */
export async function slowDown(context: BrowserContext, facility: Facility): Promise<void> {
  if (slow.processor > 1) {
    context.on('page', (page) => {
      // A page that is closed at once cannot be slowed down.
      slowProcessor(page, slow.processor).catch(() => undefined);
    });
  }
  if (slow.everything + slow.answers + slow.parts === 0) return;
  const first = await firstScripts(facility);
  const delayOf = (address: string) => {
    const { pathname } = new URL(address);
    if (pathname.startsWith('/api/')) return slow.everything + Math.random() * slow.answers;
    const isPart = pathname.endsWith('.js') && !first.has(pathname);
    return slow.everything + (isPart ? slow.parts : 0);
  };
  await context.route(/\/(api|assets)\//, async (route) => {
    await new Promise((passed) => setTimeout(passed, delayOf(route.request().url())));
    await route.fallback().catch(() => undefined);
  });
}
