/** Anchors: the part after `#` in a link to a section of a text, or in the address of a record. */

/**
 * The anchor of a heading: its text in lower case. Letters and digits of any script and their marks are kept; every run
 * of other characters becomes one hyphen.
 */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * Prefixes of the ids of headings and notes, after the prefix of their text. No other id of the terminal begins with
 * them.
 */
const headings = 'section-';
export const notes = 'note-';

/** Leads to the files of a record. No heading has this anchor, because of its low line. */
export const filesAnchor = 'record_files';

/**
 * The id of a heading on the page. `ofText` is the prefix of its text, empty for the record that the page's address
 * names.
 */
export function headingId(ofText: string, anchor: string): string {
  return `${ofText}${headings}${anchor}`;
}

/** Whether a fragment can name this id, that is, whether it belongs to the record that the page's address names. */
export function hasAddress(id: string): boolean {
  return id.startsWith(headings) || id.startsWith(notes);
}

/** The fragment (`#…`) that leads to this id. */
export function fragmentFor(id: string): string {
  return id.startsWith(headings) ? id.slice(headings.length) : id;
}

/** A percent-decoded part of an address. Malformed percent-encoding is returned unchanged. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The id or anchor that a fragment (`#…`) names. */
export function fragmentOf(hash: string): string {
  return decodePart(hash.replace(/^#/, '')).normalize('NFC');
}
