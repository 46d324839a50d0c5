import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { noteActivity } from './activity';
import { toAppError, type AppError } from './errors';

/** Absolute, because `Request` outside a browser does not know what a relative address is relative to. */
const rawQuery = fetchBaseQuery({ baseUrl: window.location.origin, credentials: 'same-origin' });

/** Asked for by a clock and by nothing else. */
const alwaysBackground: ReadonlySet<string> = new Set(['getSiteLockStatus', 'getHealth', 'watchCurrentUser']);

/** Asked for again on purpose to keep the session alive. */
const neverBackground: ReadonlySet<string> = new Set(['getCurrentUser']);

/**
 * Whether a call is nobody's doing. A repeated read is: a clock, or a change that has been counted already, set it off.
 * So is every read of a page that nobody looks at, such as one that has reloaded itself.
 */
function isBackground(call: {
  readonly endpoint: string;
  readonly type: string;
  readonly forced?: boolean;
}): boolean {
  if (alwaysBackground.has(call.endpoint)) return true;
  if (call.type === 'query' && document.visibilityState === 'hidden') return true;
  return call.type === 'query' && call.forced === true && !neverBackground.has(call.endpoint);
}

/** Every call of the client goes through here: one origin, one form of error, polls marked as such. */
export const appBaseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  AppError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extra) => {
  const background = isBackground({ endpoint: api.endpoint, type: api.type, forced: api.forced ?? false });
  const request: FetchArgs = typeof args === 'string' ? { url: args } : args;
  const headers = new Headers(request.headers as HeadersInit | undefined);
  if (background) headers.set('X-Background', '1');
  const result = await rawQuery({ ...request, headers }, api, extra);
  if (!background && !result.error) noteActivity();
  if (!result.error) return { data: result.data, ...(result.meta ? { meta: result.meta } : {}) };
  return {
    error: toAppError(result.error, result.meta?.response),
    ...(result.meta ? { meta: result.meta } : {}),
  };
};
