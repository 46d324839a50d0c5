import type { Piece } from './portions';

/** Footnotes of a text that is rendered in pieces: a note may be defined in another piece than its reference. */

/** The definition of a note, up to the end of its first paragraph. */
const definition = /^ {0,3}\[\^([^\]\s]+)\]:.*(?:\n(?![ \t]*$| {0,3}\[\^).+)*/gm;

/** A reference to a note, that is, a label without a colon after it. */
const reference = /\[\^([^\]\s]+)\](?!:)/g;

interface Note {
  readonly label: string;
  readonly text: string;
  readonly level: number;
}

function textOf(piece: Piece): string {
  return piece.is === 'withheld' ? '' : piece.text;
}

/** The level of a piece; text outside of passages counts as below all levels. */
function levelOf(piece: Piece): number {
  return piece.is === 'text' ? 0 : piece.level;
}

/** The label of a note as Markdown compares it: in lower case. */
function labelOf(written: string | undefined): string {
  return (written ?? '').toLowerCase();
}

function notesOf(piece: Piece): readonly Note[] {
  return [...textOf(piece).matchAll(definition)].map(([text, label]) => ({
    label: labelOf(label),
    text,
    level: levelOf(piece),
  }));
}

/**
 * For each piece, the definitions of notes that it refers to and that are in other pieces. A definition within a
 * passage is only used in passages of its level or above: elsewhere it would be shown without the mark of its level.
 */
export function notesFromElsewhere(pieces: readonly Piece[]): readonly string[] {
  const own = pieces.map(notesOf);
  if (pieces.length < 2 || own.every((notes) => notes.length === 0)) return pieces.map(() => '');
  const all = own.flat();
  return pieces.map((piece, index) => {
    const asked = new Set([...textOf(piece).matchAll(reference)].map(([, label]) => labelOf(label)));
    for (const { label } of own[index] ?? []) asked.delete(label);
    const found = [...asked].map((wanted) =>
      all.find(({ label, level }) => label === wanted && level <= levelOf(piece)),
    );
    return found.flatMap((note) => (note === undefined ? [] : [note.text])).join('\n\n');
  });
}
