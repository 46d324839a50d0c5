/**
 * Who sees which control. These rules only decide what is offered: the server decides what is done.
 */

/** As much of an account as the rules need. */
export interface Person {
  readonly id: string;
  readonly isAdmin: boolean;
  readonly isApproved: boolean;
  readonly clearanceLevel: number;
}

/** As much of a document as the rules need. */
export interface Owned {
  readonly submittedBy: string | null;
  readonly clearanceLevel: number;
  readonly isArchived?: boolean;
  readonly archiveRequested?: boolean;
}

/** The fenced account that opens the terminal when nobody else can. */
const emergencyAccountId = 'emergency-access';

export function isEmergencyAccount(person: Pick<Person, 'id'>): boolean {
  return person.id === emergencyAccountId;
}

export function canUseAdminPanel(user: Person): boolean {
  return user.isAdmin || isEmergencyAccount(user);
}

/** The whole installation has every document in full. */
export function canExportInstallation(user: Person): boolean {
  return canUseAdminPanel(user) && user.clearanceLevel >= 5;
}

export function canPassLockdown(user: Person): boolean {
  return canUseAdminPanel(user);
}

/**
 * Whether the two-factor requirement of the site is for this account. Emergency access comes in by a key of its own.
 */
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

/** The owner proposes edits of a document that they may read. */
export function canEditDocument(user: Person, document: Owned): boolean {
  return isOwner(user, document) && canReadDocument(user, document);
}

/** Administrators and the owner take a document back to an earlier version. */
export function canRevertDocument(user: Person, document: Owned): boolean {
  return (canUseAdminPanel(user) || isOwner(user, document)) && canReadDocument(user, document);
}

/** Its owner requests it, an administrator archives it at once. A pending request is not made twice. */
export function canArchiveDocument(user: Person, document: Owned): boolean {
  if (document.isArchived === true || !canReadDocument(user, document)) return false;
  return canUseAdminPanel(user) || (isOwner(user, document) && document.archiveRequested !== true);
}

export function canUnarchiveDocument(user: Person, document: Owned): boolean {
  return document.isArchived === true && canUseAdminPanel(user) && canReadDocument(user, document);
}

/**
 * Administrators correct level and category of documents that they may read. The fenced account signs nothing of the
 * kind.
 */
export function canReclassify(user: Person): boolean {
  return user.isAdmin && !isEmergencyAccount(user);
}

/** Administrators create, change and close the sections of the archive. */
export function canManageSections(user: Person): boolean {
  return canUseAdminPanel(user);
}

export function canSeeAccessLog(user: Person): boolean {
  return canUseAdminPanel(user);
}

/** The fenced account owns nothing, so it cannot comment. */
export function canComment(user: Person): boolean {
  return !isEmergencyAccount(user);
}

export function canDeleteComment(user: Person, comment: { readonly authorId: string }): boolean {
  return comment.authorId === user.id || canUseAdminPanel(user);
}

export function canManageTemplates(user: Person): boolean {
  return canUseAdminPanel(user);
}

/** The fenced account owns nothing, so it cannot submit. */
export function canSubmit(user: Person): boolean {
  return !isEmergencyAccount(user);
}

/** The fenced account has no settings of its own. */
export function canSaveSettings(user: Person): boolean {
  return !isEmergencyAccount(user);
}

/** Somebody who registered with an administrator's key: the claim has to go before approval. */
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

/** Failures in a row after which an account is locked out for a while. */
export const lockoutThreshold = 5;

export function canUnlock(
  _user: Person,
  target: Pick<Person, 'id'> & { failedLoginAttempts: number },
): boolean {
  return target.failedLoginAttempts >= lockoutThreshold && !isEmergencyAccount(target);
}

/** Administrators issue reset codes for other accounts; one's own password is changed with the old one. */
export function canResetPassword(user: Person, target: Person): boolean {
  if (!target.isApproved || target.id === user.id || isEmergencyAccount(target)) return false;
  return target.clearanceLevel <= user.clearanceLevel;
}

/** Administrators turn the second factor of other accounts off; one's own is turned off with a code. */
export function canResetTwoFactor(
  user: Person,
  target: Person & { readonly twoFactorEnabled: boolean },
): boolean {
  return target.twoFactorEnabled && canResetPassword(user, target);
}

/** Administrators issue codes of a second factor up to their own level, for themselves too. */
export function canIssueCodes(user: Person, target: Person): boolean {
  return target.isApproved && !isEmergencyAccount(target) && target.clearanceLevel <= user.clearanceLevel;
}

/** Who may set a second factor up: from level 3 on, and administrators. */
export function canHaveSecondFactor(user: Person): boolean {
  return !isEmergencyAccount(user) && (user.isAdmin || user.clearanceLevel >= 3);
}
