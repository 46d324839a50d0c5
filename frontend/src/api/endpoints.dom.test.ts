import { waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { makeStore } from '@/app/store';
import { byPerson, noteGesture, presenceTimeout } from '@/lib/activity';
import { factory } from '@/testing/factories';
import { answer, refuse, server } from '@/testing/server';
import { nextCursor } from './cursor';
import { api } from './endpoints';
import { sessionEndNoted } from './sessionEnd';
import { personChanged, sessionSlice } from './sessionSlice';

test.each([
  [null, null],
  ['', null],
  ['</api/documents?limit=60&after=abc%3D>; rel="next"', 'abc='],
  ['</api/documents>; rel="first", </api/documents?after=x>; rel=next', 'x'],
  ['</api/documents?after=x>; rel="prev"', null],
])('the next page after %p', (link, expected) => {
  expect(nextCursor(link)).toBe(expected);
});

test('pages have the counts of the headers and their own offset', async () => {
  const rows = [factory.summary(), factory.summary()];
  const calls = answer('get', '/api/documents', rows, {
    headers: { 'X-Total-Count': '185', 'X-Accessible-Count': '1280' },
  });
  const store = makeStore();
  const filters = { q: 'the & sea', level: 3 };
  const head = await store.dispatch(api.endpoints.documentHead.initiate(filters));
  expect(head.data).toEqual({ items: rows, matching: 185, accessible: 1280 });
  await store.dispatch(api.endpoints.documentPage.initiate({ filters, page: 3 }));
  expect(calls.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { view: 'summary', limit: '60', q: 'the & sea', level: '3' },
    { view: 'summary', limit: '60', q: 'the & sea', level: '3', skip: '180' },
  ]);
});

test('a page of a search says that there are more matches than counted', async () => {
  const headers = {
    'X-Total-Count': '1000',
    'X-Total-Count-Relation': 'at-least',
    'X-Accessible-Count': '1280',
  };
  answer('get', '/api/documents', [], { headers });
  const head = await makeStore().dispatch(api.endpoints.documentHead.initiate({ q: 'the' }));
  expect(head.data).toEqual({ items: [], matching: 1000, isAtLeast: true, accessible: 1280 });
});

const again = { forceRefetch: true };

test('automatic requests are marked as background, and requests of the user are not', async () => {
  const lock = answer('get', '/api/site-lock-status', { isLocked: false });
  const users = answer('get', '/api/admin/users', []);
  const who = answer('get', '/api/user', factory.user());
  const store = makeStore();
  await store.dispatch(api.endpoints.getSiteLockStatus.initiate());
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  await store.dispatch(api.endpoints.listUsers.initiate({}, again));
  await byPerson(() => store.dispatch(api.endpoints.listUsers.initiate({}, again)));
  await byPerson(() => store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, again)));
  await store.dispatch(api.endpoints.getCurrentUser.initiate(undefined, again));
  await store.dispatch(api.endpoints.watchCurrentUser.initiate(undefined, again));
  const marks = (calls: typeof lock) => calls.map((call) => call.headers.get('X-Background'));
  expect(marks(lock)).toEqual(['1', '1']);
  expect(marks(users)).toEqual([null, '1', null]);
  expect(marks(who)).toEqual([null, '1']);
});

test('a first read is a background request after a minute without activity', async () => {
  const users = answer('get', '/api/admin/users', []);
  const store = makeStore();
  noteGesture(Date.now() - presenceTimeout + 5000);
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  noteGesture(Date.now() - presenceTimeout);
  await store.dispatch(api.endpoints.listUsers.initiate({ limit: 1 }));
  noteGesture();
  expect(users.map((call) => call.headers.get('X-Background'))).toEqual([null, '1']);
});

