/** Characters that are drawn as nothing or as a blank, so that a reader cannot see them. */
const invisible = /[\p{DI}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?! )\p{Zs}|[^\P{Cc}\t\n]/u;

/** Emoji sequences, which contain invisible characters. */
const emoji = /\p{ExtPict}\p{EMod}?\uFE0F?(?:\u200D\p{ExtPict}\p{EMod}?\uFE0F?)*/u;

/** Runs of invisible characters in group 1, or an emoji sequence, which is skipped. */
const runs = new RegExp(`((?:${invisible.source})+)|${emoji.source}`, 'gu');

/** Maximum number of characters of a run that are named. */
const maxNamed = 12;

const names: Readonly<Record<number, string>> = {
  0x0d: 'CARRIAGE RETURN',
  0xa0: 'NO-BREAK SPACE',
  0xad: 'SOFT HYPHEN',
  0x34f: 'COMBINING GRAPHEME JOINER',
  0x61c: 'ARABIC LETTER MARK',
  0x115f: 'HANGUL CHOSEONG FILLER',
  0x1160: 'HANGUL JUNGSEONG FILLER',
  0x1680: 'OGHAM SPACE MARK',
  0x180e: 'MONGOLIAN VOWEL SEPARATOR',
  0x2000: 'EN QUAD',
  0x2001: 'EM QUAD',
  0x2002: 'EN SPACE',
  0x2003: 'EM SPACE',
  0x2004: 'THREE-PER-EM SPACE',
  0x2005: 'FOUR-PER-EM SPACE',
  0x2006: 'SIX-PER-EM SPACE',
  0x2007: 'FIGURE SPACE',
  0x2008: 'PUNCTUATION SPACE',
  0x2009: 'THIN SPACE',
  0x200a: 'HAIR SPACE',
  0x200b: 'ZERO WIDTH SPACE',
  0x200c: 'ZERO WIDTH NON-JOINER',
  0x200d: 'ZERO WIDTH JOINER',
  0x200e: 'LEFT-TO-RIGHT MARK',
  0x200f: 'RIGHT-TO-LEFT MARK',
  0x2028: 'LINE SEPARATOR',
  0x2029: 'PARAGRAPH SEPARATOR',
  0x202a: 'LEFT-TO-RIGHT EMBEDDING',
  0x202b: 'RIGHT-TO-LEFT EMBEDDING',
  0x202c: 'POP DIRECTIONAL FORMATTING',
  0x202d: 'LEFT-TO-RIGHT OVERRIDE',
  0x202e: 'RIGHT-TO-LEFT OVERRIDE',
  0x202f: 'NARROW NO-BREAK SPACE',
  0x205f: 'MEDIUM MATHEMATICAL SPACE',
  0x2060: 'WORD JOINER',
  0x2061: 'FUNCTION APPLICATION',
  0x2062: 'INVISIBLE TIMES',
  0x2063: 'INVISIBLE SEPARATOR',
  0x2064: 'INVISIBLE PLUS',
  0x2066: 'LEFT-TO-RIGHT ISOLATE',
  0x2067: 'RIGHT-TO-LEFT ISOLATE',
  0x2068: 'FIRST STRONG ISOLATE',
  0x2069: 'POP DIRECTIONAL ISOLATE',
  0x2800: 'BRAILLE PATTERN BLANK',
  0x3000: 'IDEOGRAPHIC SPACE',
  0x3164: 'HANGUL FILLER',
  0xfeff: 'ZERO WIDTH NO-BREAK SPACE',
  0xffa0: 'HALFWIDTH HANGUL FILLER',
};

function nameOf(code: number): string {
  if (code >= 0xfe00 && code <= 0xfe0f) return `VARIATION SELECTOR-${code - 0xfe00 + 1}`;
  // Tag characters are invisible letters in which a text can be hidden.
  if (code > 0xe0020 && code < 0xe007f) return `TAG ${String.fromCodePoint(code - 0xe0000)}`;
  return names[code] ?? 'INVISIBLE CHARACTER';
}

const written = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, '0')} ${nameOf(code)}`;

/** `U+200B ZERO WIDTH SPACE`, `U+00A0 NO-BREAK SPACE x3`; several are separated by commas. */
function nameRun(run: string): string {
  const same = Array.from(run.matchAll(/(.)\1*/gsu), ([all, one = '']) => {
    const times = all.length / one.length;
    return `${written(one.codePointAt(0) ?? 0)}${times === 1 ? '' : ` x${times}`}`;
  });
  const more = same.length - maxNamed;
  return [...same.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** A part of a text: visible text, or the names of the invisible characters at that position. */
export interface VisiblePart {
  readonly isName: boolean;
  readonly text: string;
}

export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let at = 0;
  for (const { 0: all, 1: run, index } of text.matchAll(runs)) {
    if (run === undefined) continue;
    if (index > at) parts.push({ isName: false, text: text.slice(at, index) });
    parts.push({ isName: true, text: nameRun(run) });
    at = index + all.length;
  }
  if (at < text.length) parts.push({ isName: false, text: text.slice(at) });
  return parts;
}
