import { api, documentCount } from './endpoints';
import { listTag } from './tags';
import type { DocumentSummary } from './types';

interface FindQuery {
  /** The typed text, in the query language of the repository. */
  readonly q: string;
  readonly limit: number;
  /** Newest first; the best match first by default. */
  readonly sort?: 'newest';
}

/** The first matching records and the number of matches. */
interface FoundRecords {
  readonly items: readonly DocumentSummary[];
  readonly matching: number;
  /** The number is a lower bound: the server stopped counting. */
  readonly atLeast: boolean;
}

/**
 * Finds a few records for the palette and the command line. A module of its own, because no screen needs it at first.
 */
const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    findRecords: build.query<FoundRecords, FindQuery>({
      query: (params) => ({ url: '/api/documents', params: { view: 'summary', ...params } }),
      transformResponse: (items: DocumentSummary[], meta) => ({
        items,
        matching: documentCount(meta, items.length),
        atLeast: meta?.response?.headers.get('X-Total-Count-Relation') === 'at-least',
      }),
      providesTags: [listTag('Document')],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { findRecords } = findApi.endpoints;
export const { useFindRecordsQuery } = findApi;
