import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Layers over which the alert button cannot be pressed. */
const layers = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * What overlaps the button: texts and controls under it, and anything over it. Runs in the page, so it must be
 * self-contained.
 */
/* eslint-disable-next-line complexity */
function findOverlaps(button: Element): { readonly under: string[]; readonly over: string[] } {
  const before = window.scrollY;
  window.scrollTo(0, button.closest('footer') === null ? 0 : document.documentElement.scrollHeight);
  const cell = button.getBoundingClientRect();

  interface Edges {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  const common = (one: Edges, other: Edges): Edges => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  /** Hidden elements are at most one pixel in size; content that its pane has scrolled out is not visible. */
  const meets = (box: DOMRect, from: Element | null) => {
    if (box.width <= 1) return false;
    let shared = common(box, cell);
    for (let outer = from; outer !== null; outer = outer.parentElement)
      if (getComputedStyle(outer).overflow !== 'visible')
        shared = common(shared, outer.getBoundingClientRect());
    return shared.right - shared.left > 1 && shared.bottom - shared.top > 1;
  };

  const under: string[] = [];
  for (const control of document.querySelectorAll('a, button, input, select, textarea, [tabindex]'))
    if (!control.contains(button) && meets(control.getBoundingClientRect(), control.parentElement))
      under.push(control.outerHTML.slice(0, 120));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { parentElement, nodeValue } = text;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = button.contains(text) ? [] : [...range.getClientRects()];
    if (boxes.some((box) => meets(box, parentElement))) under.push(nodeValue ?? '');
  }
  const over: string[] = [];
  for (const across of [0.02, 0.5, 0.98])
    for (const down of [0.05, 0.5, 0.95]) {
      const hit = document.elementFromPoint(cell.left + cell.width * across, cell.top + cell.height * down);
      if (!button.contains(hit)) over.push(hit?.outerHTML.slice(0, 120) ?? 'nothing');
    }
  window.scrollTo(0, before);
  return { under, over };
}

/**
 * Expects the alert button never to be over a text or a control, and nothing to be over it. The page is scrolled to the
 * end at which the button's bar is fixed, where it must not cover anything, and back.
 */
export async function expectNothingUnderAlerts(page: Page, where: string): Promise<void> {
  if ((await page.locator(layers).count()) > 0) return;
  const found = await page.getByRole('button', { name: /^ADMIN ALERTS/ }).evaluate(findOverlaps);
  expect.soft(found, `meets the button of alerts: ${where}`).toEqual({ under: [], over: [] });
}
