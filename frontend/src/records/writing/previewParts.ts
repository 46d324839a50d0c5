/** Length up to which a text is rendered in one part, in UTF-16 code units. */
const wholeUpTo = 12_000;

/** Minimum length of a part of a longer text, in UTF-16 code units; it ends at the next possible position. */
const partLength = 4_000;

/** Text that affects other paragraphs: references, footnotes, and fences within lists. */
const reachesFurther = /^ {0,3}\[[^\]\n]+\]:|^[ \t]+(?:```|~~~)/m;

/** A line that starts a new block whatever precedes it: a heading or a paragraph at the margin. */
const startsBlock = /^(?:#{1,6} |[\p{L}"'(])/u;

/** What is open at a line: a fence, or a passage with a level of its own, which must stay in one part. */
interface Open {
  readonly fence: string | null;
  readonly isPassage: boolean;
}

function openAfter(line: string, { fence, isPassage }: Open): Open {
  const mark = /^(?:```|~~~)/.exec(line)?.[0] ?? null;
  const after = mark === fence ? null : fence;
  return {
    fence: fence === null ? mark : after,
    isPassage: isPassage ? !/^:::\r?$/.test(line) : /^:::(?:level|withheld) [1-5]\r?$/.test(line),
  };
}

/**
 * Splits a long Markdown text into parts that render as in the whole text. A key press then changes and renders only
 * one part. A text that cannot be split is a single part.
 */
export function previewParts(text: string): readonly string[] {
  if (text.length <= wholeUpTo || reachesFurther.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  let at = 0;
  let open: Open = { fence: null, isPassage: false };
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    const mayEnd = open.fence === null && !open.isPassage && isAfterBlank;
    if (mayEnd && at - start >= partLength && startsBlock.test(line)) {
      parts.push(text.slice(start, at));
      start = at;
    }
    open = openAfter(line, open);
    isAfterBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...parts, text.slice(start)];
}
