import type { FormHandle } from '@/components/form/formStore';
import { plainText, textLimits, trimmedLine, withoutRefused } from '@/lib/recordText';
import { countCharacters, formatCount, shorten } from '@/lib/text';
import { insertText } from '../pictures/editArea';

/** Where the text of a file goes if the form has text already. */
export type Placing = 'replace' | 'append';

/** The form that takes the text of a file. */
export interface TextTarget {
  readonly form: FormHandle<{ title: string; content: string }>;
  /** The text area of the content; `null` while it is not on the page. */
  readonly area: () => HTMLTextAreaElement | null;
  /** Maximum length of the content, in characters. */
  readonly limit: number;
  /** The author writes the title, so an empty one can be filled. */
  readonly hasTitle: boolean;
}

/** The line breaks between a text and the one before it. */
function gapAfter(before: string): string {
  if (before === '' || before.endsWith('\n\n')) return '';
  return before.endsWith('\n') ? '\n' : '\n\n';
}

const heading = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$/m;

/** A title for the text of a file: its first heading, or else the name of the file without its extension. */
export function titleOf(text: string, fileName: string): string {
  const written = heading.exec(text)?.[1] ?? fileName.replace(/\.[^.]+$/, '');
  return shorten(trimmedLine(withoutRefused(written, 'line')).trim(), textLimits.title - 1);
}

/**
 * Puts the text of a file into the content, which undo takes back in one step, and its title into an empty title.
 * Returns why it was not done; `null` if it was.
 */
export function takeText(
  target: TextTarget,
  fileText: string,
  fileName: string,
  how: Placing,
): string | null {
  const { form, limit, hasTitle } = target;
  const text = plainText(fileText, 'lines').trimEnd();
  const { title, content } = form.values();
  const before = how === 'append' ? content : '';
  const added = `${gapAfter(before)}${text}`;
  const length = countCharacters(before) + countCharacters(added);
  if (length > limit)
    return `Not taken over: the content would have ${formatCount(length)} of ${formatCount(limit)} characters.`;
  if (hasTitle && title.trim() === '') form.set('title', titleOf(text, fileName));
  const area = target.area();
  if (area === null) form.set('content', `${before}${added}`);
  else {
    area.setSelectionRange(before.length, content.length);
    insertText(area, added);
  }
  return null;
}
