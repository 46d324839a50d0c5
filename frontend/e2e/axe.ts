import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { contrast } from '../src/testing/contrast';
import { colorTokens, palettes as colors, type ColorToken, type PaletteName } from '../src/theme/tokens';
import { expect } from './fixtures';
import { dress, palettes } from './screens';

/** Why an element passed a rule. */
interface Check {
  readonly id: string;
  readonly data?: {
    readonly fgColor?: string;
    readonly bgColor?: string;
    /** Such as `4.5:1`. */
    readonly expectedContrastRatio?: string;
  } | null;
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly any: readonly Check[] }[];
}

interface Options {
  readonly runOnly?: readonly string[];
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>;
  readonly resultTypes?: readonly string[];
}

interface Judgment {
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
  readonly passes: readonly Finding[];
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

/** The palette in which the page is judged by all rules. */
const judgedIn = 'green-matrix';

/** The rules about colors. A palette changes nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** What passed is told by rules about colors alone: elsewhere it would take longer than to judge it. */
const resultTypes = ['violations', 'incomplete'];

/**
 * In the palette above, no rule broken, and nothing that could not be judged; `where` names the case in a failure.
 * Whether a dialog's guards keep the focus in is not for a snapshot to judge: the test of the panel's dialogs presses
 * Tab.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await dress(page, palettes[judgedIn]);
  await judge(page, `${where} ${judgedIn}`, { resultTypes });
}

/**
 * The same, and in every other palette no rule about colors broken. A palette is a table of colors, so that each pair
 * of text and background that passed has a known contrast in every palette. Where a color is in no table, since it is
 * mixed, the page is judged in each.
 */
export async function expectAccessibleInEveryPalette(page: Page, where: string): Promise<void> {
  await dress(page, palettes[judgedIn]);
  await judge(page, `${where} ${judgedIn}`, { rules: colorsOff, resultTypes });
  const { passes } = await judge(page, `${where} ${judgedIn} colors`, { runOnly: colorRules });
  const checks = passes.flatMap(({ nodes }) => nodes).flatMap(({ any }) => any);
  if (checks.every(isOfTokens)) {
    const weak = checks.flatMap(weakIn);
    expect.soft([...new Set(weak)], `too little contrast: ${where}`).toEqual([]);
    return;
  }
  for (const [palette, classes] of Object.entries(palettes)) {
    if (palette === judgedIn) continue;
    await dress(page, classes);
    await judge(page, `${where} ${palette}`, { runOnly: colorRules, resultTypes });
  }
}

const colorsOff = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]));

/** The names of this color in the palette in which the page is judged; of two with one value, both. */
function tokensOf(color: string | undefined): ColorToken[] {
  return colorTokens.filter((token) => colors[judgedIn][token].toLowerCase() === color);
}

/**
 * What passed here can be said of every palette. A link that differs from its text by more than color does so
 * everywhere, and of a text that cannot be seen there are no colors.
 */
function isOfTokens({ id, data }: Check): boolean {
  if (id !== 'color-contrast') return id === 'link-in-text-block-style';
  const pair = [data?.fgColor, data?.bgColor].filter((color) => color !== undefined);
  return pair.every((color) => tokensOf(color).length > 0);
}

/** The palettes in which the pair has less contrast than its size of text needs. */
function weakIn({ data }: Check): string[] {
  if (data?.expectedContrastRatio === undefined) return [];
  const needed = Number.parseFloat(data.expectedContrastRatio);
  return (Object.keys(colors) as PaletteName[]).flatMap((palette) =>
    tokensOf(data.fgColor).flatMap((front) =>
      tokensOf(data.bgColor)
        .filter((back) => contrast(colors[palette][front], colors[palette][back]) < needed)
        .map((back) => `${front} on ${back} in ${palette}`),
    ),
  );
}

async function judge(page: Page, where: string, options: Options): Promise<Judgment> {
  // What is still fading in cannot be judged: everything that ends has to have ended.
  await page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(({ playState }) => playState !== 'finished' && playState !== 'idle');
    for (const animation of running)
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    return running.length === 0;
  });
  const judged = await page.evaluate(async (chosen) => {
    const { violations, incomplete, passes } = await (window as unknown as AxeWindow).axe.run(
      document,
      chosen,
    );
    return { violations, incomplete, passes };
  }, options);
  const { violations, incomplete } = judged;
  expect.soft(told(violations), `broken: ${where}`).toEqual([]);
  const guards = incomplete.some(({ id }) => id === 'aria-hidden-focus');
  const isLayered = guards && (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  const open = incomplete.filter(({ id }) => !isLayered || id !== 'aria-hidden-focus');
  expect.soft(told(open), `not judged: ${where}`).toEqual([]);
  return judged;
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(over, `pixels too wide: ${where}`).toBeLessThanOrEqual(0);
}
