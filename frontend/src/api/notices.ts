import type { AppError } from '@/lib/errors';
import { shortId } from '@/lib/ids';
import type { api } from './endpoints';
import type {
  CreateSubmissionApiArg,
  ReviewDocumentEditApiArg,
  ReviewSubmissionApiArg,
  UpdateArchiveSectionApiArg,
  UpdateSiteSettingsApiArg,
  UpdateSettingsApiArg,
  UpdateTemplateApiArg,
} from './generated';
import type { DocumentRecord, Submission, User } from './types';

type Endpoints = typeof api.endpoints;

export type MutationName = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { useMutation: unknown } ? Name : never;
}[keyof Endpoints];

/** Title, and the description to use if the server sends none. */
export type NoticeText = readonly [title: string, description?: string];

type ArgumentOf<Name extends MutationName> = Parameters<Endpoints[Name]['initiate']>[0];

type ResultOf<Name extends MutationName> = Endpoints[Name]['Types']['ResultType'];

interface Notice<Argument, Result> {
  readonly ok?: NoticeText | ((argument: Argument, result: Result) => NoticeText | null);
  /** `null` if the form itself shows the error. */
  readonly fail: NoticeText | null | ((argument: Argument, error: AppError | undefined) => NoticeText);
  /** The form shows the reason: the notification keeps its own description. */
  readonly isExplained?: true;
}

function reviewed({ id, reviewSubmissionRequest: { status } }: ReviewSubmissionApiArg): NoticeText {
  const what = status === 'approved' ? 'approval' : 'rejection';
  return ['Submission reviewed', `The ${what} of ${shortId('SUB', id)} is on record.`];
}

function editReviewed({ id, reviewEditRequest: { status } }: ReviewDocumentEditApiArg): NoticeText {
  const what = status === 'approved' ? 'approval' : 'rejection';
  return ['Document edit reviewed', `The ${what} of ${shortId('EDIT', id)} is on record.`];
}

function siteSet({ isLocked, twoFactorRequired }: UpdateSiteSettingsApiArg): NoticeText {
  if (isLocked !== undefined) return [isLocked ? 'Site locked' : 'Site unlocked'];
  return [twoFactorRequired ? '2FA requirement enabled' : '2FA requirement disabled'];
}

function siteNotSet({ isLocked }: UpdateSiteSettingsApiArg): NoticeText {
  return [isLocked === undefined ? 'Failed to update 2FA requirement' : 'Site lock toggle failed'];
}

/** A level that is too low is a refusal, not a failure. */
function notEnabled(_sent: unknown, error: AppError | undefined): NoticeText {
  return error?.code === 'insufficient_clearance'
    ? ['Access denied']
    : ['Two-factor setup failed', 'Failed to enable two-factor authentication'];
}

/** An unapproved account has only requested administrator rights. */
function adminRemoved(_id: string, { isApproved }: User): NoticeText {
  return isApproved
    ? ['Admin access removed']
    : ['Admin request declined', 'You can approve the account now.'];
}

/** The author learns the number of an incident only when it is submitted. */
function settingsUpdated({ firstStepsHidden, firstStepsTicked }: UpdateSettingsApiArg): NoticeText {
  if (firstStepsTicked !== undefined) return ['First steps updated'];
  if (firstStepsHidden === undefined)
    return ['Settings updated', 'Your preferences have been saved successfully.'];
  return firstStepsHidden
    ? ['First steps hidden', 'You can show them again from the control panel.']
    : ['First steps shown'];
}

function submitted(_sent: CreateSubmissionApiArg, { title, category }: Submission): NoticeText {
  const what = category === 'INCIDENT' ? `Filed as ${title}. It` : 'The record';
  return ['Submission successful', `${what} awaits admin approval.`];
}

function templateSet({ updateTemplateRequest: { isActive } }: UpdateTemplateApiArg): NoticeText {
  if (isActive === undefined) return ['Template updated'];
  return isActive ? ['Template restored'] : ['Template retired', 'Administrators can restore it.'];
}

function sectionSet({ updateSectionRequest: { isActive } }: UpdateArchiveSectionApiArg): NoticeText {
  if (isActive === undefined) return ['Section updated'];
  return isActive ? ['Section reopened'] : ['Section closed', 'Its documents stay in the archive.'];
}

/**
 * The response says whether the document was archived at once: the user's rights may have changed since the page
 * loaded.
 */
