import { isAppError, type AppError } from '@/lib/errors';
import type { UnknownAction } from '@reduxjs/toolkit';

/** A request that has ended, as reported by the cache. */
export interface EndedCall {
  readonly endpoint: string;
  readonly type: 'query' | 'mutation';
  readonly argument: unknown;
  /** The response, or the error of a failed request. */
  readonly result: unknown;
  readonly error: AppError | undefined;
}

interface CallMeta {
  readonly arg?: {
    readonly endpointName?: unknown;
    readonly type?: unknown;
    readonly originalArgs?: unknown;
  };
}

/** Reads the end of a request from an action of the cache; `null` for any other action. */
export function endedCall(action: UnknownAction): EndedCall | null {
  const arg = (action.meta as CallMeta | undefined)?.arg;
  if (typeof arg?.endpointName !== 'string' || (arg.type !== 'query' && arg.type !== 'mutation')) return null;
  return {
    endpoint: arg.endpointName,
    type: arg.type,
    argument: arg.originalArgs,
    result: action.payload,
    error: isAppError(action.payload) ? action.payload : undefined,
  };
}
