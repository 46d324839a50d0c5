const changesOwnSessions = { invalidatesTags: ['OwnSession' as const] };
const changesNothing = { invalidatesTags: [] };

/** Cache tags that requests about the user's own password and sessions invalidate. */
export const accountCache = {
  changePassword: changesOwnSessions,
  resetPassword: changesNothing,
  listOwnSessions: { providesTags: ['OwnSession' as const], keepUnusedDataFor: 0 },
  endOwnSession: changesOwnSessions,
  // No screen shows data that depends on it.
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
