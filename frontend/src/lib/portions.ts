/**
 * Portions: passages of a text with a level of their own. The server sends them with markers, or a bar in place of what
 * the reader may not read. They are found line by line before Markdown is parsed, by the same rules as on the server.
 */

/** A piece of a text. The concatenated pieces are the text. */
export type Piece =
  | { readonly is: 'text'; readonly text: string }
  /** Lines that the reader may not read. */
  | { readonly is: 'withheld'; readonly level: number }
  /** Lines of this level that the reader may read. */
  | { readonly is: 'level'; readonly level: number; readonly text: string };

const opening = /^:::(level|withheld) ([1-5])$/;
const ending = ':::';

/** A line without its line end (LF or CRLF). */
function bodyOf(line: string): string {
  return line.replace(/\n$/, '').replace(/\r$/, '');
}

/** The lines of a text with their line ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Splits a text at its passages of lines. A passage without an end extends to the end of the text, as on the server.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let open = null as { readonly isBar: boolean; readonly level: number } | null;
  let lines: string[] = [];
  const push = () => {
    const joined = lines.join('');
    lines = [];
    if (open === null) {
      if (joined !== '') pieces.push({ is: 'text', text: joined });
    } else if (open.isBar) pieces.push({ is: 'withheld', level: open.level });
    else pieces.push({ is: 'level', level: open.level, text: joined });
    open = null;
  };
  for (const line of linesOf(text)) {
    const body = bodyOf(line);
    const opened: RegExpExecArray | null = open === null ? opening.exec(body) : null;
    if (open !== null && body === ending) push();
    else if (opened !== null) {
      push();
      open = { isBar: opened[1] === 'withheld', level: Number(opened[2]) };
    } else lines.push(line);
  }
  push();
  return pieces;
}

/** Number of lines of the text that a piece takes, including its markers. */
export function linesOfPiece(piece: Piece): number {
  if (piece.is === 'withheld') return 2;
  const lines = piece.text.split('\n').length - 1;
  return piece.is === 'level' ? lines + 2 : lines;
}

/** A piece of a line. */
export type Inline =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'withheld'; readonly level: number }
  | { readonly is: 'level'; readonly level: number; readonly text: string };

const inlineMark = /\{\{(?:withheld ([1-5])\}\}|([1-5])\|((?:(?!\{\{|\}\})[^\n])*)\}\})/g;

/** Splits text that contains no passages of lines at its passages within lines. */
export function inlinesOf(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(inlineMark)) {
    const [whole, withheld, level, inner = ''] = match;
    if (withheld === undefined && inner.trim() === '') continue;
    if (match.index > at) parts.push({ is: 'text', text: text.slice(at, match.index) });
    parts.push(
      withheld === undefined
        ? { is: 'level', level: Number(level), text: inner }
        : { is: 'withheld', level: Number(withheld) },
    );
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push({ is: 'text', text: text.slice(at) });
  return parts;
}

/** The levels of a text's bars, ascending and without repetition. */
export function withheldLevels(text: string): readonly number[] {
  const levels = piecesOf(text).flatMap((piece) => {
    if (piece.is === 'withheld') return [piece.level];
    if (piece.is === 'level') return [];
    return inlinesOf(piece.text).flatMap((part) => (part.is === 'withheld' ? [part.level] : []));
  });
  return [...new Set(levels)].sort();
}

/** The markers of a text's bars, in order. */
export function barsOf(text: string): readonly string[] {
  return piecesOf(text).flatMap((piece) => {
    if (piece.is === 'withheld') return [`:::withheld ${piece.level}\n:::`];
    if (piece.is === 'level') return [];
    return inlinesOf(piece.text).flatMap((part) =>
      part.is === 'withheld' ? [`{{withheld ${part.level}}}`] : [],
    );
  });
}

/** Matches the marker of a bar in group 1, for splitting a text. */
export const withheldMarks = /(^:::withheld [1-5]\r?\n:::\r?$|\{\{withheld [1-5]\}\})/m;

/** Name of a bar for screen readers and tooltips. */
export function withheldName(level: number): string {
  return `Withheld, level ${level}`;
}

/** Placeholders for passages within lines while Markdown is parsed. */
export interface Tokens {
  readonly text: string;
  /** Matches a placeholder; group 1 is `w4` for a bar, `s4` and `e4` for the start and end of a passage. */
  readonly pattern: RegExp;
}

/** A character that the text does not contain and that Markdown treats as a letter. */
function unusedCharacter(text: string): string {
  for (let code = 0xe000; code <= 0xf8ff; code += 1) {
    const character = String.fromCharCode(code);
    if (!text.includes(character)) return character;
  }
  // All 6,400 private characters occur: the text's own are removed.
  return '\ue000';
}

/** Replaces the passages within lines by placeholders that Markdown leaves unchanged. */
export function tokenize(text: string): Tokens {
  const sign = unusedCharacter(text);
  const mark = (kind: string, level: number) => `${sign}${kind}${level}${sign}`;
  const marked = inlinesOf(text).map((part) => {
    switch (part.is) {
      case 'text':
        return part.text.replaceAll(sign, '');
      case 'withheld':
        return mark('w', part.level);
      case 'level':
        return `${mark('s', part.level)}${part.text.replaceAll(sign, '')}${mark('e', part.level)}`;
    }
  });
  return { text: marked.join(''), pattern: new RegExp(`${sign}([wse][1-5])${sign}`, 'g') };
}
