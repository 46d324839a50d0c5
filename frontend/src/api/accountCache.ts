const changesOwnSessions = { invalidatesTags: ['OwnSession' as const] };
const changesNothing = { invalidatesTags: [] };

/** What the calls about one's own password and sessions make stale. */
export const accountCache = {
  changePassword: changesOwnSessions,
  resetPassword: changesNothing,
  listOwnSessions: { providesTags: ['OwnSession' as const], keepUnusedDataFor: 0 },
  endOwnSession: changesOwnSessions,
  // Nothing that is shown depends on it.
  issueResetCode: changesNothing,
  openEmergencyAccess: changesNothing,
  syncUserCodes: changesNothing,
  updateUserCodes: changesNothing,
  emergencySyncCodes: changesNothing,
  verifyTotp: changesNothing,
  verifyTwoFactor: changesNothing,
  enableTwoFactor: changesNothing,
  completeTwoFactor: changesOwnSessions,
  disableTwoFactor: changesOwnSessions,
};
