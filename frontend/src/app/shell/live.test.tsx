import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { holdText } from '@/lib/unsaved';
import { healthPolling, heartbeat, startLive } from '@/app/listeners/live';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse, server, signedInAs } from '@/testing/server';
import { FakeSocket } from '@/testing/socket';

const title = 'Standing order on reflective surfaces';

const news = (...topics: string[]) => ({
  type: 'content_updated',
  topics,
  timestamp: '2026-03-14T09:30:00.000Z',
});

async function lineUp(): Promise<FakeSocket> {
  await waitFor(() => expect(FakeSocket.all.length).toBeGreaterThan(0));
  const socket = FakeSocket.last;
  act(() => {
    socket.open();
  });
  return socket;
}

function hide(hidden: boolean) {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
}

afterEach(() => {
  jest.restoreAllMocks();
});

test('only a signed-in user has a connection', async () => {
  renderRoute('/auth', { user: null });
  await screen.findByRole('heading', { name: 'Terminal access' });
  expect(FakeSocket.all).toHaveLength(0);
});

test('a user whom the lockdown signs out has no connection', async () => {
  renderRoute('/', { user: factory.user(), locked: true });
  await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' });
  expect(FakeSocket.all).toHaveLength(0);
});

test('a document published elsewhere appears in the background without moving focus or typed text', async () => {
  const shelf = [factory.summary({ title: 'First' })];
  const reads = answer('get', '/api/documents', () => shelf, {});
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await screen.findByText('First');
  const socket = await lineUp();
  const search = screen.getByRole('searchbox');
  await operator.click(search);
  shelf.push(factory.summary({ title: 'Second' }));
  act(() => {
    socket.say(news('documents'));
  });
  expect(await screen.findByText('Second')).toBeInTheDocument();
  expect(search).toHaveFocus();
  expect(reads.map((call) => call.headers.get('X-Background'))).toEqual([null, '1']);
  act(() => {
    socket.say(news('submissions', 'security'));
  });
  expect(reads).toHaveLength(2);
});

test('announcements during a pending query are not lost', async () => {
  let release: () => void = () => undefined;
  const shelf = [factory.summary({ title: 'First' })];
  answer('get', '/api/documents', () => shelf);
  renderRoute('/documents', { user: factory.user() });
  await screen.findByText('First');
  const socket = await lineUp();
  const held = new Promise<void>((resolve) => (release = resolve));
  server.use(
    http.get(
      '*/api/documents',
      async () => {
        await held;
        return HttpResponse.json([factory.summary({ title: 'Second' })]);
      },
      { once: true },
    ),
  );
  act(() => {
    socket.say(news('documents'));
  });
  await act(() => delay(20));
  act(() => {
    socket.say(news('documents'));
  });
  shelf.splice(0, 1, factory.summary({ title: 'Third' }));
  release();
  expect(await screen.findByText('Third')).toBeInTheDocument();
});

