import {
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query';
import { isByPerson, isSomebodyHere } from '@/lib/activity';
import type { AppError } from '@/lib/errors';
import { toAppError } from './errors';
import { sessionEndNoted } from './sessionEnd';

/** Absolute, because `Request` outside a browser does not know what a relative address is relative to. */
const rawQuery = fetchBaseQuery({ baseUrl: window.location.origin, credentials: 'same-origin' });

/** Sent only by timers. */
const alwaysBackground: ReadonlySet<string> = new Set(['getSiteLockStatus', 'getHealth', 'watchCurrentUser']);

/** Sent when a user keeps the session alive. */
const neverBackground: ReadonlySet<string> = new Set(['getCurrentUser']);

/** Changes that save what was typed. A clock makes them as well, and they have to arrive although the window closes. */
const savesText: ReadonlySet<string> = new Set(['createDraft', 'saveDraft']);

interface Asked {
  readonly endpoint: string;
  readonly type: string;
  readonly forced?: boolean | undefined;
}

/**
 * Whether nobody asked for this call. A read is repeated by a clock, or by a change that has been counted already,
 * unless a person asked for it (`byPerson`); and a read of a page that nobody looks at or uses is of its own making. So
 * is saving what was typed, once nobody has used the page for a while: attempts that go on failing keep no session
 * alive.
 */
function isBackground({ endpoint, type, forced }: Asked): boolean {
  if (alwaysBackground.has(endpoint)) return true;
  if (neverBackground.has(endpoint) || isByPerson()) return false;
  if (type !== 'query') return savesText.has(endpoint) && !isSomebodyHere();
  return forced === true || document.visibilityState === 'hidden' || !isSomebodyHere();
}

/** Reads a moment out of a header, in milliseconds; `null` where there is none. */
function momentOf(text: string | null): number | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : at;
}

/**
 * When the session ends if nothing more is done, by this machine's clock: the server's clock may be another, so what
 * counts is how long after the answer it is. `null` where the answer says nothing about it.
 */
export function readSessionEnd(header: (name: string) => string | null, now: number): number | null {
  const ends = momentOf(header('Session-Ends'));
  return ends === null ? null : now + (ends - (momentOf(header('Date')) ?? now));
}

/** A request whose headers may be absent: the contract has optional ones. */
export type ApiRequest = Omit<FetchArgs, 'headers'> & {
  readonly headers?: Readonly<Record<string, string | null | undefined>>;
};

/** The largest body that browsers send on behalf of a closed window, with room for the rest of the request. */
const maxKeptAlive = 60_000;

/** Lets the browser finish a call after the window has closed, if its body is small enough. */
function outliving(endpoint: string, { body }: ApiRequest): { readonly keepalive?: true } {
  if (!savesText.has(endpoint)) return {};
  const size = new TextEncoder().encode(JSON.stringify(body)).length;
  return size <= maxKeptAlive ? { keepalive: true } : {};
}

type Present = [name: string, value: string];

/** Every call of the client goes through here: one origin, one form of error, polls marked as such. */
export const appBaseQuery: BaseQueryFn<
  string | ApiRequest,
  unknown,
  AppError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extra) => {
  const background = isBackground(api);
  const request: ApiRequest = typeof args === 'string' ? { url: args } : args;
  const sent = Object.entries(request.headers ?? {}).filter((entry): entry is Present => Boolean(entry[1]));
  const headers = new Headers(sent);
  if (background) headers.set('X-Background', '1');
  const result = await rawQuery({ ...request, headers, ...outliving(api.endpoint, request) }, api, extra);
  const now = Date.now();
  const at = readSessionEnd((name) => result.meta?.response?.headers.get(name) ?? null, now);
  if (at !== null) api.dispatch(sessionEndNoted({ at, foreground: !background, now }));
  if (!result.error) return { data: result.data, ...(result.meta ? { meta: result.meta } : {}) };
  return {
    error: toAppError(result.error, result.meta?.response),
    ...(result.meta ? { meta: result.meta } : {}),
  };
};
