import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { isUserAction, isUserPresent } from '@/lib/activity';
import type { AppError } from '@/lib/errors';
import { toAppError } from './errors';
import { sessionEndNoted } from './sessionEnd';

/** Absolute, because `Request` outside of a browser cannot resolve a relative address. */
const rawQuery = fetchBaseQuery({ baseUrl: window.location.origin, credentials: 'same-origin' });

/** Sent only by timers. */
const alwaysBackground: ReadonlySet<string> = new Set(['getSiteLockStatus', 'getHealth', 'watchCurrentUser']);

/** Sent only when a user keeps the session alive. */
const neverBackground: ReadonlySet<string> = new Set(['getCurrentUser']);

/** Mutations that save typed text. Timers send them too, and they must arrive even if the window closes. */
const textMutations: ReadonlySet<string> = new Set(['createDraft', 'saveDraft']);

interface RequestInfo {
  readonly endpoint: string;
  readonly type: string;
  readonly forced?: boolean | undefined;
}

/**
 * Whether a request is not caused by the user. A query that is repeated without `byPerson` comes from a timer or
 * follows a change that already counted. A query from a page that is hidden or unused is automatic. So is saving text
 * once the page has been unused for a while, so that failing attempts do not keep a session alive.
 */
function isBackground({ endpoint, type, forced }: RequestInfo): boolean {
  if (alwaysBackground.has(endpoint)) return true;
  if (neverBackground.has(endpoint) || isUserAction()) return false;
  if (type !== 'query') return textMutations.has(endpoint) && !isUserPresent();
  return forced === true || document.visibilityState === 'hidden' || !isUserPresent();
}

/** Reads a time from a header, in milliseconds; `null` if it is missing or invalid. */
function parseTime(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * When the session ends without further activity, by this machine's clock: the server's clock may differ, so the
 * interval from the response is used. `null` if the response does not contain it.
 */
export function readSessionEnd(header: (name: string) => string | null, now: number): number | null {
  const ends = parseTime(header('Session-Ends'));
  return ends === null ? null : now + (ends - (parseTime(header('Date')) ?? now));
}

/** A request whose headers may be absent, because some are optional in the contract. */
export type ApiRequest = Omit<FetchArgs, 'headers'> & {
  readonly headers?: Readonly<Record<string, string | null | undefined>>;
};

/** Maximum size of a body that browsers send after the window closes, minus a reserve for the rest of the request. */
const maxKeptAlive = 60_000;

/** Lets the browser finish a request after the window closes, if its body is small enough. */
function keepAliveOption(endpoint: string, { body }: ApiRequest): { readonly keepalive?: true } {
  if (!textMutations.has(endpoint)) return {};
  const size = new TextEncoder().encode(JSON.stringify(body)).length;
  return size <= maxKeptAlive ? { keepalive: true } : {};
}

type HeaderEntry = [name: string, value: string];

/** All requests of the client: same origin, one form of error, automatic requests marked as background. */
export const appBaseQuery: BaseQueryFn<
  string | ApiRequest,
  unknown,
  AppError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extra) => {
  const background = isBackground(api);
  const request: ApiRequest = typeof args === 'string' ? { url: args } : args;
  const sent = Object.entries(request.headers ?? {}).filter((entry): entry is HeaderEntry =>
    Boolean(entry[1]),
  );
  const headers = new Headers(sent);
  if (background) headers.set('X-Background', '1');
  const result = await rawQuery(
    { ...request, headers, ...keepAliveOption(api.endpoint, request) },
    api,
    extra,
  );
  const now = Date.now();
  const at = readSessionEnd((name) => result.meta?.response?.headers.get(name) ?? null, now);
  if (at !== null) api.dispatch(sessionEndNoted({ at, foreground: !background, now }));
  if (!result.error) return { data: result.data, ...(result.meta ? { meta: result.meta } : {}) };
  return {
    error: toAppError(result.error, result.meta?.response),
    ...(result.meta ? { meta: result.meta } : {}),
  };
};
