/**
 * No typed word is lost: rendered texts show the words of their sources, and the same words as the server's plain
 * texts, which are tested with the same file.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render as renderBare } from '@testing-library/react';
import { InRouter } from '@/testing/memoryRouter';
import { Markdown } from './Markdown';

interface Shared {
  readonly cases: readonly { readonly name: string; readonly markdown: string; readonly text: string }[];
  /** The pieces of generated texts. `W` is replaced by a word, `%` by some `inline`, `N` by the name of a footnote. */
  readonly pieces: { readonly inline: readonly string[]; readonly blocks: readonly string[] };
}

const file = path.join(__dirname, '../../../crates/documents/src/markdown_cases.json');
const { cases, pieces } = JSON.parse(readFileSync(file, 'utf8')) as Shared;

const isInline = new Set(['A', 'BDI', 'CODE', 'DEL', 'EM', 'SPAN', 'STRONG']);

/** The visible text, with blocks and lines separated. */
function shownBy(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  const shown = [...node.childNodes].map(shownBy).join('');
  return isInline.has(node.nodeName) ? shown : ` ${shown} `;
}

function shown(text: string): string {
  const { container, unmount } = renderBare(
    <InRouter>
      <Markdown text={text} />
    </InRouter>,
  );
  const line = shownBy(container).replaceAll(/\s+/g, ' ').trim();
  unmount();
  return line;
}

test.each(cases)('$name: the page shows the words of the plain text', ({ markdown, text }) => {
  expect(shown(markdown)).toBe(text);
});

/** The level of the reader of generated texts. */
const reader = 3;

/**
 * Generates a text as the server sends it to the reader, with the words it contains in the text and in its footnotes.
 */
class Writer {
  readonly words: string[] = [];
  readonly notes: string[] = [];
  #state: number;
  #isAbove = false;

  constructor(seed: number) {
    this.#state = seed;
  }

  text(): string {
    const text = this.#blocks(6, () => {
      if (this.#below(6) > 0) return this.#block(0);
      const level = 1 + this.#below(5);
      if (level > reader) return `:::withheld ${level}\n:::`;
      return `:::level ${level}\n${this.#above(() => this.#block(0))}\n:::`;
    });
    return [text, ...this.notes.map((word, at) => `[^${at}]: ${word} <b>`)].join('\n\n');
  }

  #below(end: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * end);
  }

  #piece(from: readonly string[]): string {
    const piece = (from[this.#below(from.length)] ?? '').replace('N', String(this.notes.length));
    if (piece.includes('[^')) this.notes.push(`n${this.notes.length}n`);
    return piece;
  }

  /** Notes are generated in the order of their references, words in the order of the whole text. */
  #named(piece: string): string {
    return piece.replaceAll('W', () => {
      const word = `w${this.words.length}w`;
      this.words.push(word);
      return word;
    });
  }

  #above(write: () => string): string {
    this.#isAbove = true;
    const text = write();
    this.#isAbove = false;
    return text;
  }

  #part(): string {
    if (this.#isAbove || this.#below(8) > 0) return this.#named(this.#piece(pieces.inline));
    const level = 1 + this.#below(5);
    if (level > reader) return `{{withheld ${level}}}`;
    return `{{${level}|${this.#above(() => this.#named(this.#piece(pieces.inline)))}}}`;
  }

  #inline(): string {
    return Array.from({ length: 1 + this.#below(3) }, () => this.#part()).join(' ');
  }

  #blocks(most: number, write: () => string): string {
    return Array.from({ length: 1 + this.#below(most) }, write).join('\n\n');
  }

  #block(depth: number): string {
    const kind = depth < 3 ? this.#below(6) : 5;
    const container = (
      [
        ['> ', '> '],
        ['- ', '  '],
        ['1. ', '   '],
      ] as const
    )[kind];
    if (container === undefined) return this.#leaf();
    const [first, rest] = container;
    return first + this.#blocks(2, () => this.#block(depth + 1)).replaceAll('\n', `\n${rest}`);
  }

  #leaf(): string {
    const parts = this.#piece(pieces.blocks).split('%');
    return parts.map((part, at) => (at === 0 ? '' : this.#inline()) + this.#named(part)).join('');
  }
}

test('the page contains every typed word that the reader may see', () => {
  const texts = Number(process.env.TYPED_TEXTS ?? 60);
  for (let seed = 1; seed <= texts; seed += 1) {
    const writer = new Writer(seed);
    const text = writer.text();
    const page = shown(text);
    const words = page.match(/\b[wn]\d+[wn]\b/g) ?? [];
    // The notes of each part follow that part.
    const found = {
      text,
      words: words.filter((word) => word.startsWith('w')),
      notes: words.filter((word) => word.startsWith('n')),
    };
    expect(found).toEqual({ text, words: writer.words, notes: writer.notes });
  }
});
