/** Short forms of long text. */

/** Lengths of the previews, in characters. */
export const previewLength = { documentList: 200, submission: 200, adminDocument: 150 } as const;

/** The beginning of a text on one line, with `...` where something was cut. Never splits a surrogate pair. */
export function preview(text: string | null | undefined, length: number): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= length ? line : `${characters.slice(0, length).join('').trimEnd()}...`;
}

/**
 * A text without the characters that change the direction of what follows: embeddings, overrides and isolates. The server
 * refuses them in titles and names; older rows may still hold them, and an isolate's end would break out of a `<bdi>`.
 */
export function withoutBidiControls(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '');
}

/** `1 record`, `2 records`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A file size for people: bytes under 1 KiB, then one decimal. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