test('saving a text is a background request after a minute without activity', async () => {
  const draft = factory.draft();
  const saves = answer('put', '/api/user/drafts/:id', draft);
  const deleted = answer('delete', '/api/user/drafts/:id', undefined);
  const store = makeStore();
  const { saveDraft, deleteDraft } = api.endpoints;
  const save = () =>
    store.dispatch(saveDraft.initiate({ id: draft.id, saveDraftRequest: { revision: draft.revision } }));
  noteGesture(Date.now() - presenceTimeout + 5000);
  await save();
  noteGesture(Date.now() - presenceTimeout);
  await save();
  await byPerson(save);
  await store.dispatch(deleteDraft.initiate(draft.id));
  noteGesture();
  expect(saves.map((call) => call.headers.get('X-Background'))).toEqual([null, '1', null]);
  expect(deleted.map((call) => call.headers.get('X-Background'))).toEqual([null]);
});

test('a changed account is in the list once the response arrives, before the list is loaded again', async () => {
  const [first, second] = [factory.user({ isApproved: false }), factory.user()];
  answer('get', '/api/admin/users', [first, second]);
  const store = makeStore();
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  let asked = 0;
  server.use(
    http.get('*/api/admin/users', () => {
      asked += 1;
      return delay('infinite');
    }),
  );
  const approved = { ...first, isApproved: true };
  answer('patch', '/api/admin/users/:id/approve', approved);
  await store.dispatch(
    api.endpoints.approveUser.initiate({
      id: first.id,
      clearanceRequest: { clearanceLevel: 2, accessKey: 'innovation' },
    }),
  );
  await waitFor(() => expect(asked).toBe(1));
  expect(api.endpoints.listUsers.select({})(store.getState()).data).toEqual([approved, second]);
});

describe('the end of the session', () => {
  const ends = (at: number, sent?: number) => ({
    headers: {
      'Session-Ends': new Date(at).toISOString(),
      ...(sent === undefined ? {} : { Date: new Date(sent).toUTCString() }),
    },
  });

  test('is what the last response said', async () => {
    const at = Date.now() + 600_000;
    answer('get', '/api/admin/users', [], ends(at));
    const store = makeStore();
    expect(store.getState().session.endsAt).toBeNull();
    await store.dispatch(api.endpoints.listUsers.initiate({}));
    expect(store.getState().session.endsAt).toBe(at);
  });

  test("counts from the time of the response, whatever the server's clock says", async () => {
    const sent = Date.parse('2020-01-01T00:00:00Z');
    answer('get', '/api/admin/users', [], ends(sent + 600_000, sent));
    const store = makeStore();
    await store.dispatch(api.endpoints.listUsers.initiate({}));
    const left = (store.getState().session.endsAt ?? 0) - Date.now();
    expect(left).toBeGreaterThan(595_000);
    expect(left).toBeLessThanOrEqual(600_000);
  });

  test('is also read from a refusal, and unchanged by a response without it', async () => {
    const at = Date.now() + 600_000;
    refuse('get', '/api/admin/users', 403, { code: 'admin_only', message: 'No.' }, ends(at).headers);
    const store = makeStore();
    await store.dispatch(api.endpoints.listUsers.initiate({}));
    expect(store.getState().session.endsAt).toBe(at);
    answer('get', '/api/admin/users', []);
    await store.dispatch(api.endpoints.listUsers.initiate({}, again));
    expect(store.getState().session.endsAt).toBe(at);
  });

  test.each([
    [30, true, 'is extended by activity', false],
    [20, true, 'is the maximum duration of the session', true],
    [20, false, 'is not final if a timer requested it', false],
  ])('that is %d minutes away (foreground %p) %s', (minutes, foreground, _what, isFinal) => {
    const now = Date.now();
    const user = factory.user({ sessionTimeout: 30 });
    const { reducer } = sessionSlice;
    const before = reducer(undefined, personChanged({ user, ending: null }));
    const after = reducer(before, sessionEndNoted({ at: now + minutes * 60_000, foreground, now }));
    expect(after.isFinal).toBe(isFinal);
  });
});
