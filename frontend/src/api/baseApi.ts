import { createApi } from '@reduxjs/toolkit/query/react';
import { appBaseQuery } from './baseQuery';
import { tagTypes } from './tags';

/** How to ask outside of a component: the server and not the cache, without a subscription. */
export const afresh = { forceRefetch: true, subscribe: false } as const;

/** How long an answer that nothing shows is kept, in seconds. */
export const keptFor = 300;

/** The one cache of everything the server owns. Endpoints are generated into it. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: appBaseQuery,
  tagTypes,
  keepUnusedDataFor: keptFor,
  refetchOnFocus: false,
  refetchOnReconnect: false,
  refetchOnMountOrArgChange: false,
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});
