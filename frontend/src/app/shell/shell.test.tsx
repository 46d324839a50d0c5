import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { askWhoIsThere, setCurrentUser } from '@/api/session';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const home = () => screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

describe('guards', () => {
  test('a visitor is sent to sign in', async () => {
    const { router } = renderRoute('/', { user: null });
    expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth');
    expect(screen.queryByText('Link up')).not.toBeInTheDocument();
  });

  test('a signed-in user is sent away from the sign-in screen', async () => {
    const { router } = renderRoute('/auth', { user: factory.user() });
    await home();
    expect(router.state.location.pathname).toBe('/');
  });

  test('a lockdown signs out users with a notice, and administrators stay', async () => {
    const { router } = renderRoute('/', { user: factory.user(), locked: true });
    expect(await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeInTheDocument();
    expect(router.state.location.pathname + router.state.location.search).toBe('/auth?locked=true');
  });

  test('an administrator continues working in a lockdown, in its colors', async () => {
    renderRoute('/', { user: factory.admin(), locked: true });
    await home();
    expect(screen.getByText('SYSTEM LOCKDOWN ACTIVE')).toBeInTheDocument();
    expect(screen.getByText('LOCKED')).toBeInTheDocument();
    expect(document.documentElement).toHaveClass('theme-green-matrix', 'is-lockdown');
  });

  test('a missing response does not count as signed out, and can be retried', async () => {
    const view = renderRoute('/', { user: factory.user() });
    refuse('get', '/api/user', 503, { code: 'unavailable', message: 'The database does not answer.' });
    expect(await screen.findByText('ERROR: Failed to reach the terminal')).toBeInTheDocument();
    answer('get', '/api/user', factory.user());
    await view.operator.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await home()).toBeInTheDocument();
  });
});

test('an unknown address shows a not-found screen', async () => {
  renderRoute('/sector/nine', { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 1, name: 'LOCATION NOT FOUND' })).toBeInTheDocument();
  expect(screen.getByText('ACCESS DENIED / 404 NOT FOUND')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to main terminal' })).toHaveAttribute('href', '/');
  await expectNoAxeViolations();
});

test('a session ended elsewhere leads to sign-in with the next request', async () => {
  const { store } = renderRoute('/', { user: factory.admin() });
  await home();
  const gone = { code: 'not_signed_in', message: 'Sign in first.' };
  refuse('get', '/api/user', 401, gone);
  refuse('get', '/api/admin/users', 401, gone);
  await act(async () => {
    await store.dispatch(api.endpoints.listUsers.initiate({}));
  });
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
});

test('a user who signs in after their session ended is where they were, with their text', async () => {
  const user = factory.user();
  answer('get', '/api/user/submissions', []);
  const { operator, store, router } = renderRoute('/submission', { user });
  await operator.type(await screen.findByLabelText('Content'), 'Eleven seconds');
  refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  await act(async () => {
    await store.dispatch(askWhoIsThere());
  });
  expect(
    await screen.findByText('Your session has ended. Sign in to continue. Your text is kept.'),
  ).toBeInTheDocument();
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'a few words');
  answer('post', '/api/login', user);
  answer('get', '/api/user', user);
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByLabelText('Content')).toHaveValue('Eleven seconds');
  expect(router.state.location.pathname).toBe('/submission');
});

test('after signing out the next user starts at the main terminal', async () => {
  answer('get', '/api/documents', []);
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  answer('post', '/api/logout', undefined);
  await operator.keyboard(':');
  await operator.type(await screen.findByRole('combobox', { name: 'Commands' }), 'logout{Enter}');
  await operator.type(await screen.findByLabelText('Username'), 'm-vance');
  await operator.type(screen.getByLabelText('Password'), 'a few words');
  expect(router.state.location.state).toBeNull();
  answer('post', '/api/login', factory.user());
  answer('get', '/api/user', factory.user());
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  await home();
  expect(router.state.location.pathname).toBe('/');
});

