/** Length of a text in UTF-16 units up to which it is rendered in one piece. */
const wholeUpTo = 12_000;

/** Length of a part of a longer text, in UTF-16 units; it ends at the next place where it may. */
const partLength = 4_000;

/** Text that has an effect on other paragraphs: references and footnotes, and fences inside of lists. */
const reachesFurther = /^ {0,3}\[[^\]\n]+\]:|^[ \t]+(?:```|~~~)/m;

/** A line with which something new begins, whatever came before: a heading or a paragraph at the margin. */
const startsBlock = /^(?:#{1,6} |[\p{L}"'(])/u;

/** What is open at a line: a fence, or a passage with a level of its own, which stays in one piece. */
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
 * Cuts a long Markdown text into parts that render as they would in the whole. A key press changes one part, and only
 * that one is rendered again. A text that cannot be cut so is one part.
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
