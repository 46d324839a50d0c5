import { describeError, isAppError } from '@/api/errors';
import { atMost, checkFields, where, type Fields, type Problems } from '@/lib/checks';
import { draws, refusedCharacter } from '@/lib/recordText';

/** Characters of a comment. */
const commentLimit = 5000;

/** Characters of a quoted passage. */
export const quoteLimit = 1000;

/** What somebody writes about a document. */
export type CommentValues = Fields<'content' | 'quote'>;

/** Nothing written. */
export const emptyComment: CommentValues = { content: '', quote: '' };

/** Checks a comment. */
export const checkComment = checkFields<CommentValues>({
  content: [
    where(draws, 'Please write a comment.'),
    atMost(commentLimit, `At most ${commentLimit} characters`),
    (value) => refusedCharacter('The comment', value, 'lines'),
  ],
  quote: [atMost(quoteLimit, `Quote at most ${quoteLimit} characters`)],
});

/** The name under which an unsent comment is kept. */
export function commentDraft(id: string): string {
  return `comment.${id}`;
}

/** The request for a comment. */
export function requestOf({ content, quote }: CommentValues) {
  return quote === '' ? { content } : { content, quote };
}

/** The level of a quote that is withheld; `null` for words. */
export function withheldLevel(quote: string): number | null {
  const level = /^\{\{withheld ([1-5])\}\}$/.exec(quote)?.[1];
  return level === undefined ? null : Number(level);
}

/** Who wrote a comment, beside the name. */
export function roleOf(authorId: string, ownerId: string): string | null {
  return authorId === ownerId ? 'author' : null;
}

/** The problems that the server reports, by field. What has none is about the comment as a whole. */
export function problemsOf(error: unknown): Problems<CommentValues> {
  const fields = isAppError(error) ? (error.fields ?? []) : [];
  const known = fields.filter(({ field }) => field in emptyComment);
  if (known.length === 0) return { content: describeError(error) };
  return Object.fromEntries(known.map(({ field, message }) => [field, message]));
}
