import { api, headerNumber } from './endpoints';
import type { News } from './types';

/** Number of unread items fetched with the count, to announce the new ones. */
const newest = 5;

/** How many notifications are unread, and the first of the list: unread ones first, newest first. */
export interface UnreadNews {
  readonly count: number;
  readonly first: readonly News[];
}

/** How many notifications are unread. Every screen shows it, and news of decisions refresh it. */
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
