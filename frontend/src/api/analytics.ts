import { api } from './endpoints';

/** Figures about the whole site. Kept apart: nobody else needs them. */
const analyticsApi = api.enhanceEndpoints({
  endpoints: {
    // The numbers grow with whatever happens, so each visit asks again.
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
