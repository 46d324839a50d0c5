import { nextCursor } from './cursor';
import { api, headerNumber } from './endpoints';
import { listTag } from './tags';
import type { AuditEntry } from './types';

const auditPageSize = 100;

/** The view of the log: administrators' actions, or all others. */
export type AuditView = 'admin' | 'user';

export interface AuditFilters {
  readonly view: AuditView;
  readonly q?: string;
  readonly action?: string;
  /** A username, or SYSTEM. */
  readonly person?: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from?: string;
  readonly to?: string;
}

/** One page of the security log, newest first. */
export interface AuditPage {
  readonly items: readonly AuditEntry[];
  /** Number of matches; `null` until the server has counted all of a long log. */
  readonly total: number | null;
  /** Number of the oldest entry that a search has examined; `null` without a search. */
  readonly searchedTo: number | null;
  /** Cursor of the next page; `null` at the end. */
  readonly next: string | null;
}

/** The security log in pages. A module of its own, because only one screen needs it. */
const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Every action adds to the log, so the cached pages are outdated once the screen is left.
    auditPages: build.infiniteQuery<AuditPage, AuditFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
      query: ({ queryArg, pageParam }) => ({
        url: '/api/admin/audit-logs',
        params: { limit: auditPageSize, ...queryArg, after: pageParam ?? undefined },
      }),
      transformResponse: (items: AuditEntry[], meta) => ({
        items,
        total: headerNumber(meta, 'X-Total-Count', null),
        searchedTo: headerNumber(meta, 'X-Searched-To', null),
        next: nextCursor(meta?.response?.headers.get('Link')),
      }),
      structuralSharing: false,
      providesTags: [listTag('AuditLog')],
      keepUnusedDataFor: 0,
    }),
    // Number of entries on the other tab, if the server knows it.
    auditCount: build.query<number | null, AuditFilters>({
      query: (queryArg) => ({ url: '/api/admin/audit-logs', params: { limit: 1, ...queryArg } }),
      transformResponse: (_items: AuditEntry[], meta) => headerNumber(meta, 'X-Total-Count', null),
      providesTags: [listTag('AuditLog')],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAuditPagesInfiniteQuery, useAuditCountQuery, useGetAuditCheckpointQuery } = auditApi;
