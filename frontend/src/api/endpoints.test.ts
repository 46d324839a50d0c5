import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { answer } from '@/testing/server';
import { lastActivity, noteActivity, secondsLeft } from './activity';
import { api, nextCursor } from './endpoints';

test.each([
  [null, null],
  ['', null],
  ['</api/documents?limit=60&after=abc%3D>; rel="next"', 'abc='],
  ['</api/documents>; rel="first", </api/documents?after=x>; rel=next', 'x'],
  ['</api/documents?after=x>; rel="prev"', null],
])('the next page after %p', (link, expected) => {
  expect(nextCursor(link)).toBe(expected);
});

test('pages carry the counts of their headers and begin where they are', async () => {
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

test('clocks are marked, people are not', async () => {
  const lock = answer('get', '/api/site-lock-status', { isLocked: false });
  const users = answer('get', '/api/admin/users', []);
  const who = answer('get', '/api/user', factory.user());
  const store = makeStore();
  const again = { forceRefetch: true };
  await store.dispatch(api.endpoints.getSiteLockStatus.initiate());
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  await store.dispatch(api.endpoints.listUsers.initiate({}, again));
  await store.dispatch(api.endpoints.getCurrentUser.initiate(undefined, again));
  const marks = [...lock, ...users, ...who].map((call) => call.headers.get('X-Background'));
  expect(marks).toEqual(['1', null, '1', null]);
});

test('only what a person did moves the end of the session', async () => {
  answer('get', '/api/site-lock-status', { isLocked: false });
  answer('get', '/api/admin/users', []);
  const store = makeStore();
  noteActivity(1000);
  await store.dispatch(api.endpoints.getSiteLockStatus.initiate());
  expect(lastActivity()).toBe(1000);
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  expect(lastActivity()).toBeGreaterThan(1000);
});

test.each([
  [0, 1800],
  [60_000, 1740],
  [1_800_000, 0],
  [9_999_999, 0],
])('after %d ms of a 30 minute session %d seconds are left', (passed, left) => {
  noteActivity(5000);
  expect(secondsLeft(30, 5000 + passed)).toBe(left);
});
