import { preview } from './text';

/** ASCII punctuation, and as many code points that no text may hold: what was escaped wears them while marks are removed. */
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const firstNoncharacter = 0xfdd0;

function hide(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (mark) =>
    String.fromCharCode(firstNoncharacter + punctuation.indexOf(mark)),
  );
}

function unhide(text: string): string {
  return text.replace(/[\uFDD0-\uFDEF]/g, (hidden) =>
    punctuation.charAt(hidden.charCodeAt(0) - firstNoncharacter),
  );
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Lines that are all mark: rules, underlines of headings, the row under a table's head, where links lead. */
const marksOnly =
  /^ {0,3}(?:=+|(?:[-*_][ \t]*){2,}|\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t:|-]*)|\[[^\]^]+\]:.*)[ \t]*$/;

/** What begins a line: quotes, headings, list items with their boxes, notes. */
const leading =
  /^[ \t]*(?:>[ \t]?|#{1,6}(?:[ \t]+|$)|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+(?:\[[ xX]\][ \t]+)?|\[\^[^\]]+\]:[ \t]*)/;

const fence = /^ {0,3}(`{3,}|~{3,})/;

function withoutBlockMarks(line: string): string {
  let rest = line;
  // A quote holds a list that holds a heading: one after another, a few at most.
  for (let depth = 0; depth < 8; depth += 1) {
    if (marksOnly.test(rest)) return '';
    const next = rest.replace(leading, '');
    if (next === rest) break;
    rest = next;
  }
  if (/^[ \t]*\|/.test(rest)) rest = rest.replace(/\|/g, ' ');
  return rest.replace(/[ \t]#+[ \t]*$/, '');
}

function withoutInlineMarks(text: string): string {
  let rest = text
    .replace(/<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>/gi, '$1')
    .replace(/<!--[^>]*-->|<\/?[a-z][^<>]*>/gi, '')
    .replace(/\[\^[^\]\s]+\]/g, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()\n]*\)|\[[^[\]]*\])/g, '$1')
    // A picture inside of a link leaves the link.
    .replace(/\[([^[\]]*)\]\([^()\n]*\)/g, '$1');
  // Emphasis inside of emphasis: from the inside out.
  for (let depth = 0; depth < 3; depth += 1) {
    rest = rest
      .replace(/(\*{1,3})(?![\s*])([^*]+)(?<!\s)\1/g, '$2')
      .replace(/(?<![\p{L}\p{N}_])(_{1,3})(?![\s_])([^_]+)(?<!\s)\1(?![\p{L}\p{N}_])/gu, '$2')
      .replace(/~~(?!\s)([^~]+)(?<!\s)~~/g, '$1');
  }
  return rest.replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => entities[name] ?? whole);
}

/**
 * The words of a Markdown text without its marks: what a reader would hear. Code keeps what it says; raw HTML, which is
 * never shown, goes. Made for previews: unusual Markdown may leave a mark behind.
 */
export function plainText(markdown: string): string {
  let fenced: string | null = null;
  const lines = markdown.split(/\r\n|\r|\n/).map((line) => {
    const mark = fence.exec(line)?.[1] ?? null;
    if (fenced !== null) {
      if (mark?.startsWith(fenced) !== true) return hide(line);
      fenced = null;
      return '';
    }
    if (mark !== null) {
      fenced = mark;
      return '';
    }
    const said = line
      .replace(/\\([!-/:-@[-`{-~])/g, (_whole, escaped: string) => hide(escaped))
      .replace(/(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g, (_whole, _ticks, code: string) => hide(code.trim()));
    return withoutBlockMarks(said);
  });
  return unhide(withoutInlineMarks(lines.join('\n')));
}

/** So much of a text is read for its preview: marks and addresses take room that does not show. */
const readAhead = 20;

/** The beginning of a Markdown text as plain words on one line, with `...` where something was cut. */
export function markdownPreview(markdown: string, length: number): string {
  const enough = length * readAhead;
  const words = plainText(markdown.slice(0, enough));
  const line = preview(words, length);
  return markdown.length > enough && !line.endsWith('...') ? `${line}...` : line;
}

/** What a cut leaves open at the end: a mark that was to be closed later, and the address of a link. */
const openEmphasis = /(^|[\s(])(?:\*{1,3}|_{1,3}|~~|`+)(?!\s)([^*_~`]*)$/;
const openAddress = /!?\[([^[\]]*)\]\([^()\n]*$/;

/** The same for a beginning that somebody else has cut at this length, as the server does, without saying so. */
export function cutMarkdownPreview(beginning: string, length: number): string {
  if (Array.from(beginning).length < length) return markdownPreview(beginning, length);
  const closed = beginning.replace(openAddress, '$1').replace(openEmphasis, '$1$2');
  const line = markdownPreview(closed, length);
  return line.endsWith('...') ? line : `${line}...`;
}