function archived(_sent: unknown, { isArchived }: Pick<DocumentRecord, 'isArchived'>): NoticeText {
  return [isArchived ? 'Document archived successfully' : 'Archive request submitted for admin approval'];
}

/** One entry for each mutation. A missing entry, or one for another argument type, does not compile. */
export const notices: {
  readonly [Name in MutationName]: Notice<ArgumentOf<Name>, ResultOf<Name>>;
} = {
  register: { fail: ['Registration failed', 'The account could not be created.'] },
  login: { fail: null },
  // The dialog distinguishes a wrong key from a failure.
  openEmergencyAccess: { fail: null },
  syncUserCodes: { fail: ['Sync Failed', 'Failed to sync codes'], isExplained: true },
  updateUserCodes: { fail: ['Update Failed', 'Failed to update static code'], isExplained: true },
  emergencySyncCodes: {
    fail: ['Emergency Sync Failed', 'Failed to perform emergency sync'],
    isExplained: true,
  },
  logout: { fail: ['Logout failed', 'The session may still be open. Try again.'] },
  readNotifications: { fail: ['Could not mark as read', 'The notification is still unread. Try again.'] },
  updateMailSettings: { fail: ['Update failed', 'Failed to update mail settings'] },
  retryMail: {
    ok: ['Mail queued', 'The server tries to send it for another 24 hours.'],
    fail: ['Mail not queued'],
  },
  updateSettings: {
    ok: settingsUpdated,
    fail: ['Update failed', 'Failed to update settings'],
  },
  // The form shows the error.
  changePassword: { ok: ['Password changed', 'Your other sessions have ended.'], fail: null },
  resetPassword: { fail: null },
  endOwnSession: { ok: ['Session ended'], fail: ['Session not ended'] },
  // The dialog shows the code.
  issueResetCode: { fail: ['Reset code not issued'] },
  // The screen of the second factor shows the result, after the change of user.
  verifyTotp: { fail: null },
  verifyTwoFactor: { fail: null },
  enableTwoFactor: { fail: notEnabled },
  completeTwoFactor: {
    ok: ['2FA Enabled', 'Your other sessions have ended.'],
    fail: ['Invalid token', 'Invalid token. Please check your authenticator app and try again.'],
  },
  disableTwoFactor: {
    ok: ['Two-factor authentication disabled'],
    fail: ['Disable failed', 'Failed to disable 2FA. Please try again.'],
  },
  approveUser: { ok: ['User approved'], fail: ['Approval failed'] },
  makeAdmin: { ok: ['Admin access granted'], fail: ['Failed to grant admin access'] },
  removeAdmin: { ok: adminRemoved, fail: ['Failed to remove admin access'] },
  updateClearance: { ok: ['Clearance updated'], fail: ['Failed to update clearance'] },
  resetTwoFactor: { ok: ['2FA reset'], fail: ['2FA reset failed'] },
  unlockUser: { ok: ['Account unlocked'], fail: ['Unlock failed'] },
  deleteUser: { ok: ['User deleted'], fail: ['Deletion failed'] },
  updateSiteSettings: { ok: siteSet, fail: siteNotSet },
  deleteDocument: { ok: ['Document deleted successfully'], fail: ['Failed to delete document'] },
  adminDeleteDocument: { ok: ['Document deleted'], fail: ['Delete failed'] },
  // The form shows the error.
  createComment: { fail: null },
  // The form shows the error.
  editComment: { fail: null },
  watchDocument: {
    ok: ['Watching', 'You will be notified of new comments and versions.'],
    fail: ['Could not watch the record'],
  },
  unwatchDocument: { ok: ['No longer watching'], fail: ['Could not stop watching'] },
  deleteComment: { ok: ['Comment deleted'], fail: ['Failed to delete comment'] },
  restoreDocument: {
    ok: (_id, { title }) => ['Document restored', `"${title}" is on file again.`],
    fail: ['Restore failed'],
  },
  purgeDocument: { ok: ['Document purged'], fail: ['Purge failed'] },
  createSubmission: {
    ok: submitted,
    fail: ['Submission failed'],
  },
  // The form's indicator shows whether saving succeeded.
  createDraft: { fail: null },
  saveDraft: { fail: null },
  // A cleared form retries by itself; the workspace explains why a draft still exists.
  deleteDraft: { ok: ['DRAFT DELETED'], fail: null },
  saveEditDraft: { fail: null },
  deleteEditDraft: { fail: null },
  submitDraft: {
    ok: ['Submission successful', 'The record awaits admin approval.'],
    fail: ['Submission failed'],
  },
  proposeEdit: {
    ok: ['Edit submitted successfully', 'Your document edit has been submitted for admin review.'],
    fail: ['Submission failed', 'Failed to submit document edit'],
  },
  reviewDocumentEdit: { ok: editReviewed, fail: ['Review failed'] },
  // The dialog shows the error.
  reclassifyDocument: { ok: ['Record reclassified'], fail: null },
  revertDocument: { ok: ['Document reverted'], fail: ['Revert failed'] },
  createUpload: { fail: ['File upload error', 'The terminal did not accept the upload.'] },
  claimUpload: {
    // A picture has a line of its own under its text.
    ok: (_sent, { kind }) => (kind === 'picture' ? null : ['File uploaded successfully']),
    fail: ['File upload error', 'The file was uploaded but could not be processed.'],
  },
  resubmitSubmission: {
    ok: ['RESUBMITTED', 'The submission is in the review queue again.'],
    fail: ['RESUBMISSION FAILED', 'Failed to resubmit item'],
  },
  withdrawSubmission: {
    ok: ['Submission withdrawn', 'Its text is in your workspace, under DRAFTS.'],
    fail: ['Not withdrawn'],
  },
  withdrawEdit: {
    ok: [
      'Edit withdrawn',
      'The document stays as it is. The text of the edit is under PENDING EDITS, unsent.',
    ],
    fail: ['Not withdrawn'],
  },
  createTemplate: { ok: ['Template created'], fail: ['Creation failed', 'Failed to create template'] },
  updateTemplate: { ok: templateSet, fail: ['Update failed', 'Failed to update template'] },
  resubmitEdit: {
    ok: ['RESUBMITTED', 'The edit is in the review queue again.'],
    fail: ['RESUBMISSION FAILED', 'Failed to resubmit item'],
  },
  createArchiveSection: {
    ok: ['Section created'],
    fail: ['CREATION FAILED', 'Failed to create archive section'],
  },
  updateArchiveSection: { ok: sectionSet, fail: ['Update failed', 'Failed to update archive section'] },
  requestArchive: { ok: archived, fail: ['Failed to request archive'] },
  unarchiveDocument: {
    ok: ['Document unarchived', 'It is in the repository again.'],
    fail: ['Failed to unarchive document'],
  },
  approveArchiveRequest: {
    ok: ({ documentId }) => ['ARCHIVE APPROVED', `${shortId('DOC', documentId)} is in the archive.`],
    fail: ['ERROR', 'Failed to approve archive request'],
  },
  rejectArchiveRequest: {
    ok: ({ documentId }) => ['ARCHIVE REJECTED', `${shortId('DOC', documentId)} stays in the repository.`],
    fail: ['ERROR', 'Failed to reject archive request'],
  },
  terminateSession: { ok: ['Session terminated'], fail: ['Termination failed'] },
  clearAlerts: { fail: ['Could not clear notifications', 'They are still listed. Try again.'] },
  reviewSubmission: { ok: reviewed, fail: ['Review failed'] },
};

function isMutation(name: string): name is MutationName {
  return Object.hasOwn(notices, name);
}

/** The texts of a mutation. Argument and result have the types of that mutation; the store keeps them untyped. */
function noticeOf(name: string): Notice<unknown, unknown> | null {
  return isMutation(name) ? (notices[name] as Notice<unknown, unknown>) : null;
}

/** The notification for a success; `null` for none. */
export function successWords(name: string, argument: unknown, result?: unknown): NoticeText | null {
  const ok = noticeOf(name)?.ok;
  return typeof ok === 'function' ? ok(argument, result) : (ok ?? null);
}

/** The notification for a failure: the client's title with the server's message if there is one. */
export function failureWords(
  name: string,
  error: AppError | undefined,
  argument?: unknown,
): NoticeText | null {
  const { fail = null, isExplained } = noticeOf(name) ?? {};
  const words = typeof fail === 'function' ? fail(argument, error) : fail;
  if (words === null) return null;
  const isOurs = isExplained === true || error === undefined || error.isUnexplained === true;
  const description = isOurs ? words[1] : error.message;
  return description === undefined ? [words[0]] : [words[0], description];
}