test('a lockdown shows at once and closes the connection', async () => {
  renderRoute('/', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  const socket = await lineUp();
  answer('get', '/api/site-lock-status', { isLocked: true });
  act(() => {
    socket.hangUp(4423);
  });
  expect(await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(document.documentElement).toHaveClass('is-lockdown');
});

test('a session ended by the server leads to sign-in at once', async () => {
  renderRoute('/', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  const socket = await lineUp();
  refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  act(() => {
    socket.hangUp(4401);
  });
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
});

test('a level changed by someone else applies at once, which does not count as activity', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  renderRoute('/', { user });
  await screen.findByText('3 SECURITY');
  const socket = await lineUp();
  const asked = answer('get', '/api/user', { ...user, clearanceLevel: 1 });
  act(() => {
    socket.say(news('users'));
  });
  expect(await screen.findByText('1 SUBJECT')).toBeInTheDocument();
  expect(asked.map((call) => call.headers.get('X-Background'))).toEqual(['1']);
});

test('the masthead distinguishes a broken connection from a working one', async () => {
  renderRoute('/', { user: factory.user() });
  const socket = await lineUp();
  expect(await screen.findByText('Link up')).toBeInTheDocument();
  act(() => {
    socket.hangUp(1006);
  });
  expect(await screen.findByText('Reconnecting')).toBeInTheDocument();
  expect(screen.getByText('RECONNECTING')).toBeInTheDocument();
  expect(document.title).toBe('RECONNECTING: Secure terminal - Facility Terminal');
});

test('a review with typed text survives a decision by someone else', async () => {
  const submission = factory.submission({ title });
  const queue = [submission];
  let found = submission;
  answer('get', '/api/admin/submissions', () => queue);
  answer('get', '/api/admin/submissions/:id', () => found);
  answer('get', '/api/admin/users', []);
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  const comment = await screen.findByLabelText('Comment for the author');
  const socket = await lineUp();
  await operator.type(comment, 'Well told.');
  queue.length = 0;
  found = { ...submission, status: 'rejected' };
  act(() => {
    socket.say(news('submissions'));
  });
  expect(await screen.findByText(/^This is decided: rejected\. Your comment is kept/)).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Review submissions (0)' })).toBeInTheDocument();
  expect(comment).toHaveValue('Well told.');
  const item = screen.getByRole('article');
  expect(within(item).getByRole('button', { name: 'Reject' })).toBeDisabled();
  await operator.click(within(item).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
});

describe('polling and reload', () => {
  const before = '2026-03-14T09:26:53.000Z';
  const after = '2026-03-14T09:29:00.000Z';

  function start() {
    signedInAs(factory.user());
    const health = answer('get', '/api/health', { status: 'ok', timestamp: before });
    const store = makeStore();
    const reload = jest.fn();
    const stop = store.dispatch(startLive({ seen: null, connected: false }, reload));
    return { store, reload, stop, health };
  }

  test('a hidden page is reloaded, but not repeatedly', () => {
    const { reload, stop } = start();
    hide(true);
    FakeSocket.last.open();
    FakeSocket.last.say(news('documents'));
    FakeSocket.last.say(news('documents'));
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
  });

  test.each([['settings'], ['security'], ['users']])(
    'a change of %s alone does not reload the page',
    (topic) => {
      const { reload, stop } = start();
      hide(true);
      FakeSocket.last.say(news(topic));
      expect(reload).not.toHaveBeenCalled();
      stop();
    },
  );

  test('a page with unsaved text is never reloaded', () => {
    const { reload, stop } = start();
    const letGo = holdText();
    hide(true);
    FakeSocket.last.say(news('documents'));
    expect(reload).not.toHaveBeenCalled();
    letGo();
    FakeSocket.last.say(news('documents'));
    expect(reload).toHaveBeenCalledTimes(1);
    stop();
  });

  test('while the connection is down, polling finds a change and reloads', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { reload, stop, health, store } = start();
      await waitFor(() => expect(health).toHaveLength(1));
      hide(true);
      FakeSocket.last.hangUp(1006);
      expect(store.getState().ui.link).toBe('down');
      await jest.advanceTimersByTimeAsync(healthPolling + 1000);
      await waitFor(() => expect(health.length).toBeGreaterThan(1));
      expect(reload).not.toHaveBeenCalled();
      answer('get', '/api/health', { status: 'ok', timestamp: after });
      await jest.advanceTimersByTimeAsync(healthPolling + 1000);
      await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
      stop();
      expect(store.getState().ui.link).toBe('off');
    } finally {
      jest.useRealTimers();
    }
  });

  test('a connection that misses a change is replaced without a notification or reload', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { store, reload, stop, health } = start();
      await waitFor(() => expect(health).toHaveLength(1));
      FakeSocket.last.open();
      await jest.advanceTimersByTimeAsync(heartbeat + 3000);
      expect(FakeSocket.all).toHaveLength(1);
      hide(true);
      answer('get', '/api/health', { status: 'ok', timestamp: after });
      await jest.advanceTimersByTimeAsync(heartbeat);
      await waitFor(async () => {
        await jest.advanceTimersByTimeAsync(1000);
        expect(FakeSocket.all).toHaveLength(2);
      });
      expect(FakeSocket.all[0]?.closed).toBe(true);
      expect(store.getState().ui.link).toBe('up');
      expect(reload).not.toHaveBeenCalled();
      stop();
    } finally {
      jest.useRealTimers();
    }
  });

  test('after an interruption everything is requested again', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const queue = [factory.submission({ title })];
      const reads = answer('get', '/api/admin/submissions', () => queue);
      answer('get', '/api/admin/submissions/:id', factory.submission({ title }));
      answer('get', '/api/admin/users', []);
      renderRoute('/admin', { user: factory.admin() });
      await screen.findByRole('article', { name: title });
      const socket = await lineUp();
      act(() => {
        socket.hangUp(1006);
      });
      await act(() => jest.advanceTimersByTimeAsync(4100));
      queue.push(factory.submission({ title: 'Missed' }));
      await lineUp();
      expect(await screen.findByRole('link', { name: /^Missed/ })).toBeInTheDocument();
      expect(reads).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });
});