test('a lockdown that any request meets shows at once', async () => {
  const { store } = renderRoute('/', { user: factory.user() });
  await home();
  answer('get', '/api/site-lock-status', { isLocked: true });
  refuse('get', '/api/documents', 423, { code: 'lockdown', message: 'The site is locked.' });
  await act(async () => {
    await store.dispatch(api.endpoints.listDocuments.initiate({}));
  });
  expect(await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeInTheDocument();
});

test('the last known state of the lock is kept while it cannot be read', async () => {
  const { store } = renderRoute('/', { user: factory.admin(), locked: true });
  await home();
  refuse('get', '/api/site-lock-status', 503, { code: 'unavailable', message: 'Down.' });
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  expect(await screen.findByText('OFFLINE')).toBeInTheDocument();
  expect(document.title).toMatch(/^OFFLINE: /);
  expect(screen.getByText('SYSTEM LOCKDOWN ACTIVE')).toBeInTheDocument();
});

describe('keys and commands', () => {
  test('the palette lists and runs what the user may do', async () => {
    answer('get', '/api/documents', []);
    const { operator, router } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Command palette' });
    expect(within(palette).queryByText('Admin panel')).not.toBeInTheDocument();
    expect(within(palette).getByText('Settings')).toBeInTheDocument();
    await operator.type(within(palette).getByRole('combobox'), 'settings');
    await operator.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a complete line works in the palette, which shows the answer', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard(':');
    answer('get', '/api/documents', []);
    await operator.type(await screen.findByRole('combobox'), 'goto admin{Enter}');
    const palette = screen.getByRole('dialog', { name: 'Command palette' });
    expect(await within(palette).findByText('ACCESS DENIED. Administrators only.')).toHaveAttribute(
      'role',
      'status',
    );
    await operator.type(within(palette).getByRole('combobox'), 's');
    expect(within(palette).queryByText('ACCESS DENIED. Administrators only.')).not.toBeInTheDocument();
  });

  test('the word of a screen selects one entry, and an incomplete line offers nothing to run', async () => {
    answer('get', '/api/documents', []);
    const { operator, store } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard(':');
    const input = await screen.findByRole('combobox');
    await operator.type(input, 'settings');
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1);
    await operator.clear(input);
    await operator.type(input, 'theme');
    expect(screen.getByText('Name a theme: green-matrix, dark, amber-crt, blue-steel')).toBeInTheDocument();
    answer('patch', '/api/user/settings', factory.user({ theme: 'dark' }));
    await operator.keyboard('{ArrowDown}{Enter}');
    expect(store.getState().ui.theme).toBe('dark');
  });

  test('the palette finds records by their short label', async () => {
    const record = factory.summary({ id: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The stair' });
    const calls = answer('get', '/api/documents', [record]);
    answer('get', '/api/documents/:id', factory.document({ id: record.id }));
    const { operator, router } = renderRoute('/settings', { user: factory.user() });
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await operator.keyboard('{Control>}k{/Control}');
    await operator.type(await screen.findByRole('combobox'), 'doc-3fa9c1');
    await operator.click(
      await screen.findByRole('option', { name: /DOC-3FA9C1 The stair clearance level 2/ }),
    );
    expect(router.state.location.pathname).toBe(`/documents/${record.id}`);
    expect(calls.map(({ url }) => url.searchParams.get('id'))).toContain('3fa9c1');
    answer('get', '/api/documents', []);
    await operator.keyboard('{Control>}k{/Control}');
    await operator.type(await screen.findByRole('combobox'), 'doc-ffff');
    expect(await screen.findByText('NO RECORD DOC-FFFF WITHIN YOUR CLEARANCE.')).toBeInTheDocument();
  });

  test('closing the palette returns the focus, also through another layer', async () => {
    answer('get', '/api/documents', []);
    const { operator } = renderRoute('/', { user: factory.user() });
    await home();
    const opener = screen.getByRole('button', { name: /Ctrl K/ });
    await operator.click(opener);
    await screen.findByRole('combobox');
    await operator.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
    await operator.keyboard('{Enter}');
    await operator.type(await screen.findByRole('combobox'), 'keyboard{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard' });
    await operator.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });

  test('without an opener the heading of the screen gets the focus', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await home();
    expect(document.body).toHaveFocus();
    await operator.keyboard(':');
    await screen.findByRole('combobox');
    await operator.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('Ctrl K does not replace an open dialog', async () => {
    answer('get', '/api/admin/submissions', []);
    answer('get', '/api/admin/users', []);
    const { operator } = renderRoute('/admin', { user: factory.admin() });
    await operator.click(await screen.findByRole('button', { name: 'Lock site' }));
    await screen.findByRole('alertdialog', { name: 'Lock the site' });
    await operator.keyboard('{Control>}k{/Control}');
    expect(screen.getByRole('alertdialog', { name: 'Lock the site' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('g d navigates, but not while typing', async () => {
    const { operator, router } = renderRoute('/', { user: factory.user() });
    await home();
    const line = screen.getByRole('textbox', { name: 'Command line' });
    await operator.type(line, 'gt5?:');
    expect(line).toHaveValue('gt5?:');
    expect(router.state.location.pathname).toBe('/');
    await operator.click(document.body);
    await operator.keyboard('gt');
    await waitFor(() => expect(router.state.location.pathname).toBe('/templates'));
  });

  test('single keys can be turned off', async () => {
    const { operator, router } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard' });
    await operator.click(within(sheet).getByRole('checkbox', { name: 'Single-key shortcuts' }));
    await operator.click(within(sheet).getByRole('button', { name: 'Close' }));
    await operator.keyboard('5gt?');
    expect(router.state.location.pathname).toBe('/');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(localStorage.getItem('facility.hotkeys')).toBe('false');
  });
});

test('after a session has ended, another user starts at the main terminal and finds no text', async () => {
  answer('get', '/api/user/submissions', []);
  const { operator, store, router } = renderRoute('/submission', { user: factory.user({ id: 'first' }) });
  await operator.type(await screen.findByLabelText('Content'), 'Eleven seconds');
  refuse('get', '/api/user', 401, { code: 'session_ended', message: 'Over.' });
  await act(async () => {
    await store.dispatch(askWhoIsThere());
  });
  await operator.type(await screen.findByLabelText('Username'), 'm-vance');
  await operator.type(screen.getByLabelText('Password'), 'a few words');
  const second = factory.user({ id: 'second', username: 'm-vance' });
  answer('post', '/api/login', second);
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  await home();
  expect(router.state.location.pathname).toBe('/');
  await act(() => router.navigate('/submission'));
  expect(await screen.findByLabelText('Content')).toHaveValue('');
});

test("a window that learns of another user leaves the previous user's address", async () => {
  const read = answer('get', '/api/documents/:id', factory.document({ title: 'Of level five' }));
  answer('get', '/api/documents/:id/access-log', []);
  const { store, router } = renderRoute('/documents/secret', { user: factory.user({ id: 'first' }) });
  await screen.findByRole('heading', { level: 1, name: 'Of level five' });
  answer('get', '/api/user', factory.user({ id: 'second', username: 'm-vance' }));
  await act(async () => {
    await store.dispatch(askWhoIsThere());
  });
  expect(await screen.findByRole('heading', { level: 1, name: /USER: m-vance/ })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
  expect(read).toHaveLength(1);
});

test('the lock is polled every five seconds, also after a change of user', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { store } = renderRoute('/', { user: factory.user() });
    await home();
    const asked = answer('get', '/api/site-lock-status', { isLocked: false });
    await act(() => jest.advanceTimersByTimeAsync(25_000));
    // The test's clock also advances on its own.
    expect([5, 6]).toContain(asked.length);
    await act(async () => {
      const done = store.dispatch(setCurrentUser(factory.user({ id: 'next' })));
      await jest.advanceTimersByTimeAsync(10);
      await done;
    });
    const then = asked.length;
    await act(() => jest.advanceTimersByTimeAsync(25_000));
    expect([5, 6]).toContain(asked.length - then);
  } finally {
    jest.useRealTimers();
  }
});
