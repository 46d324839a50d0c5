import { createApi } from '@reduxjs/toolkit/query/react';
import { appBaseQuery } from './baseQuery';
import { tagTypes } from './tags';

/**
 * Options for a request outside of a component: fetches from the server instead of the cache, without a subscription.
 */
export const afresh = { forceRefetch: true, subscribe: false } as const;

/** How long unused responses stay in the cache, in seconds. */
export const unusedLifetime = 300;

/** The cache of all server data. The generated endpoints are injected into it. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: appBaseQuery,
  tagTypes,
  keepUnusedDataFor: unusedLifetime,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});
