/** Short ids as people read and type them. */

export type IdPrefix = 'SUB' | 'DOC' | 'EDIT' | 'USR';

/** The first characters of an id in upper case behind a prefix: six, or eight in the approval dialog. */
export function shortId(prefix: IdPrefix, id: string, length: 6 | 8 = 6): string {
  return `${prefix}-${id.slice(0, length).toUpperCase()}`;
}

/**
 * The lower-case beginning of an id that a typed reference means: `DOC-3FA9C1`, `3fa9c1` or a whole id.
 * `null` when it cannot be one.
 */
export function parseDocumentReference(text: string): string | null {
  const match = /^(?:doc-)?([0-9a-f]{6,8}(?:[0-9a-f-]{0,28}))$/i.exec(text.trim());
  return match?.[1]?.toLowerCase() ?? null;
}
