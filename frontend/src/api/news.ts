import { api, headerNumber } from './endpoints';
import type { News } from './types';

/** Number of unread items fetched with the count, to announce the new ones. */
const newest = 5;

/** Number of unread notifications, and the start of the list: unread ones first, newest first. */
export interface UnreadNews {
  readonly count: number;
  readonly first: readonly News[];
}

/** Number of unread notifications. Every screen shows it; it is refreshed when the server announces a decision. */
const newsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNews: build.query<UnreadNews, undefined>({
      query: () => ({ url: '/api/user/notifications', params: { limit: newest } }),
      transformResponse: (first: readonly News[], meta) => ({
        count: headerNumber(meta, 'X-Unread-Count', 0),
        first,
      }),
      providesTags: ['News'],
    }),
  }),
});

export const { useUnreadNewsQuery, useListNotificationsQuery } = newsApi;
