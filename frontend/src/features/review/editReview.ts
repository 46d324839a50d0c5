import type { ReviewEditRequest } from '@/api/generated';
import type { AdminEdit, EditCase, User } from '@/api/types';
import { checkFields, type Fields } from '@/lib/checks';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { awaitsAnother, commentRules, type Barred } from './review';
import type { StaleChoice } from './StaleNote.style';

/** The name under which an unsent decision on an edit is kept. */
export function editDraft(editId: string): string {
  return `edit-review.${editId}`;
}

/** How to go on with an edit whose document has changed since. */
export type Course = 'put-on' | 'whole' | 'back';

/** The courses, in the order of the keys 1 to 3. */
const courses = ['put-on', 'whole', 'back'] as const satisfies readonly Course[];

/** The values of a decision on an edit. The course is kept with the version that it was chosen for. */
export type EditValues = Fields<'course' | 'steps' | 'comments'>;

export const emptyDecision: EditValues = { course: '', steps: '1', comments: '' };

export const checkDecision = checkFields<EditValues>({ course: [], steps: [], comments: commentRules });

/** A course as a value of the form: a later version of the document asks again. */
function courseValue(course: Course, version: number): string {
  return `${course}@${version}`;
}

/** The course that was chosen for this version; `null` for none. */
export function courseOf({ course }: Pick<EditValues, 'course'>, version: number): Course | null {
  return courses.find((each) => courseValue(each, version) === course) ?? null;
}

/**
 * What this reviewer may not do with an edit, and why, by the rules of the server; `null` for nothing. An edit above
 * their level can be rejected: there may be nobody else who can decide it.
 */
export function barredFromEdit(edit: AdminEdit, user: Pick<User, 'id' | 'clearanceLevel'>): Barred | null {
  const waits = awaitsAnother(edit, user, 'edit');
  if (waits !== null) return waits;
  return edit.redacted
    ? { from: 'approving', why: 'This edit is above your clearance level. You can only reject it.' }
    : null;
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
}: EditCase): readonly (StaleChoice & { readonly value: string })[] {
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

/** The comment with which an edit goes back if the reviewer writes none. */
export function sentBackWords({ currentDocument: { version } }: Pick<AdminEdit, 'currentDocument'>): string {
  return `The document changed while this edit waited. Please make the edit again on version ${version}.`;
}

/** What the button that approves says, and why it cannot be pressed; `null` when it can. */
export function editButton(
  edit: EditCase,
  course: Course | null,
): { readonly label: string; readonly why: string | null } {
  if (edit.stale && course === null)
    return {
      label: 'Choose a way',
      why: 'The document has changed. Choose one of the three ways first.',
    };
  return { label: course === 'back' ? 'Send back' : `Approve at L${edit.clearanceAfter}`, why: null };
}

/** The request for an approval. A course counts only for an edit whose document has changed. */
export function editApproval(edit: EditCase, values: EditValues, course: Course | null): ReviewEditRequest {
  const comments = values.comments.trim();
  const steps = Number(values.steps);
  const joined = course === 'put-on' ? (edit.threeWay?.resolved ?? null) : null;
  return {
    status: 'approved',
    ...(comments === '' ? {} : { comments }),
    ...(edit.approvalStep === 1 && steps > 1 ? { maxApprovalSteps: steps } : {}),
    // A text of both is for the version that it was made with; `force` is for whichever is on file.
    ...(joined === null ? {} : { content: joined }),
    ...(edit.stale && course === 'whole' ? { force: true } : {}),
  };
}

export function sendBackWords({ id, title }: Pick<AdminEdit, 'id' | 'title'>, comment: string): string {
  return `Send ${shortId('EDIT', id, 8)} "${title}" back to its author? The author reads: ${comment}`;
}

export function editApprovalWords(edit: EditCase, values: EditValues, course: Course | null): string {
  const { id, title, currentDocument, approvalStep } = edit;
  const steps = approvalStep === 1 ? Number(values.steps) : edit.maxApprovalSteps;
  const left = steps - approvalStep;
  const { clearanceLevel: before } = currentDocument;
  const moved = edit.clearanceAfter < before ? `, lowered from level ${before}` : '';
  const what = `${shortId('EDIT', id, 8)} "${title}" at clearance level ${edit.clearanceAfter}${moved}`;
  const others = left === 1 ? 'one more administrator approves' : `${left} more administrators approve`;
  const when = left > 0 ? ` This is step ${approvalStep} of ${steps}: it takes effect once ${others}.` : '';
  const how =
    edit.stale && course === 'put-on'
      ? `Both changes become version ${currentDocument.version + 1}.`
      : `It replaces version ${currentDocument.version}, which stays in the history.`;
  return `Approve ${what}? ${how}${when}`;
}
