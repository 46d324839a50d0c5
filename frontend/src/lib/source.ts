/** The source of a text, line by line, with everything marked that a reader of the formatted text could miss. */
import { visibleParts } from './invisible';
import { withheldMarks } from './portions';

/** A piece of a line. */
export type SourcePart =
  /** Plain text, a mark that the formatted text does not show, or the name of an invisible character. */
  | { readonly is: 'plain' | 'mark' | 'name'; readonly text: string }
  /** Withheld from this reader: words or whole lines. */
  | { readonly is: 'words' | 'lines'; readonly level: number };

/** A line, or a part of a very long one. */
export interface SourceLine {
  /** Line number from 1; `null` for the continuation of a line. */
  readonly number: number | null;
  readonly parts: readonly SourcePart[];
}

/** Maximum length of a displayed line, in characters: the browser lays out a line as a whole. */
const maxLineLength = 4000;

/** A line break, or the largest part of a line that is laid out at once. */
const pieces = new RegExp(`\\n|[^\\n]{1,${maxLineLength}}`, 'gu');

/** Comments, tags, entities, and the markers of passages. */
const marks =
  /<!--[^]*?(?:-->|$(?![^]))|<[/!?]?[a-z](?:[^<>\n]|\n(?!\n))*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});|^:::(?:level [1-5])?$|\{\{[1-5]\||\}\}/gim;

/** Splits text outside of withheld passages into its parts. */
function markedParts(text: string): readonly SourcePart[] {
  const parts: SourcePart[] = [];
  const push = (is: 'plain' | 'mark', piece: string) => {
    for (const part of visibleParts(piece)) parts.push({ is: part.isName ? 'name' : is, text: part.text });
  };
  let at = 0;
  for (const { 0: mark, index } of text.matchAll(marks)) {
    push('plain', text.slice(at, index));
    push('mark', mark);
    at = index + mark.length;
  }
  push('plain', text.slice(at));
  return parts;
}

/** The lines of a text as the server sent it to this reader. */
export function sourceLines(text: string): readonly SourceLine[] {
  const parts = text
    .replaceAll('\r\n', '\n')
    .split(withheldMarks)
    .flatMap((piece, index): readonly SourcePart[] => {
      if (index % 2 === 0) return markedParts(piece);
      return [{ is: piece.startsWith('{') ? 'words' : 'lines', level: Number(/\d/.exec(piece)?.[0]) }];
    });
  const lines: { number: number | null; parts: SourcePart[] }[] = [];
  let line: SourcePart[] = [];
  let length = 0;
  let number = 1;
  const begin = (shown: number | null) => {
    line = [];
    length = 0;
    lines.push({ number: shown, parts: line });
  };
  begin(number);
  for (const part of parts) {
    if ('level' in part) {
      line.push(part);
      // The marker takes two lines.
      if (part.is === 'lines') number += 1;
      continue;
    }
    for (const piece of part.text.match(pieces) ?? []) {
      if (piece === '\n') begin((number += 1));
      else {
        if (length >= maxLineLength) begin(null);
        line.push({ is: part.is, text: piece });
        length += piece.length;
      }
    }
  }
  return lines;
}
