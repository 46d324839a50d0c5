/** Short ids, as users read and type them. */

export type IdPrefix = 'SUB' | 'DOC' | 'EDIT' | 'USR';

/**
 * A prefix and the first digits of an id in upper case: six, eight in the approval dialog, or twelve where several ids
 * begin alike.
 */
export function shortId(prefix: IdPrefix, id: string, length: 6 | 8 | 12 = 6): string {
  return `${prefix}-${id.replaceAll('-', '').slice(0, length).toUpperCase()}`;
}

/** A typed reference: a whole id, or a label (its first 4 to 12 digits), in lower case. */
export type DocumentReference = { readonly id: string } | { readonly label: string };

/** Reads `DOC-3FA9C1`, `3fa9c1d0-7b1e` or a whole id, in any case. `null` if the text is neither. */
export function parseDocumentReference(text: string): DocumentReference | null {
  const typed = text.trim().toLowerCase().replace(/^doc-/, '');
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(typed)) return { id: typed };
  const label = /^[0-9a-f]{1,8}(?:-[0-9a-f]{0,4})?$/.test(typed) ? typed.replace('-', '') : typed;
  return /^[0-9a-f]{4,12}$/.test(label) ? { label } : null;
}

/** The label in a search text; `null` if the text is not a label. */
export function parseDocumentLabel(text: string): string | null {
  const reference = parseDocumentReference(text);
  return reference !== null && 'label' in reference ? reference.label : null;
}

/** Query for the records whose id begins with a label: at most ten, as summaries. */
export function byLabel(label: string): { readonly id: string; readonly view: 'summary' } {
  return { id: label, view: 'summary' };
}
