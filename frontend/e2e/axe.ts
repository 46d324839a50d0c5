import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { dress, palettes } from './screens';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Options {
  readonly runOnly?: readonly string[];
  readonly resultTypes?: readonly string[];
}

interface Judgment {
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
}

interface AxeWindow {
  readonly axe: { run: (root: Document, options: Options) => Promise<Judgment> };
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function told(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** Gets a page ready to be judged: through the effects' gradients no contrast can be. */
export async function prepareForAxe(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.fx = 'off';
  });
  // Over the debugging line, so that the page's own policy stays as it is.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await source });
  await session.detach();
}

/** The rules about colors. A palette changes nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** The palette that is judged by all rules. */
const everyRule = 'green-matrix';

/**
 * In the palette above, no rule broken, and nothing that could not be judged; `where` names the case in a failure. Whether
 * a dialog's guards keep the focus in is not for a snapshot to judge: the test of the panel's dialogs presses Tab.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await dress(page, palettes[everyRule]);
  await judge(page, `${where} ${everyRule}`, {});
}

/** The same, and in every other palette no rule about colors broken. */
export async function expectAccessibleInEveryPalette(page: Page, where: string): Promise<void> {
  await expectAccessible(page, where);
  for (const [palette, classes] of Object.entries(palettes)) {
    if (palette === everyRule) continue;
    await dress(page, classes);
    await judge(page, `${where} ${palette}`, { runOnly: colorRules });
  }
}

/** What was found and what could not be judged. What passed is not reported: that would take longer than to judge it. */
const resultTypes = ['violations', 'incomplete'];

async function judge(page: Page, where: string, options: Options): Promise<void> {
  // What is still fading in cannot be judged: everything that ends has to have ended.
  await page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(({ playState }) => playState !== 'finished' && playState !== 'idle');
    for (const animation of running)
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    return running.length === 0;
  });
  const { violations, incomplete } = await page.evaluate(
    async (chosen) => {
      const judged = await (window as unknown as AxeWindow).axe.run(document, chosen);
      return { violations: judged.violations, incomplete: judged.incomplete };
    },
    { ...options, resultTypes },
  );
  expect.soft(told(violations), `broken: ${where}`).toEqual([]);
  const guards = incomplete.some(({ id }) => id === 'aria-hidden-focus');
  const isLayered = guards && (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  const open = incomplete.filter(({ id }) => !isLayered || id !== 'aria-hidden-focus');
  expect.soft(told(open), `not judged: ${where}`).toEqual([]);
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(over, `pixels too wide: ${where}`).toBeLessThanOrEqual(0);
}
