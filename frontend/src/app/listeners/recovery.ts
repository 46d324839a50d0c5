import { QueryStatus } from '@reduxjs/toolkit/query';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { isAppError } from '@/lib/errors';
import type { AppDispatch } from '@/state/hooks';
import type { StartListening } from './start';

/** Answers of what stands before a server that is away. */
const away: ReadonlySet<number | string> = new Set(['NETWORK', 502, 503, 504]);

type Initiate = (argument: unknown, how: typeof afresh) => Parameters<AppDispatch>[0];

type Endpoints = Readonly<Record<string, { readonly initiate: Initiate } | undefined>>;

/** Asks again, as soon as the server answers, for what could not be read while it did not. */
export function listenForRecovery(startListening: StartListening): void {
  startListening({
    // It is asked for every few seconds, on every screen.
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
