/**
 * Links between records, as they are written: `[[target#heading|words]]`, and `[[#heading]]` for a heading of the same
 * text. The server follows the same rules (`documents::links`).
 */

import { anchorOf } from './anchors';
import { countCharacters } from './text';

/** Maximum length of a title, in characters. */
const maxTitle = 200;

/** Maximum length of a label, in characters: a target, a heading and words. */
const maxLabel = 3 * maxTitle;

const pattern = /\[\[([^[\]\n]+)\]\]/g;

/** The parts of a label. A separator counts if something is on both of its sides. */
export interface LinkLabel {
  /** The text between the brackets, without surrounding blanks. */
  readonly whole: string;
  /** The target and the heading. */
  readonly place: string;
  /** The target without the heading; empty for a heading of the same text. */
  readonly target: string;
  readonly heading: string | null;
  /** The words of its own; `null` if it shows its place. */
  readonly words: string | null;
}

/** The part of a text before a sign and the part after it; `null` if there is no sign, or nothing after it. */
function cutAt(text: string, sign: string): readonly [before: string, after: string] | null {
  const at = text.indexOf(sign);
  const after = at < 0 ? '' : text.slice(at + 1).trim();
  return after === '' ? null : [text.slice(0, at).trim(), after];
}

/** Reads the text between the brackets; `null` if it is no link. */
function readLabel(written: string): LinkLabel | null {
  const whole = written.trim();
  const words = cutAt(whole, '|')?.[1] ?? null;
  const place = whole.replace(/\|[^]*$/, '').trim();
  const [target, heading] = cutAt(place, '#') ?? [place, null];
  const isHere = target === '' && heading !== null;
  const mayLead =
    isHere || [whole, place, target].some((name) => name !== '' && countCharacters(name) <= maxTitle);
  return mayLead && countCharacters(whole) <= maxLabel ? { whole, place, target, heading, words } : null;
}

/** What a link shows, whether or not it leads to a record. */
export function shownBy({ whole, place, target, heading, words }: LinkLabel): string {
  return words ?? (target === '' && heading !== null ? heading : place === '' ? whole : place);
}

/**
 * The anchor of the heading in a record with this title; `null` if the link names no heading, or if the sign is part of
 * the title.
 */
export function anchorIn(title: string | null, { whole, place, heading }: LinkLabel): string | null {
  const same = (text: string) => text.toLowerCase() === title?.toLowerCase();
  return heading === null || same(whole) || same(place) ? null : anchorOf(heading);
}

/** The links of a text that is neither code nor interrupted by other markup, and the text between them. */
export function splitAtLinks(text: string): readonly (string | (LinkLabel & { readonly written: string }))[] {
  const parts: (string | (LinkLabel & { readonly written: string }))[] = [];
  let at = 0;
  for (const { 0: written, 1: inside = '', index } of text.matchAll(pattern)) {
    const label = readLabel(inside);
    if (label === null) continue;
    if (index > at) parts.push(text.slice(at, index));
    parts.push({ ...label, written });
    at = index + written.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** A text with what its links show in place of them. */
export function withShownLinks(text: string): string {
  if (!text.includes('[[')) return text;
  return splitAtLinks(text)
    .map((part) => (typeof part === 'string' ? part : shownBy(part)))
    .join('');
}
