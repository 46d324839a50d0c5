import { api } from './endpoints';

/** Statistics of the whole site. A module of its own, because only one screen needs them. */
const analyticsApi = api.enhanceEndpoints({
  endpoints: {
    // Every action changes the numbers, so each visit requests them again.
    getSecurityAnalytics: { keepUnusedDataFor: 0 },
    getSystemAnalytics: { keepUnusedDataFor: 0 },
    getActivityAnalytics: { keepUnusedDataFor: 0 },
    getAnalyticsSeries: { keepUnusedDataFor: 0 },
  },
});

export const {
  useGetSecurityAnalyticsQuery,
  useGetSystemAnalyticsQuery,
  useGetActivityAnalyticsQuery,
  useGetAnalyticsSeriesQuery,
} = analyticsApi;
