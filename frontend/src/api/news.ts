import { api, headerNumber } from './endpoints';

/** How many notifications are unread. Every screen shows it, and news of decisions refresh it. */
const newsApi = api.injectEndpoints({
  endpoints: (build) => ({
    unreadNews: build.query<number, undefined>({
      query: () => ({ url: '/api/user/notifications', params: { limit: 1 } }),
      transformResponse: (_items: unknown, meta) => headerNumber(meta, 'X-Unread-Count', 0),
      providesTags: ['News'],
    }),
  }),
});

export const { useUnreadNewsQuery, useListNotificationsQuery } = newsApi;
