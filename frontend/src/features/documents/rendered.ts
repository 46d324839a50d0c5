/** Functions that read a rendered text on the page. */

import type { ContentsEntry } from './Contents.style';
import { filesAnchor, fragmentOf, hasAddress, headingId } from '@/lib/anchors';

/** Minimum number of headings for a table of contents. */
const fewestHeadings = 2;

/** Distance from the top of the window at which a heading counts as reached, in pixels: below the bar there. */
const reached = 120;

/** The headings of the two highest levels of a text, in order; empty if there are too few. */
export function outlineOf(box: HTMLElement): readonly ContentsEntry[] {
  // The heading over the footnotes has another kind of id: the author did not write it.
  const headings = [
    ...box.querySelectorAll<HTMLElement>(`:is(h2, h3, h4, h5, h6)[id^="${headingId('', '')}"]`),
  ];
  const levels = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  const shown = levels.slice(0, 2);
  const entries = headings
    .filter(({ tagName }) => shown.includes(tagName))
    .map((heading) => ({
      id: heading.id,
      text: heading.textContent.trim(),
      isInner: heading.tagName !== shown[0],
    }))
    .filter(({ text }) => text !== '');
  return entries.length < fewestHeadings ? [] : entries;
}

/**
 * The element that the fragment of an address names: in a text a heading by its anchor or a note by its id, or the
 * files of the record.
 */
export function partOf(box: HTMLElement, hash: string): HTMLElement | null {
  const fragment = fragmentOf(hash);
  if (fragment === '') return null;
  if (fragment === filesAnchor) return document.getElementById(filesAnchor);
  const ids = [headingId('', fragment), ...(hasAddress(fragment) ? [fragment] : [])];
  const found = ids.map((id) => document.getElementById(id));
  return found.find((part) => box.contains(part)) ?? null;
}

/**
 * The last heading above the reading position; at the end of the page, the last heading, which might otherwise never be
 * reached.
 */
export function currentHeading(contents: readonly ContentsEntry[]): string | null {
  const { scrollHeight } = document.documentElement;
  const isScrolled = window.scrollY > 0;
  if (isScrolled && window.scrollY + window.innerHeight >= scrollHeight - 2)
    return contents.at(-1)?.id ?? null;
  const passed = contents.filter(
    ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= reached,
  );
  return (passed.at(-1) ?? contents[0])?.id ?? null;
}

const marksOf = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('mark[data-match]')];

/** Number of matches that are marked. A match may consist of several marks. */
export function matchesIn(box: HTMLElement): number {
  return new Set(marksOf(box).map(({ dataset }) => dataset.match)).size;
}

/** Scrolls to a match unless it is in view, and highlights it. */
export function showMatch(box: HTMLElement, match: number): void {
  for (const mark of marksOf(box)) mark.toggleAttribute('data-current', Number(mark.dataset.match) === match);
  const first = box.querySelector<HTMLElement>('mark[data-current]');
  const place = first?.getBoundingClientRect();
  const isSeen = place !== undefined && place.top >= reached && place.bottom <= window.innerHeight - reached;
  if (!isSeen) first?.scrollIntoView({ block: 'center' });
}
