/** Rules for which controls a user sees. They decide only what is offered; the server decides what is allowed. */

/** The parts of an account that the rules need. */
export interface Person {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
  readonly clearanceLevel: number;
}

/** The parts of a document that the rules need. */
export interface Owned {
  readonly submittedBy: string | null;
  readonly clearanceLevel: number;
  readonly isArchived?: boolean;
  readonly archiveRequested?: boolean;
}

/** Id of the emergency account, which has restricted rights. */
const emergencyAccountId = 'emergency-access';

export function isEmergencyAccount(person: Pick<Person, 'id'>): boolean {
  return person.id === emergencyAccountId;
}

export function canUseAdminPanel(user: Person): boolean {
  return user.isAdmin || isEmergencyAccount(user);
}

/** The export contains every document in full, so it needs full access. */
export function canExportInstallation(user: Person): boolean {
  return canUseAdminPanel(user) && user.clearanceLevel >= 5;
}

export function canPassLockdown(user: Person): boolean {
  return canUseAdminPanel(user);
}

/** Whether the site's two-factor requirement applies to this account. Emergency access uses a key of its own. */
export function needsSecondFactor(person: Person): boolean {
  if (!person.isApproved || isEmergencyAccount(person)) return false;
  return person.isAdmin || person.clearanceLevel >= 3;
}

export function canReadDocument(user: Person, document: Owned): boolean {
  return user.clearanceLevel >= document.clearanceLevel;
}

export function isOwner(user: Person, document: Owned): boolean {
  return document.submittedBy === user.id;
}

export function canDeleteDocument(user: Person, document: Owned): boolean {
  return isOwner(user, document) && canReadDocument(user, document);
}

/** The owner may propose edits to a document that they may read. */
export function canEditDocument(user: Person, document: Owned): boolean {
  return isOwner(user, document) && canReadDocument(user, document);
}

/** Administrators and the owner may revert a document to an earlier version. */
export function canRevertDocument(user: Person, document: Owned): boolean {
  return (canUseAdminPanel(user) || isOwner(user, document)) && canReadDocument(user, document);
}

/**
 * The owner requests archiving; an administrator archives at once. A second request is not possible while one is
 * pending.
 */
export function canArchiveDocument(user: Person, document: Owned): boolean {
  if (document.isArchived === true || !canReadDocument(user, document)) return false;
  return canUseAdminPanel(user) || (isOwner(user, document) && document.archiveRequested !== true);
}

export function canUnarchiveDocument(user: Person, document: Owned): boolean {
  return document.isArchived === true && canUseAdminPanel(user) && canReadDocument(user, document);
}

/** Administrators may correct the level and category of documents that they may read. The emergency account may not. */
export function canReclassify(user: Person): boolean {
  return user.isAdmin && !isEmergencyAccount(user);
}

/** Administrators create, change and close sections of the archive. */
export function canManageSections(user: Person): boolean {
  return canUseAdminPanel(user);
}

export function canSeeAccessLog(user: Person): boolean {
  return canUseAdminPanel(user);
}

/** The emergency account owns nothing, so it cannot comment. */
export function canComment(user: Person): boolean {
  return !isEmergencyAccount(user);
}

export function canDeleteComment(user: Person, comment: { readonly authorId: string }): boolean {
  return comment.authorId === user.id || canUseAdminPanel(user);
}

export function canManageTemplates(user: Person): boolean {
  return canUseAdminPanel(user);
}

/** The emergency account owns nothing, so it cannot submit. */
export function canSubmit(user: Person): boolean {
  return !isEmergencyAccount(user);
}

/** The emergency account has no settings of its own. */
export function canSaveSettings(user: Person): boolean {
  return !isEmergencyAccount(user);
}

/** An account registered with an administrator's key: the requested rights must be withdrawn before approval. */
export function isAdminClaimant(target: Person): boolean {
  return target.isAdmin && !target.isApproved;
}

export function canApprove(_user: Person, target: Person): boolean {
  return !target.isApproved && !target.isAdmin;
}

export function canMakeAdmin(user: Person, target: Person): boolean {
  return target.isApproved && !target.isAdmin && target.id !== user.id;
}

export function canRemoveAdmin(user: Person, target: Person): boolean {
  return target.isAdmin && target.id !== user.id && !isEmergencyAccount(target);
}

export function canEditClearance(_user: Person, target: Person): boolean {
  return target.isApproved && !isEmergencyAccount(target);
}

export function canDeleteUser(user: Person, target: Person): boolean {
  return target.id !== user.id && !isEmergencyAccount(target);
}

/** Consecutive failed sign-ins after which an account is locked temporarily. */
export const lockoutThreshold = 5;

export function canUnlock(
  _user: Person,
  target: Pick<Person, 'id'> & { failedLoginAttempts: number },
): boolean {
  return target.failedLoginAttempts >= lockoutThreshold && !isEmergencyAccount(target);
}

/** Administrators issue reset codes for other accounts; a user changes their own password with the old one. */
export function canResetPassword(user: Person, target: Person): boolean {
  if (!target.isApproved || target.id === user.id || isEmergencyAccount(target)) return false;
  return target.clearanceLevel <= user.clearanceLevel;
}

/** Administrators turn off two-factor authentication of other accounts; a user turns their own off with a code. */
export function canResetTwoFactor(
  user: Person,
  target: Person & { readonly twoFactorEnabled: boolean },
): boolean {
  return target.twoFactorEnabled && canResetPassword(user, target);
}

/** Administrators issue two-factor codes for levels up to their own, including for themselves. */
export function canIssueCodes(user: Person, target: Person): boolean {
  return target.isApproved && !isEmergencyAccount(target) && target.clearanceLevel <= user.clearanceLevel;
}

/** Users from level 3 and administrators may set up two-factor authentication. */
export function canHaveSecondFactor(user: Person): boolean {
  return !isEmergencyAccount(user) && (user.isAdmin || user.clearanceLevel >= 3);
}
