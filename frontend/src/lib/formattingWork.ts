/**
 * Estimates the work of formatting a text before it is parsed as Markdown. Parsing time grows with the square of what a
 * paragraph contains and blocks the page. The measurements are in `docs/decisions/texts.md`.
 */

import { combiningRuns } from './combining';

/** Limit of the work for one text. A unit is about one microsecond on a slow processor. */
export const maxWork = 1_650_000;

/** Limit of nested quotes and lists. Deeper nesting exhausts the stack. */
export const maxDepth = 100;

/** Additional work for each passage of lines: the text around it is parsed separately. */
export const workOfPart = 400;

/** Cost of each element of a text, measured with the Markdown parser. */
const cost = {
  character: 1,
  line: 40,
  /** A character that may begin or end inline formatting. */
  mark: 40,
  quote: 70,
  item: 200,
  /** A list item that begins on the line of another one. */
  innerItem: 400,
  block: 60,
  /** Includes its line in the table of contents. */
  heading: 260,
  /** Each line, for every quote or list that is open around it. */
  open: 4,
  /** Each pair of marks in a paragraph: every closing mark looks for its opening mark. */
  pair: 0.03,
  /** Each mark that looks for its end, per character of its paragraph. */
  search: 0.012,
  /**
   * Each end of a quote, list or note, and each underlined heading, per unit of work before it: the parser moves its
   * events.
   */
  end: 0.001,
  /** The same at the start of a list item. */
  endAtItem: 0.0004,
} as const;

/** An underlined heading makes the parser move all lines of its paragraph. */
const marksOfUnderline = 5;

/** An image is parsed once more for each image that contains it. */
const marksOfPicture = 10;

const marks = /[*_~[\]<&\\@|`]|www\.|https?:/g;
const searches = /\]\(|`+/g;
/** A quote, list item or note at the current position. */
const container = /[ \t]*(?:(>)|(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)|\[\^[^\]\s]+\]:)/y;
const item = /^\s*(?:[-+*]|\d{1,9}[.)])(?=\s|$)/;
const heading = /^[ \t>]*#/;
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/;
const blank = /^(?:[ \t]*| {0,3}(?:> {0,3})*)$/;
const ends = /\r\n|\n|\r/;

/** Lines that begin a new paragraph whatever precedes them. */
const startsBlock = /^ {0,3}(?:[-+*][ \t]+\S|#{1,6}[ \t]|1[.)][ \t]+\S)/;
const startsItem = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+\S/;
const continuesList = /^ ?\d{1,9}[.)][ \t]+\S/;

const tableRow = /^ {0,3}\|[^\\]*\|[ \t]*$/;
const tableRule = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

const opensFence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const closesFence = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The quotes, lists and notes that begin on a line. */
interface Containers {
  /** Nesting depth. */
  readonly depth: number;
  readonly work: number;
  /** Column at which the text of the innermost one begins. */
  readonly margin: number;
  /** The marker if there is only one, without its number. */
  readonly kind: string | null;
}

function containersOf(line: string): Containers {
  let depth = 0;
  let work = 0;
  let end = 0;
  container.lastIndex = 0;
  for (let found = container.exec(line); found !== null; found = container.exec(line)) {
    depth += 1;
    end = container.lastIndex;
    const item = depth === 1 ? cost.item : cost.innerItem;
    work += found[1] === undefined ? item : cost.quote;
  }
  // Every two columns before an item may belong to one more list.
  const inner = count(line.slice(0, end), / {2}|\t/g);
  const kind = depth === 1 ? line.slice(0, end).trimStart().replace(/^\d+/, '') : null;
  return { depth: depth + inner, work, margin: depth === 0 ? 0 : end + 1, kind };
}

