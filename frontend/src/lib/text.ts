/** Length of a document preview in the control panel, in characters; the server's own previews have up to 200. */
export const adminPreviewLength = 150;

/** The beginning of a one-line text, cut at a word, with `…` if something was cut off. */
export function shorten(text: string, length: number): string {
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const beginning = characters.slice(0, length).join('');
  const isCutInWord = /\S/.test(characters[length] ?? '');
  const words = isCutInWord ? beginning.replace(/\s\S*$/, '') : beginning;
  return `${words.replace(/[\s…]+$/, '')}…`;
}

/**
 * Makes a title or name safe within a line of the interface. It removes characters that change the direction of what
 * follows (embeddings, overrides, isolates; the end of an isolate would break out of a `<bdi>`) and limits combining
 * marks to eight per character, because a line cannot break within one. The server refuses both, but older rows may
 * contain them.
 */
export function lineSafe(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '').replace(/(\p{M}{8})\p{M}+/gu, '$1');
}

/** Number of characters (code points) of a text, as the server counts them. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    const isHigh = (text.charCodeAt(at) & 0xfc00) === 0xd800;
    if (!isHigh || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    // A surrogate pair is one character.
    count -= 1;
    at += 1;
  }
  return count;
}

/** Number of words of a text: runs of letters and digits, with the signs within them. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,-](?=[\p{L}\p{N}]))*/gu)?.length ?? 0;
}

/** A whole number with thousands separators: `200,000`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 record`, `2 records`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A file size: bytes under 1 KiB, then one decimal. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

/** A duration: seconds under a minute, minutes rounded up under an hour, then hours and minutes. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return plural(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return plural(minutes, 'minute');
  const rest = minutes % 60;
  const hours = plural(Math.floor(minutes / 60), 'hour');
  return rest === 0 ? hours : `${hours} ${plural(rest, 'minute')}`;
}
