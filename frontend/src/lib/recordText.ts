import { mostFiles, type AttachedFile } from './attachedFiles';
import { where, type Rule } from './checks';
import { countCharacters, formatCount } from './text';

/** Maximum length of the title and content of a record, in characters. */
export const textLimits = { title: 200, content: 200_000 } as const;

/** Single-line text, such as a title, or multi-line text. */
export type TextKind = 'line' | 'lines';

/** Longest run of combining marks that the server accepts in a single-line text. */
const longestRun = 8;

/** Scripts whose letters need no joiners. */
const unjoined = ['Latn', 'Grek', 'Cyrl', 'Armn', 'Geor', 'Hebr', 'Hani', 'Hira', 'Kana', 'Hang', 'Zyyy'];
const joinedLetter = `(?![${unjoined.map((script) => `\\p{scx=${script}}`).join('')}])\\p{L}\\p{M}*`;

/** Joiners with an orthographic function: after letters of scripts that need them, within words, and within emoji. */
const joiners = [
  `(?<=${joinedLetter})[\\u200B-\\u200D\\u180E]`,
  '(?<=[\\p{L}\\p{M}])\\u200C(?=[\\p{L}\\p{M}])',
  '(?<=\\p{ExtPict}[\\uFE0F\\p{EMod}]*)\\u200D(?=\\p{ExtPict})',
].join('|');

/** Format characters that are allowed everywhere: direction marks, and signs that enclose digits. */
const formats =
  '[\\u200E\\u200F\\u061C\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}]';

/** Letters that are invisible. */
const fillers = '\\u115F\\u1160\\u3164\\uFFA0';

/** Characters that the server refuses, by kind of text. */
const refused: Readonly<Record<TextKind, RegExp>> = {
  line: new RegExp(`(?!${joiners}|${formats})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}${fillers}]`, 'gu'),
  lines: /[^\P{Cc}\t\n]/gu,
};

const visibleCharacter = new RegExp(
  `[^\\s\\p{Cc}\\p{Cf}\\p{DI}\\u2800]|(?![\\u200E\\u200F\\u061C])${formats}`,
  'u',
);

/** Whether a text has at least one visible character. */
export function draws(text: string): boolean {
  return visibleCharacter.test(text);
}

/**
 * Normalizes a text as the server does: every line end becomes a line feed. In a single-line text, line ends and tabs
 * become blanks.
 */
export function plainText(text: string, kind: TextKind): string {
  return kind === 'line'
    ? text.replace(/[\t\v\f\u2028\u2029]/g, ' ')
    : text.replace(/\r\n|[\r\v\f\u2028\u2029]/g, '\n');
}

/** A line without no-break and zero-width characters at its ends, which copied text often contains. */
export function trimmedLine(text: string): string {
  return text.replace(/^[\u00A0\u200B\u2060\uFEFF]+|[\u00A0\u200B\u2060\uFEFF]+$/g, '');
}

export function withoutRefused(text: string, kind: TextKind): string {
  return plainText(text, kind).replace(refused[kind], '');
}

/** The message for a character that the server refuses; `undefined` if there is none. `label` begins the message. */
export function refusedCharacter(label: string, text: string, kind: TextKind): string | undefined {
  const plain = plainText(text, kind);
  const at = plain.search(refused[kind]);
  if (at < 0) return undefined;
  const character = plain.codePointAt(at) ?? 0;
  const before = plain.slice(0, at).split('\n');
  const column = countCharacters(before.at(-1) ?? '') + 1;
  const what = /\p{Cc}/u.test(String.fromCodePoint(character)) ? 'control' : 'invisible or text-direction';
  const place = kind === 'line' ? `character ${column}` : `line ${before.length}, column ${column}`;
  const code = character.toString(16).toUpperCase().padStart(4, '0');
  return `${label} must not contain ${what} characters: ${place} is U+${code}`;
}

/** Rules for a text of at most `max` characters without refused ones. `label` begins the messages. */
export function textRules(label: string, max: number, kind: TextKind): readonly Rule[] {
  const runs = new RegExp(`\\p{M}{${longestRun + 1}}`, 'u');
  return [
    where(
      (value) => countCharacters(value) <= max,
      `${label} must be at most ${formatCount(max)} characters`,
    ),
    (value) => refusedCharacter(label, value, kind),
    where(
      (value) => kind === 'lines' || !runs.test(value.normalize()),
      `${label} must not contain more than ${longestRun} combining marks in a row`,
    ),
  ];
}

export const filesRules: readonly Rule<readonly AttachedFile[]>[] = [
  where(({ length }) => length <= mostFiles, `A record takes up to ${mostFiles} files`),
];
