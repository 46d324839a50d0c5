import { api } from './endpoints';

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
