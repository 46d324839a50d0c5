import { screen, waitFor, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, signedInAs } from '@/testing/server';
import { neverAnswer, passAnswerTime } from '@/testing/silence';

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});

afterEach(() => {
  jest.useRealTimers();
});

const noAnswer = /The server did not answer within 15 seconds/;
const home = () => screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

async function openLogin() {
  const view = renderRoute('/auth', { user: null });
  await screen.findByRole('heading', { level: 1, name: 'Terminal access' });
  return view;
}

/** Counts the requests for the current user that the user causes; nobody is signed in. */
function nobodyIsIn() {
  return refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
}

/** The server has signed the user in before its response was lost. */
function wasLetIn() {
  return answer('get', '/api/user', factory.user());
}

test('a login without a response says so after 15 seconds and can be sent again', async () => {
  const { operator } = await openLogin();
  const asked = neverAnswer('post', '/api/login');
  const looks = nobodyIsIn();
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds{Enter}');
  await waitFor(() => expect(asked()).toBe(1));
  expect(screen.getByRole('button', { name: 'Login, working' })).toBeInTheDocument();
  await passAnswerTime();
  expect(await screen.findByText(noAnswer)).toBeInTheDocument();
  expect(looks).toHaveLength(1);
  expect(looks[0]?.headers.get('X-Background')).toBeNull();
  expect(screen.getByLabelText('Username')).toHaveValue('k-osei');
  answer('post', '/api/login', () => {
    signedInAs(factory.user());
    return factory.user();
  });
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds{Enter}');
  await home();
});

test('a login whose response was lost after it had opened a session signs in', async () => {
  const { operator } = await openLogin();
  const asked = neverAnswer('post', '/api/login');
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds{Enter}');
  await waitFor(() => expect(asked()).toBe(1));
  wasLetIn();
  await passAnswerTime();
  await home();
});

test('a code without a response is kept and can be sent again', async () => {
  const { operator } = renderRoute('/2fa?username=k-osei', { user: null });
  const code = await screen.findByLabelText('6-digit code');
  const asked = neverAnswer('post', '/api/verify-2fa');
  const looks = nobodyIsIn();
  await operator.type(code, '123456{Enter}');
  await waitFor(() => expect(asked()).toBe(1));
  await passAnswerTime();
  expect(await findToast('SYSTEM ERROR')).toHaveTextContent('Authentication service unavailable');
  expect(await screen.findByText(noAnswer)).toBeInTheDocument();
  expect(code).toHaveValue('123456');
  expect(looks).toHaveLength(1);
  const again = answer('post', '/api/verify-2fa', () => {
    signedInAs(factory.user());
    return { success: true, message: 'Welcome' };
  });
  await operator.type(code, '{Enter}');
  await home();
  expect(again).toHaveLength(1);
});

test('a code whose response was lost after it had opened a session signs in and ends nothing', async () => {
  const { operator } = renderRoute('/2fa?username=k-osei', { user: null });
  const asked = neverAnswer('post', '/api/verify-2fa');
  const ended = answer('post', '/api/logout', undefined);
  await operator.type(await screen.findByLabelText('6-digit code'), '123456{Enter}');
  await waitFor(() => expect(asked()).toBe(1));
  wasLetIn();
  await passAnswerTime();
  await home();
  expect(ended).toHaveLength(0);
});

test('an emergency key without a response says so, and the key can be sent again', async () => {
  const { operator } = await openLogin();
  await operator.click(screen.getByRole('button', { name: 'system diagnostics' }));
  const dialog = await screen.findByRole('dialog');
  const asked = neverAnswer('post', '/api/emergency-access');
  const looks = nobodyIsIn();
  await operator.type(within(dialog).getByLabelText('Administrator key'), 'a key of brass{Enter}');
  await waitFor(() => expect(asked()).toBe(1));
  await passAnswerTime();
  expect(await within(dialog).findByText(noAnswer)).toBeInTheDocument();
  expect(looks).toHaveLength(1);
  await operator.type(within(dialog).getByLabelText('Administrator key'), '{Enter}');
  await waitFor(() => expect(asked()).toBe(2));
});

test('a reset code without a response says that the password may have been changed', async () => {
  const { operator } = await openLogin();
  await operator.click(screen.getByRole('button', { name: 'Use a reset code' }));
  const form = within(await screen.findByRole('form', { name: 'Set a new password' }));
  const asked = neverAnswer('post', '/api/password-reset');
  await operator.type(form.getByLabelText('Username'), 'k-osei');
  await operator.type(form.getByLabelText('Reset code'), 'ABCD-EFGH-JKMN-PQRS');
  await operator.type(form.getByLabelText('New password'), 'quiet-lantern-42');
  const send = screen.getByRole('button', { name: 'Set password' });
  await operator.click(send);
  await waitFor(() => expect(asked()).toBe(1));
  await passAnswerTime();
  expect(await form.findByRole('alert')).toHaveTextContent('The password may have been changed already');
  await operator.click(send);
  await waitFor(() => expect(asked()).toBe(2));
});
