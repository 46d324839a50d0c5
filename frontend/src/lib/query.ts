/**
 * The query language of searches, as far as the client needs it: which terms the server requires
 * (`crates/documents/src/search`).
 */

import { documentCategories } from './categories';
import { clearanceLevels } from './clearance';
import { isDay } from './dates';
import { wordsOf } from './words';

/** A word or phrase that a search requires, normalized like the words of the index. */
export interface Term {
  /** One word, or the words of a phrase in their order. */
  readonly words: readonly string[];
  /** Matches longer words that begin with it. */
  readonly isOpen: boolean;
}

/** Maximum number of words that count. */
const maxWords = 16;

/** A word or a quoted text, after an optional `-` or field name. */
interface Piece {
  readonly isRefused: boolean;
  readonly field: string | null;
  readonly value: string;
  readonly isQuoted: boolean;
}

/** An optional `-`, an optional field name, and a quoted or plain value. An unclosed quote extends to the end. */
const nextPiece = /\s*(-(?=\S))?(?:([A-Za-z]+):(?=\S))?(?:"([^"]*)(?:"|$)|([^\s"]+))/y;

function piecesOf(query: string): readonly Piece[] {
  const text = query.trim();
  const pieces: Piece[] = [];
  const pattern = new RegExp(nextPiece);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const [, refused, field = null, quoted, plain = ''] = found;
    pieces.push({
      isRefused: refused !== undefined,
      field,
      value: quoted ?? plain,
      isQuoted: quoted !== undefined,
    });
  }
  return pieces;
}

/**
 * The fields of the query language with the values they accept. With any other value the piece is searched as words.
 */
const fields: Readonly<Record<string, (value: string) => boolean>> = {
  level: (value) => clearanceLevels.some((level) => String(level) === value),
  category: (value) => {
    const name = value.toUpperCase().replaceAll(/[_-]/g, ' ');
    return documentCategories.some((category) => category === name);
  },
  author: (value) => value.trim() !== '',
  before: isDay,
  after: isDay,
  is: (value) => value.toLowerCase() === 'archived',
};

function isField({ field, value, isRefused }: Piece): boolean {
  if (field === null || isRefused) return false;
  const name = field.toLowerCase();
  return Object.hasOwn(fields, name) && fields[name]?.(value) === true;
}

const whole = (word: string): Term => ({ words: [word], isOpen: false });

function termsOf({ isRefused, field, value, isQuoted }: Piece): readonly Term[] {
  if (isRefused) return [];
  const words = wordsOf(value);
  const names = field === null ? [] : wordsOf(field).map(whole);
  if (!isQuoted) return [...names, ...words.map(whole)];
  return words.length === 0 ? names : [...names, { words, isOpen: false }];
}

/**
 * The words and phrases that a search requires, in order, without fields and terms after `-`. The last word is open if
 * the query ends with it.
 */
export function requiredTerms(query: string): readonly Term[] {
  const pieces = piecesOf(query);
  const all = pieces.filter((piece) => !isField(piece)).flatMap(termsOf);
  const last = pieces.at(-1);
  const isOpen =
    last !== undefined &&
    !last.isQuoted &&
    !last.isRefused &&
    !isField(last) &&
    wordsOf(last.value).length > 0;
  const terms: Term[] = [];
  let room = maxWords;
  for (const [index, term] of all.entries()) {
    room -= term.words.length;
    if (room < 0) break;
    terms.push(isOpen && index === all.length - 1 ? { ...term, isOpen } : term);
  }
  return terms;
}
