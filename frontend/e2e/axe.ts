import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { contrast } from '../src/testing/contrast';
import { colorTokens, palettes as colors, type ColorToken, type PaletteName } from '../src/theme/tokens';
import { expect } from './fixtures';
import { dress, palettes } from './screens';

/** Details of a passed check. */
interface Check {
  readonly id: string;
  readonly data?: {
    readonly fgColor?: string;
    readonly bgColor?: string;
    /** For example `4.5:1`. */
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

interface CheckResult {
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
  readonly passes: readonly Finding[];
}

interface AxeWindow {
  readonly axe: { run: (root: Document, options: Options) => Promise<CheckResult> };
}

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function summaries(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

/** Prepares a page for the check: contrast cannot be computed through the gradients of the effects. */
export async function prepareForAxe(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.fx = 'off';
  });
  // By the debugging protocol, so that the content security policy of the page stays unchanged.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await source });
  await session.detach();
}

/** The palette in which all rules are checked. */
const checkedPalette = 'green-matrix';

/** The rules about colors. A palette changes nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Passed checks are needed only for color rules: reporting all of them would take longer than the check. */
const resultTypes = ['violations', 'incomplete'];

/**
 * Expects no violations and no incomplete checks in the default palette; `where` names the case in a failure. Whether a
 * dialog traps the focus cannot be checked in a snapshot; a test of the control panel's dialogs presses Tab for that.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  await dress(page, palettes[checkedPalette]);
  await check(page, `${where} ${checkedPalette}`, { resultTypes });
}

/**
 * Also expects no violations of color rules in any other palette. The contrast of each passed pair of text and
 * background color is computed for every palette from its table of colors. If a color is not in the table, because it
 * is mixed, the page is checked in each palette.
 */
export async function expectAccessibleInEveryPalette(page: Page, where: string): Promise<void> {
  await dress(page, palettes[checkedPalette]);
  await check(page, `${where} ${checkedPalette}`, { rules: colorsOff, resultTypes });
  const { passes } = await check(page, `${where} ${checkedPalette} colors`, { runOnly: colorRules });
  const checks = passes.flatMap(({ nodes }) => nodes).flatMap(({ any }) => any);
  if (checks.every(isOfTokens)) {
    const weak = checks.flatMap(weakIn);
    expect.soft([...new Set(weak)], `too little contrast: ${where}`).toEqual([]);
    return;
  }
  for (const [palette, classes] of Object.entries(palettes)) {
    if (palette === checkedPalette) continue;
    await dress(page, classes);
    await check(page, `${where} ${palette}`, { runOnly: colorRules, resultTypes });
  }
}

const colorsOff = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]));

/** The tokens with this color in the checked palette; several tokens may have the same value. */
function tokensOf(color: string | undefined): ColorToken[] {
  return colorTokens.filter((token) => colors[checkedPalette][token].toLowerCase() === color);
}

/**
 * Whether a passed check holds in every palette by its color tokens. A link that differs from its text by more than
 * color does so everywhere, and an invisible text has no colors.
 */
function isOfTokens({ id, data }: Check): boolean {
  if (id !== 'color-contrast') return id === 'link-in-text-block-style';
  const pair = [data?.fgColor, data?.bgColor].filter((color) => color !== undefined);
  return pair.every((color) => tokensOf(color).length > 0);
}

/** The palettes in which the pair has less contrast than its text size requires. */
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

async function check(page: Page, where: string, options: Options): Promise<CheckResult> {
  // Elements that are fading in cannot be checked, so all finite animations must have ended.
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
  expect.soft(summaries(violations), `broken: ${where}`).toEqual([]);
  const guards = incomplete.some(({ id }) => id === 'aria-hidden-focus');
  const isLayered = guards && (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  const open = incomplete.filter(({ id }) => !isLayered || id !== 'aria-hidden-focus');
  expect.soft(summaries(open), `not judged: ${where}`).toEqual([]);
  return judged;
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(over, `pixels too wide: ${where}`).toBeLessThanOrEqual(0);
}
