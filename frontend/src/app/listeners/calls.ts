import { isAppError, type AppError } from '@/lib/errors';
import type { UnknownAction } from '@reduxjs/toolkit';

/** What the cache tells about a call that has ended. */
export interface EndedCall {
  readonly endpoint: string;
  readonly type: 'query' | 'mutation';
  readonly argument: unknown;
  /** What the server answered; of a failed call its error. */
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

/** Reads a call's end out of an action of the cache; `null` for everything else. */
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
