import { api } from './endpoints';

/** The calls about passwords, keys and one's own sessions. */
export const {
  useChangePasswordMutation,
  useResetPasswordMutation,
  useListOwnSessionsQuery,
  useEndOwnSessionMutation,
  useIssueResetCodeMutation,
  useResetTwoFactorMutation,
  useOpenEmergencyAccessMutation,
  useSyncUserCodesMutation,
  useUpdateUserCodesMutation,
  useEmergencySyncCodesMutation,
  useVerifyTwoFactorMutation,
  useEnableTwoFactorMutation,
  useCompleteTwoFactorMutation,
  useDisableTwoFactorMutation,
} = api;
