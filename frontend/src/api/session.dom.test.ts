import { waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { makeStore } from '@/app/store';
import { layerOpened, toastShown } from '@/state/uiSlice';
import { factory } from '@/testing/factories';
import { answer, refuse, server } from '@/testing/server';
import { api } from './endpoints';
import { askWhoIsThere, handleWindowMessage, setCurrentUser } from './session';

const level5 = factory.admin({ id: 'level-5', username: 'a-mercer' });
const level1 = factory.user({ id: 'level-1', username: 'new-hand', clearanceLevel: 1 });
const none = { code: 'session_ended', message: 'Your session has ended.' };

/** A level 5 user in a window with loaded data. */
async function begin() {
  answer('get', '/api/site-lock-status', { isLocked: true });
  answer('get', '/api/admin/users', [level5, level1]);
  const store = makeStore();
  await store.dispatch(setCurrentUser(level5));
  await store.dispatch(api.endpoints.getSiteLockStatus.initiate());
  await store.dispatch(api.endpoints.listUsers.initiate({}));
  const users = () => api.endpoints.listUsers.select({})(store.getState()).data;
  expect(users()).toHaveLength(2);
  return { store, users, session: () => store.getState().session };
}

test.each([
  ['signing out', null, 'signed-out'],
  ['the end of a session', null, 'ended'],
  ['somebody else who signs in', level1, null],
] as const)(
  '%s discards all data of the previous user except the state of the lock',
  async (_how, next, ending) => {
    const { store, users, session } = await begin();
    store.dispatch(toastShown({ tone: 'ok', title: 'The lighthouse was deleted' }));
    store.dispatch(layerOpened('lock'));
    const done = store.dispatch(setCurrentUser(next, ending));
    expect(session().held).toBe(true);
    await done;
    expect(users()).toBeUndefined();
    expect(session()).toMatchObject({ user: next, ending, held: false });
    expect(store.getState().ui).toMatchObject({ toast: null, layer: null });
    expect(api.endpoints.getSiteLockStatus.select()(store.getState()).data).toEqual({ isLocked: true });
  },
);

test('the same user keeps all cached data', async () => {
  const { store, users, session } = await begin();
  await store.dispatch(setCurrentUser({ ...level5, theme: 'amber-crt' }));
  expect(users()).toHaveLength(2);
  expect(session().user?.theme).toBe('amber-crt');
});

test('a pending response for one user is not kept for the next', async () => {
  const { store, users } = await begin();
  server.use(
    http.get('*/api/admin/users', async () => {
      await delay(30);
      return HttpResponse.json([level5]);
    }),
  );
  const late = store.dispatch(api.endpoints.listUsers.initiate({}, { forceRefetch: true }));
  await store.dispatch(setCurrentUser(level1));
  await late;
  expect(users()).toBeUndefined();
});

test('a response for another account means another user', async () => {
  const { store, users, session } = await begin();
  answer('get', '/api/user', level1);
  await store.dispatch(askWhoIsThere());
  expect(session().user?.id).toBe('level-1');
  expect(users()).toBeUndefined();
});

test('a response to a request from before the change of user is ignored', async () => {
  const { store, session } = await begin();
  server.use(
    http.get('*/api/user', async () => {
      await delay(30);
      return HttpResponse.json(level5);
    }),
  );
  const asked = store.dispatch(askWhoIsThere());
  await store.dispatch(setCurrentUser(null, 'signed-out'));
  await asked;
  expect(session().user).toBeNull();
});

test.each([
  ['an ended session is reported as ended', none, 'ended'],
  [
    'without an earlier session none is reported as ended',
    { code: 'not_signed_in', message: 'Sign in first.' },
    null,
  ],
])('%s when the window is opened', async (_what, error, ending) => {
  refuse('get', '/api/user', 401, error);
  const store = makeStore();
  await store.dispatch(askWhoIsThere('person'));
  expect(store.getState().session).toMatchObject({ known: 'yes', user: null, ending });
});

test('a missing response does not change who is signed in', async () => {
  refuse('get', '/api/user', 503, { code: 'unavailable', message: 'Down.' });
  const store = makeStore();
  await store.dispatch(askWhoIsThere('person'));
  expect(store.getState().session.known).toBe('failed');
  const later = (await begin()).store;
  await later.dispatch(askWhoIsThere());
  expect(later.getState().session).toMatchObject({ known: 'yes', user: level5 });
});

describe('a message from another window', () => {
  test('about the same user sends no request', async () => {
    const { store, session } = await begin();
    const asked = answer('get', '/api/user', level5);
    await store.dispatch(handleWindowMessage({ person: 'level-5', ending: null }));
    expect(asked).toHaveLength(0);
    expect(session().user?.id).toBe('level-5');
  });

  test('about another user clears the page before the server has answered', async () => {
    const { store, users, session } = await begin();
    const asked = answer('get', '/api/user', level1);
    const heard = store.dispatch(handleWindowMessage({ person: 'level-1', ending: null }));
    expect(session().held).toBe(true);
    await heard;
    expect(asked.map((call) => call.headers.get('X-Background'))).toEqual(['1']);
    expect(session()).toMatchObject({ held: false, user: level1 });
    expect(users()).toBeUndefined();
  });

  test('that the server contradicts changes nothing', async () => {
    const { store, session } = await begin();
    answer('get', '/api/user', level5);
    await store.dispatch(handleWindowMessage({ person: 'level-1', ending: null }));
    expect(session()).toMatchObject({ held: false, user: level5 });
  });

  test('shows no user while the server cannot be reached', async () => {
    const { store, session } = await begin();
    refuse('get', '/api/user', 503, { code: 'unavailable', message: 'Down.' });
    await store.dispatch(handleWindowMessage({ person: 'level-1', ending: null }));
    expect(session()).toMatchObject({ known: 'failed', held: true });
  });

  test('about a sign-out signs out here too', async () => {
    const { store, session } = await begin();
    refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
    await store.dispatch(handleWindowMessage({ person: null, ending: 'signed-out' }));
    await waitFor(() =>
      expect(session()).toMatchObject({ user: null, ending: 'signed-out', lastPerson: null }),
    );
  });
});