/** Marks in a line that may begin or end formatting, and the work of its beginning. */
function textOf(line: string): { readonly marked: number; readonly work: number } {
  const marked =
    count(line, marks) + count(line, /!\[/g) * marksOfPicture + (underline.test(line) ? marksOfUnderline : 0);
  return { marked, work: marked * cost.mark + (heading.test(line) ? cost.heading : 0) };
}

/**
 * Whether two lines begin a table at the margin `indent`. Both need outer bars, so that their columns can be counted.
 */
function isTableHead([head, rule, ...others]: readonly string[], indent: number): boolean {
  return (
    head !== undefined &&
    rule !== undefined &&
    others.length === 0 &&
    tableRow.test(head) &&
    tableRule.test(rule) &&
    count(head, /\|/g) === count(rule, /\|/g) &&
    indentOf(head) === indent &&
    indentOf(rule) === indent
  );
}

/** Tracks code fences at the margin, whose text is not formatted. Nested fences are treated as text. */
class Fences {
  #open: string | null = null;

  /** Whether the line belongs to a fence. */
  includes(line: string): boolean {
    if (this.#open !== null) {
      if (closesFence.exec(line)?.[1]?.startsWith(this.#open) === true) this.#open = null;
      return true;
    }
    const opening = opensFence.exec(line);
    this.#open = opening?.[1] ?? opening?.[2] ?? null;
    return opening !== null;
  }
}

/** Tracks where paragraphs begin. If that is uncertain, the line counts as a continuation, which costs more. */
class Paragraphs {
  #hasItem = false;
  /** Margin of the open table. */
  #table: number | null = null;
  /** Up to three lines since the last empty one; that is enough to recognize a table. */
  #first: string[] = [];

  reset(): void {
    this.#hasItem = false;
    this.#table = null;
    this.#first = [];
  }

  /** Whether the line begins a paragraph or a row of a table. */
  begins(line: string): boolean {
    const isRow = this.#isRow(line);
    if (!isRow) this.#table = null;
    const begins =
      isRow ||
      startsBlock.test(line) ||
      this.#first.length === 0 ||
      (this.#hasItem && continuesList.test(line));
    // A number other than 1 does not start a list in the middle of a paragraph.
    this.#hasItem ||= begins && startsItem.test(line);
    if (this.#first.length < 3) this.#first.push(line);
    return begins;
  }

  #isRow(line: string): boolean {
    if (!tableRow.test(line)) return false;
    const indent = indentOf(line);
    if (this.#table === null && isTableHead(this.#first, indent)) this.#table = indent;
    return this.#table === indent;
  }
}

/**
 * Tracks where quotes, lists and notes end. If that is uncertain it counts an end, at which the parser moves all
 * earlier events.
 */
class Ends {
  #margin = 0;
  #kind: string | null = null;
  #isParted = false;
  #isClosed = false;

  /** Handles an empty line. Without `>` it ends a quote; a list or note may continue after it. */
  part(line: string): void {
    this.#isParted = true;
    this.#isClosed ||= !line.includes('>');
  }

  /** Cost of the line per unit of earlier work, if it ends the containers of the lines before it. */
  costAt(line: string, { margin, kind }: Containers): number {
    const isUnderline = underline.test(line) && !this.#isParted;
    const canEnd = this.#margin > 0 && (margin > 0 || this.#isParted || startsBlock.test(line));
    const ended = canEnd && indentOf(line) < this.#margin && !this.#continues(margin, kind);
    if (margin > 0 || ended) {
      this.#margin = margin;
      this.#kind = kind;
    }
    this.#isParted = false;
    this.#isClosed = false;
    if (!ended) return isUnderline ? cost.end : 0;
    return item.test(line) ? cost.endAtItem : cost.end;
  }

  /** Whether the line continues the quote or list of the previous line. A note never continues another note. */
  #continues(margin: number, kind: string | null): boolean {
    if (kind === null || kind !== this.#kind || margin < this.#margin) return false;
    return kind === '>' ? !this.#isClosed : true;
  }
}

/** Sums the work over the lines of a text. */
class Estimate {
  #work = 0;
  #moved = 0;
  #depth = 0;
  #paragraph = { length: 0, marks: 0, searches: 0 };
  readonly #fences = new Fences();
  readonly #paragraphs = new Paragraphs();
  readonly #ends = new Ends();

  add(line: string): void {
    this.#work += line.length * cost.character + cost.line + this.#depth * cost.open;
    if (this.#fences.includes(line)) this.#reset();
    else if (blank.test(line)) this.#addBlank(line);
    else this.#addText(line);
  }

  get work(): number {
    return this.#work + this.#workOfParagraph + this.#moved;
  }

  get #workOfParagraph(): number {
    const { length, marks: marked, searches: searched } = this.#paragraph;
    return marked ** 2 * cost.pair + searched * length * cost.search;
  }

  #addBlank(line: string): void {
    this.#ends.part(line);
    this.#reset();
  }

  #addText(line: string): void {
    const containers = containersOf(line);
    const { depth, work } = containers;
    this.#moved += this.#work * this.#ends.costAt(line, containers);
    if (depth > maxDepth) this.#work = Infinity;
    if (depth > 0) this.#depth = depth;
    if (this.#paragraphs.begins(line)) {
      this.#end();
      this.#work += cost.block;
    }
    const text = textOf(line);
    this.#work += work + text.work;
    this.#paragraph.length += line.length + 1;
    this.#paragraph.marks += text.marked;
    this.#paragraph.searches += count(line, searches);
  }

  #reset(): void {
    this.#end();
    this.#paragraphs.reset();
  }

  #end(): void {
    this.#work += this.#workOfParagraph;
    this.#paragraph = { length: 0, marks: 0, searches: 0 };
  }
}

/** The work of formatting a text, in units of `maxWork`; `Infinity` if it must not be formatted. */
export function formattingWork(text: string): number {
  if (combiningRuns(text).length > 1) return Infinity;
  const estimate = new Estimate();
  for (const line of text.split(ends)) estimate.add(line);
  return estimate.work;
}
