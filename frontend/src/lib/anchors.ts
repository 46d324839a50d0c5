/** Anchors: the part after `#` in a link to a section of a text, or in the address of a record. */

/**
 * The anchor of a heading: its text in lower case, letters and digits of any script with their marks, and one hyphen
 * for what is between.
 */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * How the ids of headings and notes begin, behind what the ids of their text begin with. No id of the terminal does.
 */
const headings = 'section-';
export const notes = 'note-';

/**
 * The id of a heading on the page. Those of the record whose address the page has begin with nothing: `ofText` is
 * empty.
 */
export function headingId(ofText: string, anchor: string): string {
  return `${ofText}${headings}${anchor}`;
}

/** Whether an address can name this id: that of a part of the record whose address the page has. */
export function hasAddress(id: string): boolean {
  return id.startsWith(headings) || id.startsWith(notes);
}

/** The fragment of an address that leads to this id. */
export function fragmentFor(id: string): string {
  return id.startsWith(headings) ? id.slice(headings.length) : id;
}

/**
 * A part of an address as it was before it was encoded. One that is not well-formed percent-encoded UTF-8 is taken as
 * it is.
 */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id or anchor that a fragment (`#…`) names. */
export function fragmentOf(hash: string): string {
  return decoded(hash.replace(/^#/, '')).normalize('NFC');
}
