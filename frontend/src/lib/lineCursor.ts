import { isAppError } from './errors';

/** Returns the line of the content that the server names in a refusal, counted from 1; `null` if it names none. */
export function refusedLine(error: unknown): number | null {
  if (!isAppError(error)) return null;
  const problem = error.fields?.find(({ field }) => field === 'content');
  const line = problem?.line ?? error.line ?? Number(/^Line (\d+):/.exec(problem?.message ?? '')?.[1]);
  return Number.isInteger(line) && line > 0 ? line : null;
}

/** Returns the start and end of a line in UTF-16 code units. Beyond the last line both are the end of the text. */
export function lineRange(text: string, line: number): readonly [number, number] {
  let start = 0;
  for (let n = 1; n < line; n += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) return [text.length, text.length];
    start = end + 1;
  }
  const end = text.indexOf('\n', start);
  return [start, end < 0 ? text.length : end];
}

/** Selects a line in the focused text area and scrolls it into view. */
export function selectLine(line: number): void {
  const area = document.activeElement;
  if (!(area instanceof HTMLTextAreaElement)) return;
  const [start, end] = lineRange(area.value, line);
  area.setSelectionRange(start, end);
  const lines = area.value.split('\n').length;
  // Long lines wrap, so the scroll position is approximate.
  area.scrollTop = (area.scrollHeight * Math.max(0, line - 3)) / lines;
}
