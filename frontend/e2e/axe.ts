import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface AxeWindow {
  readonly axe: {
    run: (
      root: Document,
    ) => Promise<{ readonly violations: readonly Finding[]; readonly incomplete: readonly Finding[] }>;
  };
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function told(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/**
 * No rule broken, and no text whose contrast could not be judged. The effects are switched off first: through gradients
 * nothing can be judged, and "no violations" would say little.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.fx = 'off';
  });
  // Over the debugging line, so that the page's own policy stays as it is.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await source });
  const { violations, incomplete } = await page.evaluate(() =>
    (window as unknown as AxeWindow).axe.run(document),
  );
  expect(told(violations)).toEqual([]);
  expect(told(incomplete.filter(({ id }) => id === 'color-contrast'))).toEqual([]);
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
}
