import type { Comment } from '@/api/types';
import { atMost, checkFields, where, type Fields, type Problems } from '@/lib/checks';
import { describeError, fieldProblems } from '@/lib/errors';
import { draws, refusedCharacter } from '@/lib/recordText';

/** Maximum length of a comment, in characters. */
const commentLimit = 5000;

/** Maximum length of a quoted passage, in characters. */
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

/** Storage name of the unsent edit of a comment. */
export function editDraft(id: string): string {
  return `comment-edit.${id}`;
}

/** Storage name of an unsent comment. */
export function commentDraft(id: string): string {
  return `comment.${id}`;
}

export function requestOf({ content, quote, answersTo }: CommentValues) {
  return { content, ...(quote === '' ? {} : { quote }), ...(answersTo === '' ? {} : { answersTo }) };
}

/** How long an author can edit a comment, in milliseconds. */
const editableFor = 30 * 24 * 60 * 60 * 1000;

/** Whether the author can still edit a comment. */
export function isEditable({ createdAt, isDeleted }: Comment, now: number): boolean {
  return !isDeleted && now < Date.parse(createdAt) + editableFor;
}

export function anchorOf(id: string): string {
  return `comment-${id}`;
}

/** The quote for a reply to a comment: the selected text in it, otherwise its first line. */
export function quotedLines(content: string, selected: string): string {
  const words =
    selected.trim() === '' ? (content.split('\n').find((line) => line.trim() !== '') ?? '') : selected;
  return words
    .trim()
    .split('\n')
    .map((line) => `> ${line}\n`)
    .join('');
}

/** The level of a withheld quote; `null` if it is text. */
export function withheldLevel(quote: string): number | null {
  const level = /^\{\{withheld ([1-5])\}\}$/.exec(quote)?.[1];
  return level === undefined ? null : Number(level);
}

export function roleOf(authorId: string, ownerId: string): string | null {
  return authorId === ownerId ? 'author' : null;
}

/** The problems that the server reports, by field. Problems without a field concern the whole comment. */
export function problemsOf(error: unknown): Problems<CommentValues> {
  const problems = fieldProblems(error, emptyComment);
  return Object.keys(problems).length === 0 ? { content: describeError(error) } : problems;
}
