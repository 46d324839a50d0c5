/**
 * Normalizes words as the server's index does (`crates/documents/src/folding.rs`): compatibility forms resolved, case
 * folded, accents removed. Query and text use the same rules, so that the marked words are those that were found.
 */

/** Maximum number of characters of a word that count. */
const maxWordLength = 100;

/** A part of a text without blanks and punctuation, and the words it represents: "½" represents "1" and "2". */
export interface Token {
  /** Start and end in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly string[];
}

/** A part of a character class, from code points and ranges of code points. */
const codes = (text: string) =>
  text
    .split(' ')
    .map((range) => range.replaceAll(/\w+/g, '\\u$&'))
    .join('');

/** Combining marks that may be omitted when typing. Marks that distinguish words, as in Kana, are kept. */
const accents = codes(
  '0300-036F 0483-0489 0591-05BD 05BF 05C1 05C2 05C4 05C5 05C7 0610-061A 064B-065F 0670 06D6-06DC 06DF-06E4 06E7 06E8 ' +
    '06EA-06ED 1AB0-1AFF 1DC0-1DFF 20D0-20FF FE20-FE2F',
);

/** Characters that are invisible inside a word: soft hyphens, joiners, direction marks, variation selectors. */
const ignored = codes('00AD 034F 061C 0640 200B-200F 2060-2064 FE00-FE0F FEFF');

const leftOut = new RegExp(`[${accents}${ignored}]`, 'g');
const partOfWord = new RegExp(`[\\p{Alphabetic}\\p{N}\\p{M}${ignored}]`, 'u');
const letterOrDigit = /[\p{Alphabetic}\p{N}]/u;
const separators = /[^\p{Alphabetic}\p{N}\p{M}]+/u;
const ascii = /^[0-9A-Za-z]*$/;

/** Symbols that represent letters, such as "™", are also parts of words. */
function isPartOfWord(character: string): boolean {
  if (character < '\u0080') return ascii.test(character);
  return partOfWord.test(character) || letterOrDigit.test(character.normalize('NFKD'));
}

/** Full case folding: "ß" becomes "ss", and every sigma becomes "σ". The dotless "ı" remains a separate letter. */
function foldCase(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\u0131]+/g, (part) => part.toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ');
}

function foldToken(token: string): readonly string[] {
  if (ascii.test(token)) return [token.toLowerCase().slice(0, maxWordLength)];
  const plain = foldCase(token.normalize('NFKD'))
    .normalize('NFKD')
    .replace(leftOut, '')
    // Compose the remaining marks with their letters.
    .normalize('NFC');
  return plain
    .split(separators)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, maxWordLength).join(''));
}

/** The tokens of a text, in order. */
export function* tokensOf(text: string): Generator<Token> {
  let start = -1;
  let at = 0;
  for (const character of text) {
    const inWord = isPartOfWord(character);
    if (inWord && start < 0) start = at;
    if (!inWord && start >= 0) {
      yield { start, end: at, words: foldToken(text.slice(start, at)) };
      start = -1;
    }
    at += character.length;
  }
  if (start >= 0) yield { start, end: at, words: foldToken(text.slice(start)) };
}

export function wordsOf(text: string): readonly string[] {
  return Array.from(tokensOf(text)).flatMap(({ words }) => words);
}
