import { http, HttpResponse, type HttpResponseInit } from 'msw';
import { setupServer } from 'msw/node';
import type {
  ListDraftsApiResponse,
  ListTemplatesApiResponse,
  SuggestWordsApiResponse,
} from '@/api/generated';
import type { User } from '@/api/types';
import type { AnswerOf, Method, PathOf } from './contract';
import { factory } from './factories';
import { mailSettings } from './mailSettings';

/**
 * The simulated server. A request without a defined response fails the test. By default the home board, notifications,
 * mail settings, templates, comments, reader counts, administrators' alerts, search suggestions and the lists that the
 * control panel counts are empty, and the draft limit is reached, so that forms send their text directly. Tests about
 * these define their own responses.
 */
export const server = setupServer(
  http.get('*/api/documents/suggestions', () => HttpResponse.json([] satisfies SuggestWordsApiResponse)),
  http.get('*/api/documents/:id/comments', () => HttpResponse.json([])),
  http.get('*/api/documents/:id/backlinks', () => HttpResponse.json([])),
  http.get('*/api/documents/:id/views', () => HttpResponse.json({ readers: 0, lastMonth: 0 })),
  http.get('*/api/user/board', () => HttpResponse.json(factory.board())),
  http.get('*/api/user/sessions', () => HttpResponse.json([])),
  http.get('*/api/user/mail-settings', () => HttpResponse.json(mailSettings())),
  http.get('*/api/user/drafts', () => HttpResponse.json([] satisfies ListDraftsApiResponse)),
  http.get('*/api/user/edits', () => HttpResponse.json([])),
  http.post('*/api/user/drafts', () =>
    HttpResponse.json({ code: 'too_many_drafts', message: 'You have 100 drafts.' }, { status: 409 }),
  ),
  http.put('*/api/documents/:id/edit-draft', () =>
    HttpResponse.json({ code: 'too_many_drafts', message: 'You have 100 drafts.' }, { status: 409 }),
  ),
  http.get('*/api/user/notifications', () => HttpResponse.json([])),
  http.get('*/api/templates', () => HttpResponse.json([] satisfies ListTemplatesApiResponse)),
  http.get('*/api/admin/documents', () => HttpResponse.json([])),
  http.get('*/api/admin/users', () => HttpResponse.json([])),
  http.get('*/api/admin/security-alerts', () => HttpResponse.json([])),
  http.get('*/api/admin/deadline-reminders', () => HttpResponse.json([])),
  http.get('*/api/document-edits', () => HttpResponse.json([])),
);

export interface Call {
  readonly body: unknown;
  readonly url: URL;
  readonly params: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers: Headers;
}

async function readBody(request: Request): Promise<unknown> {
  const text = await request.text();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** Defines a response with any body, and returns the list of received requests. */
function respond(
  method: Method,
  path: string,
  body: (call: Call) => unknown,
  init: HttpResponseInit,
): Call[] {
  const calls: Call[] = [];
  server.use(
    http[method](`*${path}`, async ({ request, params }) => {
      const call: Call = {
        body: await readBody(request.clone()),
        url: new URL(request.url),
        params,
        headers: request.headers,
      };
      calls.push(call);
      const value = body(call);
      return value === undefined
        ? new HttpResponse(null, { status: 204, ...init })
        : HttpResponse.json(value as object, init);
    }),
  );
  return calls;
}

/**
 * Defines a response that matches the contract, and returns the list of received requests: `const calls =
 * answer('post', '/api/login', factory.user())`. `undefined` is an empty 204. A function computes the response from the
 * request.
 */
export function answer<Name extends Method, Path extends PathOf<Name>>(
  method: Name,
  path: Path,
  body: AnswerOf<Name, Path> | ((call: Call) => AnswerOf<Name, Path>),
  init: HttpResponseInit = {},
): Call[] {
  return respond(method, path, typeof body === 'function' ? body : () => body, init);
}

export function refuse<Name extends Method>(
  method: Name,
  path: PathOf<Name>,
  status: number,
  error: { readonly code: string; readonly message: string; readonly requiredClearance?: number } & Record<
    string,
    unknown
  >,
  headers: Record<string, string> = {},
): Call[] {
  return respond(method, path, () => error, { status, headers });
}

/**
 * Responses that every screen needs: the current user and the lock status; and those that the control panel always
 * shows.
 */
export function signedInAs(user: User | null, { locked = false } = {}): void {
  if (user === null) refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  else answer('get', '/api/user', user);
  answer('get', '/api/site-lock-status', { isLocked: locked });
  const version = user?.isAdmin === true ? { version: '1.0.0' } : {};
  answer('get', '/api/health', { status: 'ok', timestamp: '2026-03-14T09:26:53.000Z', ...version });
  answer('get', '/api/admin/site-settings', factory.siteSettings({ isLocked: locked }));
}
