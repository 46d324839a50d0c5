import { act, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { clearStored, readStored, writeStored } from '@/lib/storage';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server, signedInAs } from '@/testing/server';

const path = '/2fa?username=k-osei';

const ready = () => screen.findByRole('heading', { level: 1, name: 'Two-factor authentication' });
const code = () => screen.getByLabelText('6-digit code');

beforeEach(() => {
  clearStored('pendingUser');
});

test('the screen offers three methods, and passes axe', async () => {
  renderRoute(path, { user: null });
  await ready();
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Authenticator app',
    'Backup code',
    'Permanent code',
  ]);
  expect(screen.getByText('Multiple failed attempts lock the account.')).toBeInTheDocument();
  expect(code()).toHaveFocus();
  await expectNoAxeViolations();
});

test('a sign-in that needs a code leads here, and the code completes it', async () => {
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  answer('post', '/api/login', { requiresTwoFactor: true, expiresAt, triesLeft: 5, methods: ['app'] });
  const { operator, router } = renderRoute('/auth', { user: null });
  await screen.findByRole('heading', { level: 1, name: 'Terminal access' });
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds{Enter}');
  await ready();
  expect(code()).toHaveFocus();
  expect(router.state.location.search).toBe('?username=k-osei');
  expect(readStored('pendingUser')).toBe('k-osei');

  const calls = answer('post', '/api/verify-2fa', () => {
    signedInAs(factory.user());
    return { success: true, message: 'Welcome' };
  });
  await operator.click(code());
  await operator.paste(' 123 456 ');
  expect(code()).toHaveValue('123456');
  await operator.keyboard('{Enter}{Enter}');
  expect(await findToast('ACCESS GRANTED')).toHaveTextContent('Two-factor authentication successful');
  expect(calls.map(({ body }) => body)).toEqual([{ username: 'k-osei', token: '123456', method: 'app' }]);
  expect(router.state.location.pathname).toBe('/');
  expect(readStored('pendingUser')).toBeNull();
});

test.each([
  ['Backup code', 'backup'],
  ['Permanent code', 'static'],
])('%s is sent as %s', async (label, method) => {
  const calls = refuse('post', '/api/verify-2fa', 401, { code: 'invalid_code', message: 'Wrong code' });
  const { operator } = renderRoute(path, { user: null });
  await ready();
  await operator.click(screen.getByRole('radio', { name: label }));
  await operator.type(screen.getByRole('textbox', { name: label }), 'ABCD-EFGH{Enter}');
  expect(await findToast('ACCESS DENIED')).toHaveTextContent('Wrong code');
  expect(calls.map(({ body }) => body)).toEqual([{ username: 'k-osei', token: 'ABCD-EFGH', method }]);
  expect(screen.getByRole('textbox', { name: label })).toHaveValue('');
});

test('nothing is sent without a code', async () => {
  const { operator } = renderRoute(path, { user: null });
  await ready();
  await operator.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await findToast('ERROR')).toHaveTextContent('Please enter authentication code');
});

test('a missing response does not count as a refusal', async () => {
  refuse('post', '/api/verify-2fa', 503, { code: 'unavailable', message: 'Down.' });
  const { operator } = renderRoute(path, { user: null });
  await ready();
  await operator.type(code(), '123456{Enter}');
  expect(await findToast('SYSTEM ERROR')).toHaveTextContent('Authentication service unavailable');
  expect(code()).toHaveValue('123456');
});

test('an expired first step disables the field and leads back to sign-in', async () => {
  refuse('post', '/api/verify-2fa', 401, { code: 'sign_in_expired', message: 'Sign in again' });
  const { operator, router } = renderRoute(path, { user: null });
  await ready();
  await operator.type(code(), '123456{Enter}');
  expect(await findToast('ACCESS DENIED')).toHaveTextContent('Sign in again');
  expect(code()).toBeDisabled();
  const back = screen.getByRole('button', { name: 'Back to login' });
  expect(back).toHaveFocus();
  await operator.click(back);
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(readStored('pendingUser')).toBeNull();
});

test('the name is remembered, cancelling forgets it, and without a name the screen redirects', async () => {
  writeStored('pendingUser', 'k-osei');
  const { operator, router } = renderRoute('/2fa', { user: null });
  await ready();
  expect(screen.getByText('k-osei')).toBeInTheDocument();
  const ended = answer('post', '/api/logout', undefined);
  await operator.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(readStored('pendingUser')).toBeNull();
  // Cancelling also ends the first step on the server.
  await waitFor(() => expect(ended).toHaveLength(1));
  await act(() => router.navigate('/2fa'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
});

test('a signed-in user goes to the main terminal', async () => {
  const { router } = renderRoute(path, { user: factory.user() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

/** A verification whose response the test controls, and a log of the requests in order. */
function slowVerification() {
  const told: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('*/api/verify-2fa', async ({ request }) => {
      request.signal.addEventListener('abort', () => {
        told.push('given up');
      });
      told.push('code');
      await held;
      return HttpResponse.json({ success: true, message: 'Welcome' });
    }),
    http.post('*/api/logout', () => {
      told.push('logout');
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { told, release };
}

test.each([
  [
    'cancel',
    async ({ operator }: ReturnType<typeof renderRoute>) => {
      await operator.click(screen.getByRole('button', { name: 'Cancel' }));
    },
  ],
  [
    'leaving the screen',
    async ({ router }: ReturnType<typeof renderRoute>) => {
      await act(() => router.navigate('/auth'));
    },
  ],
])(
  '%s while a code is checked aborts the check, and a late response signs nobody in',
  async (_name, leave) => {
    const { told, release } = slowVerification();
    const view = renderRoute(path, { user: null });
    await ready();
    await view.operator.type(code(), '123456{Enter}');
    await waitFor(() => expect(told).toEqual(['code']));
    const asked = answer('get', '/api/user', factory.user());
    await leave(view);
    await screen.findByRole('heading', { level: 1, name: 'Terminal access' });
    await waitFor(() => expect(told).toEqual(['code', 'given up', 'logout']));
    release();
    await act(() => delay(50));
    expect(view.router.state.location.pathname).toBe('/auth');
    expect(view.store.getState().session.user).toBeNull();
    expect(asked).toHaveLength(0);
    expect(screen.queryByText('ACCESS GRANTED')).not.toBeInTheDocument();
  },
);
