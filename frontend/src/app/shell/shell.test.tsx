import { act, screen, waitFor, within } from '@testing-library/react';
import { noteActivity } from '@/api/activity';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const home = () => screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

describe('guards', () => {
  test('nobody is sent to sign in', async () => {
    const { router } = renderRoute('/', { user: null });
    expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth');
  });

  test('somebody signed in has no business at the entrance', async () => {
    const { router } = renderRoute('/auth', { user: factory.user() });
    await home();
    expect(router.state.location.pathname).toBe('/');
  });

  test('in lockdown others are sent out with the notice, administrators stay', async () => {
    const { router } = renderRoute('/', { user: factory.user(), locked: true });
    expect(await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeInTheDocument();
    expect(router.state.location.pathname + router.state.location.search).toBe('/auth?locked=true');
  });

  test('an administrator works on in lockdown, in red', async () => {
    renderRoute('/', { user: factory.admin(), locked: true });
    await home();
    expect(screen.getByText('SYSTEM LOCKDOWN ACTIVE')).toBeInTheDocument();
    expect(screen.getByText('LOCKED')).toBeInTheDocument();
    expect(document.documentElement).toHaveClass('theme-green-matrix', 'is-lockdown');
  });

  test('no answer is not the same as nobody, and can be asked for again', async () => {
    const view = renderRoute('/', { user: factory.user() });
    refuse('get', '/api/user', 503, { code: 'unavailable', message: 'The database does not answer.' });
    expect(await screen.findByText('ERROR: Failed to reach the terminal')).toBeInTheDocument();
    answer('get', '/api/user', factory.user());
    await view.operator.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await home()).toBeInTheDocument();
  });
});

test('an address that leads nowhere', async () => {
  renderRoute('/sector/nine', { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 1, name: 'LOCATION NOT FOUND' })).toBeInTheDocument();
  expect(screen.getByText('ACCESS DENIED / 404 NOT FOUND')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to main terminal' })).toHaveAttribute('href', '/');
  await expectNoAxeViolations();
});

test('a session that ended elsewhere leads to the entrance with the next call', async () => {
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

test('who signs in after a session has ended is where they were, with what they typed', async () => {
  const user = factory.user();
  answer('get', '/api/user/submissions', []);
  const { operator, store, router } = renderRoute('/submission', { user });
  await operator.type(await screen.findByLabelText('Content'), 'Eleven seconds');
  refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  await act(async () => {
    await store.dispatch(api.endpoints.getCurrentUser.initiate(undefined, { forceRefetch: true }));
  });
  await operator.type(await screen.findByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'a few words');
  answer('post', '/api/login', user);
  answer('get', '/api/user', user);
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByLabelText('Content')).toHaveValue('Eleven seconds');
  expect(router.state.location.pathname).toBe('/submission');
});

test('after signing out the next one starts at the main terminal', async () => {
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

test('a lockdown met by any call shows at once', async () => {
  const { store } = renderRoute('/', { user: factory.user() });
  await home();
  answer('get', '/api/site-lock-status', { isLocked: true });
  refuse('get', '/api/documents', 423, { code: 'lockdown', message: 'The site is locked.' });
  await act(async () => {
    await store.dispatch(api.endpoints.listDocuments.initiate({}));
  });
  expect(await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' })).toBeInTheDocument();
});

test('the lock keeps its last state while it cannot be read', async () => {
  const { store } = renderRoute('/', { user: factory.admin(), locked: true });
  await home();
  refuse('get', '/api/site-lock-status', 503, { code: 'unavailable', message: 'Down.' });
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  expect(await screen.findByText('Reconnecting')).toBeInTheDocument();
  expect(screen.getByText('SYSTEM LOCKDOWN ACTIVE')).toBeInTheDocument();
});

describe('keys and commands', () => {
  test('the palette lists what this person may do, and does it', async () => {
    const { operator, router } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Command palette' });
    expect(within(palette).queryByText('Admin panel')).not.toBeInTheDocument();
    await operator.type(within(palette).getByRole('combobox'), 'archive');
    await operator.keyboard('{Enter}');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/archive');
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('a whole line works in the palette and is answered by a notice', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await home();
    await operator.keyboard(':');
    await operator.type(await screen.findByRole('combobox'), 'goto admin{Enter}');
    expect(await findToast('goto admin')).toHaveTextContent('ACCESS DENIED. Administrators only.');
  });

  test('g then d goes, but not while typing', async () => {
    const { operator, router } = renderRoute('/', { user: factory.user() });
    await home();
    const line = screen.getByRole('textbox', { name: 'Command line' });
    await operator.type(line, 'gt5?:');
    expect(line).toHaveValue('gt5?:');
    expect(router.state.location.pathname).toBe('/');
    await operator.click(document.body);
    await operator.keyboard('gt');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/templates');
    });
  });

  test('single keys can be switched off', async () => {
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

test('an idle operator is warned a minute before the end and can go on', async () => {
  const { operator } = renderRoute('/', { user: factory.user({ sessionTimeout: 15 }) });
  await home();
  noteActivity(Date.now() - 14.5 * 60_000);
  const warning = await screen.findByRole('dialog', { name: 'Session ending' });
  expect(warning).toHaveTextContent(/Time left: 00:(30|29|28)/);
  await operator.click(within(warning).getByRole('button', { name: 'Extend' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
