import { api, toPage, type Page } from './endpoints';
import { idTag, listTag } from './tags';
import type { ActiveSession } from './types';

/** Page size of the list of sessions. */
const sessionPageSize = 60;

/** Monitoring and administrators' alerts. A module of its own, because few screens need it. */
const enhanced = api.enhanceEndpoints({
  endpoints: {
    // New sign-ins are recorded all the time, so each visit requests them again.
    listRecentLogins: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    listSuspiciousLogins: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    // Read in pages, below.
    listActiveSessions: { providesTags: [] },
    listLockedNames: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    getSecuritySummary: { providesTags: [listTag('Security')], keepUnusedDataFor: 0 },
    terminateSession: { invalidatesTags: [listTag('Security')] },
    listSecurityAlerts: { providesTags: [idTag('Security', 'ALERTS')] },
    listDeadlineReminders: { providesTags: ['Reminder'] },
    clearAlerts: { invalidatesTags: [idTag('Security', 'ALERTS'), 'Reminder', 'News'] },
  },
});

const securityApi = enhanced.injectEndpoints({
  endpoints: (build) => ({
    sessionPages: build.infiniteQuery<Page<ActiveSession>, undefined, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
      query: ({ pageParam }) => ({
        url: '/api/admin/security/active-sessions',
        params: { limit: sessionPageSize, after: pageParam ?? undefined },
      }),
      transformResponse: toPage<ActiveSession>,
      providesTags: [listTag('Security')],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useListRecentLoginsQuery,
  useListSuspiciousLoginsQuery,
  useSessionPagesInfiniteQuery,
  useListLockedNamesQuery,
  useGetSecuritySummaryQuery,
  useTerminateSessionMutation,
  useListSecurityAlertsQuery,
  useListDeadlineRemindersQuery,
  useClearAlertsMutation,
} = securityApi;
