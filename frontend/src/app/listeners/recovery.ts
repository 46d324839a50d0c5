import { QueryStatus } from '@reduxjs/toolkit/query';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { isAppError } from '@/lib/errors';
import type { AppDispatch } from '@/state/hooks';
import type { StartListening } from './start';

/** Statuses of a server that cannot be reached, including those of a proxy in front of it. */
const away: ReadonlySet<number | string> = new Set(['NETWORK', 502, 503, 504]);

type Initiate = (argument: unknown, how: typeof afresh) => Parameters<AppDispatch>[0];

type Endpoints = Readonly<Record<string, { readonly initiate: Initiate } | undefined>>;

/** Repeats queries that failed while the server could not be reached, as soon as it responds. */
export function listenForRecovery(startListening: StartListening): void {
  startListening({
    // Every screen polls the lock status every few seconds.
    predicate: (action) => api.endpoints.getSiteLockStatus.matchFulfilled(action),
    effect: (_, listener) => {
      const endpoints = api.endpoints as unknown as Endpoints;
      for (const query of Object.values(listener.getState().api.queries)) {
        if (query?.status !== QueryStatus.rejected || !isAppError(query.error)) continue;
        if (!away.has(query.error.status)) continue;
        const ask = endpoints[query.endpointName]?.initiate(query.originalArgs, afresh);
        if (ask !== undefined) listener.dispatch(ask);
      }
    },
  });
}
