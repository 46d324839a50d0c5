import { withShownLinks } from '@/lib/linkLabel';
import { inlinesOf } from '@/lib/portions';

/** A text with its selection, in UTF-16 code units; an empty selection is the caret. */
export interface Edit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export type TextCommand = (edit: Edit) => Edit;

/** Quote marks, then the mark of a list item or heading: what a line begins with before its words. */
const linePrefix = /^(\s*(?:> ?)*)((?:[-*+] (?:\[[ xX]\] )?)|(?:\d{1,9}[.)] )|(?:#{1,6} ))?/;

const bullet = /^[-*+] /;
const heading = /^#{1,6} /;

/** The quote marks of a line, its list or heading mark, and the length of both together. */
function prefixOf(line: string): { readonly quote: string; readonly mark: string; readonly length: number } {
  const [all = '', quote = '', mark = ''] = linePrefix.exec(line) ?? [];
  return { quote, mark, length: all.length };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Start and end of the lines that a selection touches, without a line at whose start it ends. */
function touchedLines({ text, start, end }: Edit): readonly [number, number] {
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  return [lineStart(text, start), lineEnd(text, last)];
}

/** Replaces a range and selects a part of the replacement, given relative to its start. */
function replaced(
  text: string,
  from: number,
  to: number,
  by: string,
  select: readonly [number, number],
): Edit {
  return {
    text: text.slice(0, from) + by + text.slice(to),
    start: from + select[0],
    end: from + select[1],
  };
}

/* Emphasis: runs of `*` around words, one for italic, two for bold, three for both. */

/** A range of a line to emphasize, without blanks at its ends, and the number of `*` around it. */
interface Emphasized {
  readonly from: number;
  readonly to: number;
  readonly run: number;
}

/** Number of `*` that end at an index. An escaped one does not count. */
function starsBefore(text: string, at: number): number {
  const [, escapes = '', stars = ''] = /(\\*)(\**)$/.exec(text.slice(lineStart(text, at), at)) ?? [];
  return escapes.length % 2 === 1 ? Math.max(0, stars.length - 1) : stars.length;
}

/** Number of `*` that begin at an index. */
function starsAfter(text: string, at: number): number {
  const isEscaped = (/\\*$/.exec(text.slice(0, at))?.[0].length ?? 0) % 2 === 1;
  return isEscaped ? 0 : (/^\**/.exec(text.slice(at))?.[0].length ?? 0);
}

function emphasizedIn(text: string, from: number, to: number): Emphasized {
  const hasWords = /[^*]/.test(text.slice(from, to));
  const first = hasWords ? from + starsAfter(text, from) : from;
  const last = hasWords ? to - starsBefore(text, to) : to;
  return { from: first, to: last, run: Math.min(starsBefore(text, first), starsAfter(text, last)) };
}

/** The ranges of a selection to emphasize: the words of each line, because emphasis cannot span paragraphs. */
function emphasizedRanges(edit: Edit): readonly Emphasized[] {
  const { text, start, end } = edit;
  const ranges: Emphasized[] = [];
  for (let at = lineStart(text, start); at <= end; at = lineEnd(text, at) + 1) {
    const words = at + prefixOf(text.slice(at, lineEnd(text, at))).length;
    const from = Math.max(start, words);
    const to = Math.min(end, lineEnd(text, at));
    const selected = text.slice(from, to);
    const core = selected.trim();
    if (core === '') continue;
    const first = from + selected.indexOf(core);
    ranges.push(emphasizedIn(text, first, first + core.length));
  }
  return ranges;
}

/** The word around a caret; `null` if the caret is not in one. */
function wordAround(text: string, caret: number): readonly [number, number] | null {
  const before = /[\p{L}\p{N}\p{M}]+$/u.exec(text.slice(0, caret))?.[0].length ?? 0;
  const after = /^[\p{L}\p{N}\p{M}]+/u.exec(text.slice(caret))?.[0].length ?? 0;
  return before === 0 || after === 0 ? null : [caret - before, caret + after];
}

/** Emphasizes the word around a caret, or inserts marks to type between, which a second press removes. */
function emphasizeCaret({ text, start: caret }: Edit, size: number, isOn: (run: number) => boolean): Edit {
  const word = wordAround(text, caret);
  if (word !== null) {
    const { from, to, run } = emphasizedIn(text, ...word);
    const step = isOn(run) ? -size : size;
    const stars = '*'.repeat(run + step);
    const by = stars + text.slice(from, to) + stars;
    const at = caret - from + run + step;
    return replaced(text, from - run, to + run, by, [at, at]);
  }
  const run = Math.min(starsBefore(text, caret), starsAfter(text, caret));
  if (isOn(run)) return replaced(text, caret - size, caret + size, '', [0, 0]);
  return replaced(text, caret, caret, '*'.repeat(2 * size), [size, size]);
}

function emphasis(size: number, isOn: (run: number) => boolean): TextCommand {
  return (edit) => {
    if (edit.start === edit.end) return emphasizeCaret(edit, size, isOn);
    const ranges = emphasizedRanges(edit);
    const first = ranges[0];
    if (first === undefined) return edit;
    const isRemoved = ranges.every(({ run }) => isOn(run));
    let { text } = edit;
    let end = 0;
    // Last range first, so that the positions of the others stay valid.
    for (const { from, to, run } of ranges.toReversed()) {
      const next = isRemoved ? run - size : isOn(run) ? run : run + size;
      const stars = '*'.repeat(next);
      const words = text.slice(from, to);
      text = text.slice(0, from - run) + stars + words + stars + text.slice(to + run);
      const shift = 2 * (next - run);
      end = end === 0 ? to + next - run : end + shift;
    }
    const start = first.from + (isRemoved ? -size : isOn(first.run) ? 0 : size);
    return { text, start, end };
  };
}

export const bold = emphasis(2, (run) => run >= 2);
export const italic = emphasis(1, (run) => run % 2 === 1);

/* Marks at the start of lines. */

/** Changes the mark of each touched line, except for blank ones among several. The same words stay selected. */
function markLines(edit: Edit, isMarked: (mark: string) => boolean, newMark: string): Edit {
  const [from, to] = touchedLines(edit);
  const lines = edit.text.slice(from, to).split('\n');
  const counts = (line: string) => lines.length === 1 || line.trim() !== '';
  const isRemoved = lines.filter(counts).every((line) => isMarked(prefixOf(line).mark));
  let { start, end } = edit;
  let at = from;
  const marked = lines.map((line) => {
    const { quote, length } = prefixOf(line);
    const prefix = counts(line) ? quote + (isRemoved ? '' : newMark) : line.slice(0, length);
    const step = prefix.length - length;
    // A position within the old mark moves behind the new one.
    const moved = (position: number) => Math.max(at + length, position) + step;
    if (edit.start >= at && edit.start <= at + line.length) start += moved(edit.start) - edit.start;
    else if (edit.start > at + line.length) start += step;
    if (edit.end >= at && edit.end <= at + line.length) end += moved(edit.end) - edit.end;
    else if (edit.end > at + line.length) end += step;
    at += line.length + 1;
    return prefix + line.slice(length);
  });
  return { text: edit.text.slice(0, from) + marked.join('\n') + edit.text.slice(to), start, end };
}

export const toggleHeading: TextCommand = (edit) => markLines(edit, (mark) => heading.test(mark), '## ');

export const toggleList: TextCommand = (edit) => markLines(edit, (mark) => bullet.test(mark), '- ');

/** Whether a line is in a fenced code block, where marks have no meaning. */
function isInFence(text: string, at: number): boolean {
  let fence: string | null = null;
  for (const line of text.slice(0, lineStart(text, at)).split('\n')) {
    const mark: string | undefined = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null;
  }
  return fence !== null;
}

/** The mark of the next item: the next number, or an open task. */
function nextMark(mark: string): string {
  const number = /^(\d+)(.*)$/s.exec(mark);
  return number === null ? mark.replace(/\[[xX]\]/, '[ ]') : `${Number(number[1]) + 1}${number[2] ?? ''}`;
}

/**
 * Enter in a list or quote: the next line begins with the same marks, and an item without words ends the list. `null`
 * where Enter only starts a new line.
 */
export function continueLines(edit: Edit): Edit | null {
  const { text, start, end } = edit;
  const from = lineStart(text, start);
  const line = text.slice(from, lineEnd(text, start));
  const { quote, mark, length } = prefixOf(line);
  const marks = heading.test(mark) ? quote : quote + mark;
  if (marks.trim() === '' || start < from + length || isInFence(text, start)) return null;
  if (line.trim() === marks.trim() && start === end) {
    return replaced(text, from, from + line.length, '', [0, 0]);
  }
  const next = `\n${quote}${heading.test(mark) ? '' : nextMark(mark)}`;
  return replaced(text, start, end, next, [next.length, next.length]);
}

/* Links. */

/** A link to an address with its words, or a link to a record with its label. */
const wholeLink = /\[([^[\]\n]*)\]\([^)\n]*\)|\[\[([^[\]\n]+)\]\]/g;
const isAddress = (words: string) => /^(?:https?:\/\/|mailto:|\/)\S+$/.test(words);

/** Removes the link around the selection; `null` if there is none. */
function unlinked({ text, start, end }: Edit): Edit | null {
  const first = lineStart(text, start);
  for (const match of text.slice(first, lineEnd(text, start)).matchAll(wholeLink)) {
    const [all, toAddress, label = ''] = match;
    const from = first + match.index;
    const to = from + all.length;
    const isBeside = start === end && (start === from || end === to);
    if (start < from || end > to || isBeside) continue;
    const words = toAddress ?? withShownLinks(`[[${label.replace('\\|', '|')}]]`);
    return replaced(text, from, to, words, [0, words.length]);
  }
  return null;
}

/** Links words to a record that the author has yet to name. In a table, the bar before the words is escaped. */
function beginLink({ text, start, end }: Edit): Edit {
  const sign = /^\s*\|/.test(text.slice(lineStart(text, start), end)) ? '\\|' : '|';
  return replaced(text, start, end, `[[${sign}${text.slice(start, end)}]]`, [2, 2]);
}

/**
 * Links the selected words to a record, whose title is then suggested, or to an address where records cannot be linked;
 * within a link, removes it. Without a selection it begins a link.
 */
export function link(toRecords: boolean): TextCommand {
  return (edit) => {
    const { text, start, end } = edit;
    const without = unlinked(edit);
    if (without !== null) return without;
    const selected = text.slice(start, end).trim();
    if (selected.includes('\n')) return edit;
    const from = selected === '' ? start : start + text.slice(start, end).indexOf(selected);
    const to = selected === '' ? end : from + selected.length;
    if (isAddress(selected)) return replaced(text, from, to, `[](${selected})`, [1, 1]);
    if (toRecords && selected === '') return replaced(text, from, to, '[[]]', [2, 2]);
    if (toRecords && !/[[\]]/.test(selected)) return beginLink({ text, start: from, end: to });
    const at = selected === '' ? 1 : selected.length + 3;
    return replaced(text, from, to, `[${selected}]()`, [at, at]);
  };
}

/* Passages with a level of their own. */

/** A passage of lines, or the bar that replaces a withheld one. The last one may lack its end. */
const block = /^:::(level|withheld) [1-5]\n([^]*?)(?:^:::$|(?![^]))/gm;

/** A passage around the selection; its words are `null` for a bar. */
interface Passage {
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly words: string | null;
}

const includes = ({ start, end }: Edit, from: number, to: number) => start >= from && end <= to;

function blockAround(edit: Edit): Passage | null {
  for (const { 0: all, 1: kind, 2: words = '', index: from } of edit.text.matchAll(block)) {
    const to = from + all.length;
    const level = Number(/[1-5]/.exec(all));
    if (includes(edit, from, to)) return { from, to, level, words: kind === 'level' ? words : null };
  }
  return null;
}

function wordsAround(edit: Edit): Passage | null {
  let from = lineStart(edit.text, edit.start);
  for (const part of inlinesOf(edit.text.slice(from, lineEnd(edit.text, edit.start)))) {
    const words = part.is === 'withheld' ? null : part.text;
    // The length of the marks of bars and of passages within a line.
    const marks = { text: 0, withheld: '{{withheld 4}}'.length, level: '{{4|}}'.length }[part.is];
    const to = from + marks + (words?.length ?? 0);
    if (part.is !== 'text' && includes(edit, from, to)) return { from, to, level: part.level, words };
    from = to;
  }
  return null;
}

/** Changes the level of a passage of lines, or removes its marks if it already has this level. */
function changeBlock(edit: Edit, { from, to, level: old, words }: Passage, level: number): Edit {
  if (words === null) return edit;
  const opening = `:::level ${level}\n`;
  if (old !== level) {
    return replaced(edit.text, from, from + opening.length, opening, [edit.start - from, edit.end - from]);
  }
  const by = words.replace(/\n$/, '');
  return replaced(edit.text, from, to, by, [0, by.length]);
}

/** The same for a passage within a line. */
function changeWords(edit: Edit, { from, to, level: old, words }: Passage, level: number): Edit {
  if (words === null) return edit;
  if (old === level) return replaced(edit.text, from, to, words, [0, words.length]);
  return replaced(edit.text, from, to, `{{${level}|${words}}}`, [4, 4 + words.length]);
}

/** Whether words within one line are selected, but not the whole line. */
function isWithinLine(selected: string, lines: string): boolean {
  return selected.trim() !== '' && !selected.includes('\n') && selected.trim() !== lines.trim();
}

/**
 * Gives the selected words a level of their own, or the touched lines if a whole line, several or nothing is selected.
 * Within a passage, it changes the level, or removes the marks if the level is the same. A bar stays as it is.
 */
export function passage(level: number): TextCommand {
  return (edit) => {
    const { text, start, end } = edit;
    const ofLines = blockAround(edit);
    if (ofLines !== null) return changeBlock(edit, ofLines, level);
    const ofWords = wordsAround(edit);
    if (ofWords !== null) return changeWords(edit, ofWords, level);
    const [from, to] = touchedLines(edit);
    const lines = text.slice(from, to);
    const selected = text.slice(start, end);
    // Passages do not nest.
    if (/^:::/m.test(lines) || /\{\{|\}\}/.test(selected)) return edit;
    if (isWithinLine(selected, lines)) {
      return replaced(text, start, end, `{{${level}|${selected}}}`, [4, 4 + selected.length]);
    }
    const opening = `:::level ${level}\n`;
    const select = [opening.length, opening.length + lines.length] as const;
    return replaced(text, from, to, `${opening}${lines}\n:::`, select);
  };
}

/* Tables. */

const headCell = 'Column';
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The rows of a table made of lines with tabs between cells. All get as many cells as the longest. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim().replaceAll('|', '\\|')));
  const columns = Math.max(...cells.map(({ length }) => length));
  const filled = cells.map((some) => row(Array.from({ length: columns }, (_, at) => some[at] ?? '')));
  const [head = '', ...body] = filled;
  return [head, row(Array.from({ length: columns }, () => '---')), ...body];
}

/** The line breaks that separate a table from the paragraph above. */
function leadOf(before: string): string {
  if (/(?:^|\n)\s*\n$|^$/.test(before)) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

/** Makes a table of the selected lines, the first of which is its head row, or inserts an empty table. */
export const table: TextCommand = (edit) => {
  const { text } = edit;
  const [first, to] = touchedLines(edit);
  const lines = text.slice(first, to).split('\n');
  const filled = edit.start === edit.end ? [] : lines.filter((line) => line.trim() !== '');
  const isEmpty = filled.length === 0;
  const rows = rowsOf(isEmpty ? [`${headCell}\t${headCell}`, '\t'] : filled);
  // An empty table follows the line of the caret.
  const from = isEmpty ? to : first;
  const lead = leadOf(text.slice(0, from));
  const after = text.slice(to);
  const end = after.trim() === '' || after.startsWith('\n\n') ? '' : '\n';
  const at = lead.length + 2;
  const selected = isEmpty ? headCell.length : (rows[0] ?? '').length - 4;
  return replaced(text, from, to, `${lead}${rows.join('\n')}${end}`, [at, at + selected]);
};
