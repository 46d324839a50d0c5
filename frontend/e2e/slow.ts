import type { BrowserContext, Page } from '@playwright/test';
import type { Facility } from './facility';

/**
 * Ways to slow a run down, each off by default. They show tests, and parts of the product, that are right only on a
 * fast machine. A new browser test passes `--repeat-each 20` with each of them.
 */
const slow = {
  /** Every call and every script is late by exactly so many milliseconds. */
  everything: Number(process.env.E2E_LATENCY ?? 0),
  /** Every call is late by a random time up to so many milliseconds, so that answers change their order. */
  answers: Number(process.env.E2E_LATE_ANSWERS ?? 0),
  /** Every script that is not part of the first load is late by so many milliseconds. */
  parts: Number(process.env.E2E_LATE_PARTS ?? 0),
  /** The processor of every page is slower by this factor. */
  processor: Number(process.env.E2E_SLOW ?? 1),
};

/** Limits of time, in milliseconds: as many times as long as the processor of the pages is slower. */
export function patient(milliseconds: number): number {
  return milliseconds * Math.max(slow.processor, 1);
}

/** The scripts that the page itself names. */
export async function firstScripts(facility: Facility): Promise<ReadonlySet<string>> {
  const page = await (await fetch(facility.url)).text();
  return new Set([...page.matchAll(/\bsrc="([^"]+\.js)"/g)].map(([, address = '']) => address));
}

/** Slows the processor of a page by a factor. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Slows the pages of a browser context down as the environment says. Call it before the first page is opened. */
export async function slowDown(context: BrowserContext, facility: Facility): Promise<void> {
  if (slow.processor > 1) {
    context.on('page', (page) => {
      // A page that is closed at once needs no slow processor.
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
