import { api, documentCount } from './endpoints';
import { listTag } from './tags';
import type { DocumentSummary } from './types';

interface FindQuestion {
  /** What was typed, in the query language of the repository. */
  readonly q: string;
  readonly limit: number;
  /** Newest first; without it the best matches come first. */
  readonly sort?: 'newest';
}

/** The first records that match, and how many there are. */
interface FoundRecords {
  readonly items: readonly DocumentSummary[];
  readonly matching: number;
  /** There are at least so many: the server has stopped counting. */
  readonly atLeast: boolean;
}

/** Search for a few records, by the palette and the command line. Kept apart: no screen needs it at its first load. */
const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    findRecords: build.query<FoundRecords, FindQuestion>({
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
