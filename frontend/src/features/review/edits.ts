import type { AdminEdit, EditCase, User } from '@/api/types';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { approvalOf, awaitsAnother, stepWords, type Barred, type DecisionValues } from './decision';
import type { Approve } from './DecisionBar.style';
import type { Decision, Question } from './kind';
import { rowOfWait, type QueueRow } from './queue';
import type { StaleChoice } from './StaleNote.style';

/** The name under which an unsent decision on an edit is kept. */
export function editDraft(id: string): string {
  return `edit-review.${id}`;
}

/** An edit as a row of the queue, for this reviewer at this time. */
export function rowOfEdit(edit: AdminEdit, user: Pick<User, 'id'>, now: number): QueueRow {
  const row = rowOfWait(edit, user, now, edit.stale);
  return {
    ...row,
    title: edit.currentDocument.title,
    author: row.group === 'Your own' ? 'you' : row.author,
    hasFile: false,
    preview: edit.changeDescription ?? edit.preview ?? '',
  };
}

/** How to go on with an edit whose document has changed since. */
export type Course = 'put-on' | 'whole' | 'back';

/** The courses, in the order of the keys 1 to 3. */
const courses = ['put-on', 'whole', 'back'] as const satisfies readonly Course[];

/** A course as a value of the form: a later version of the document asks again. */
function courseValue(course: Course, version: number): string {
  return `${course}@${version}`;
}

/** The course that was chosen for the version on file; `null` for none, and where the document has not changed. */
export function courseOf({ course }: DecisionValues, { stale, currentDocument }: AdminEdit): Course | null {
  if (!stale) return null;
  return courses.find((each) => courseValue(each, currentDocument.version) === course) ?? null;
}

/**
 * What this reviewer may not do with an edit, and why, by the rules of the server; `null` for nothing. An edit above
 * their level can be rejected: there may be nobody else who can decide it.
 */
export function barredFromEdit(edit: AdminEdit, user: Pick<User, 'id'>): Barred | null {
  const why = 'This edit is above your clearance level. You can only reject it.';
  return awaitsAnother(edit, user, 'edit') ?? (edit.redacted ? { from: 'approving', why } : null);
}

/** The level that is needed to read an edit, as far as its reader may know. */
export function levelNeeded(edit: AdminEdit, user: Pick<User, 'clearanceLevel'>): number {
  return Math.max(edit.clearanceLevel, edit.currentDocument.clearanceLevel, user.clearanceLevel + 1);
}

/** The two sentences about a document that has changed since. */
export function staleWords({ baseVersion, currentDocument, threeWay }: EditCase): string {
  const { version, updatedAt } = currentDocument;
  const written = `Written against version ${baseVersion}; version ${version} is on file since ${formatDate(updatedAt)}.`;
  if (threeWay === null) return written;
  return `${written} ${threeWay.clashes ? 'Both changed the same passage.' : 'No passage was changed by both.'}`;
}

/** The three ways to go on, in order. */
export function staleChoices({
  currentDocument: { version },
  submittedByUsername,
  threeWay,
}: EditCase): readonly StaleChoice[] {
  const cannot = typeof threeWay?.resolved !== 'string';
  return [
    {
      value: courseValue('put-on', version),
      name: `Put it on version ${version}`,
      effect:
        threeWay?.clashes === true ? 'Keeps both; clashes take the words of this edit' : 'Keeps both changes',
      why: cannot ? 'The two texts could not be joined. Choose another way.' : undefined,
    },
    {
      value: courseValue('whole', version),
      name: 'Take it whole',
      effect: `The change of version ${version} is lost, and kept in the history`,
    },
    {
      value: courseValue('back', version),
      name: 'Back to the author',
      effect: `${submittedByUsername} is asked to make the edit again on version ${version}`,
    },
  ];
}

/** What the button that approves says, and why it cannot be pressed; `null` when it can. */
export function editButton(edit: EditCase, values: DecisionValues): Approve {
  const course = courseOf(values, edit);
  if (edit.stale && course === null)
    return { label: 'Choose a way', why: 'The document has changed. Choose one of the three ways first.' };
  return { label: course === 'back' ? 'Send back' : `Approve at L${edit.clearanceAfter}`, why: null };
}

function editApproval(edit: EditCase, values: DecisionValues, course: Course | null): Decision {
  const joined = course === 'put-on' ? (edit.threeWay?.resolved ?? null) : null;
  return {
    ...approvalOf(values, edit),
    // A text of both is for the version that it was made with; `force` is for whichever is on file.
    ...(joined === null ? {} : { content: joined }),
    ...(course === 'whole' ? { force: true } : {}),
  };
}

function editApprovalWords(edit: EditCase, values: DecisionValues, course: Course | null): string {
  const { id, title, currentDocument, clearanceAfter } = edit;
  const { clearanceLevel: before, version } = currentDocument;
  const moved = clearanceAfter < before ? `, lowered from level ${before}` : '';
  const what = `${shortId('EDIT', id, 8)} "${title}" at clearance level ${clearanceAfter}${moved}`;
  const how =
    course === 'put-on'
      ? `Both changes become version ${version + 1}.`
      : `It replaces version ${version}, which stays in the history.`;
  return `Approve ${what}? ${how}${stepWords(edit, values, 'takes effect')}`;
}

/** The question before an edit is approved, or sent back to be revised on the current text. */
export function editQuestion(edit: EditCase, values: DecisionValues): Omit<Question, 'danger'> {
  const course = courseOf(values, edit);
  if (course !== 'back')
    return {
      title: 'Confirm approval',
      description: editApprovalWords(edit, values, course),
      label: 'Approve',
      request: editApproval(edit, values, course),
    };
  const comments =
    values.comments.trim() ||
    `The document changed while this edit waited. Please make the edit again on version ${edit.currentDocument.version}.`;
  return {
    title: 'Confirm sending back',
    description: `Send ${shortId('EDIT', edit.id, 8)} "${edit.title}" back to its author? The author reads: ${comments}`,
    label: 'Send back',
    request: { status: 'rejected', comments },
  };
}
