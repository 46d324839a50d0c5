import type { Comment } from '@/api/types';
import { atMost, checkFields, where, type Fields, type Problems } from '@/lib/checks';
import { describeError, fieldProblems } from '@/lib/errors';
import { draws, refusedCharacter } from '@/lib/recordText';

/** Characters of a comment. */
const commentLimit = 5000;

/** Characters of a quoted passage. */
export const quoteLimit = 1000;

export type CommentValues = Fields<'content' | 'quote' | 'answersTo'>;

export const emptyComment: CommentValues = { content: '', quote: '', answersTo: '' };

export const checkComment = checkFields<CommentValues>({
  content: [
    where(draws, 'Please write a comment.'),
    atMost(commentLimit, `At most ${commentLimit} characters`),
    (value) => refusedCharacter('The comment', value, 'lines'),
  ],
  quote: [atMost(quoteLimit, `Quote at most ${quoteLimit} characters`)],
  answersTo: [],
});

export type EditValues = Fields<'content'>;

export function checkEdit(values: EditValues): Problems<EditValues> {
  const { content } = checkComment({ ...emptyComment, ...values });
  return content === undefined ? {} : { content };
}

/** The name under which the unsent edit of a comment is kept. */
export function editDraft(id: string): string {
  return `comment-edit.${id}`;
}

/** The name under which an unsent comment is kept. */
export function commentDraft(id: string): string {
  return `comment.${id}`;
}

export function requestOf({ content, quote, answersTo }: CommentValues) {
  return { content, ...(quote === '' ? {} : { quote }), ...(answersTo === '' ? {} : { answersTo }) };
}

/** For this long its author can edit a comment, in milliseconds. */
const editableFor = 30 * 24 * 60 * 60 * 1000;

/** Whether its author can still edit a comment. */
export function isEditable({ createdAt, isDeleted }: Comment, now: number): boolean {
  return !isDeleted && now < Date.parse(createdAt) + editableFor;
}

export function anchorOf(id: string): string {
  return `comment-${id}`;
}

/** A comment that is quoted in an answer: the words that are selected in it, else its first line. */
export function quotedLines(content: string, selected: string): string {
  const words =
    selected.trim() === '' ? (content.split('\n').find((line) => line.trim() !== '') ?? '') : selected;
  return words
    .trim()
    .split('\n')
    .map((line) => `> ${line}\n`)
    .join('');
}

/** The level of a quote that is withheld; `null` for words. */
export function withheldLevel(quote: string): number | null {
  const level = /^\{\{withheld ([1-5])\}\}$/.exec(quote)?.[1];
  return level === undefined ? null : Number(level);
}

export function roleOf(authorId: string, ownerId: string): string | null {
  return authorId === ownerId ? 'author' : null;
}

/** The problems that the server reports, by field. What has none is about the comment as a whole. */
export function problemsOf(error: unknown): Problems<CommentValues> {
  const problems = fieldProblems(error, emptyComment);
  return Object.keys(problems).length === 0 ? { content: describeError(error) } : problems;
}
