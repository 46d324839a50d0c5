import { api } from './endpoints';
import { idTag, listTag } from './tags';

/** Monitoring and the alerts of administrators. Kept apart: nobody else needs them. */
const securityApi = api.enhanceEndpoints({
  endpoints: {
    // What happened since is on record already, so each visit asks again.
    listRecentLogins: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    listSuspiciousLogins: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    listActiveSessions: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    listLockedNames: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    getSecuritySummary: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    terminateSession: { invalidatesTags: [listTag('Security')] },
    listSecurityAlerts: { providesTags: [idTag('Security', 'ALERTS')] },
    listDeadlineReminders: { providesTags: ['Reminder'] },
    clearAlerts: { invalidatesTags: [idTag('Security', 'ALERTS'), 'Reminder', 'News'] },
  },
});

export const {
  useListRecentLoginsQuery,
  useListSuspiciousLoginsQuery,
  useListActiveSessionsQuery,
  useListLockedNamesQuery,
  useGetSecuritySummaryQuery,
  useTerminateSessionMutation,
  useListSecurityAlertsQuery,
  useListDeadlineRemindersQuery,
  useClearAlertsMutation,
} = securityApi;
