import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { clearStored, readStored } from '@/lib/storage';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const heading = () => screen.findByRole('heading', { level: 1, name: 'Terminal access' });

beforeEach(() => {
  clearStored('accessKey');
});

test('the open page shows the state of the facility and passes axe', async () => {
  renderRoute('/auth', { user: null });
  await heading();
  expect(screen.getByText(/system status/i)).toHaveTextContent('System status: nominal');
  expect(screen.getByText(/^access:/i)).toHaveTextContent('Access: unrestricted');
  expect(screen.getByRole('list', { name: 'Clearance levels' })).toHaveTextContent(
    'SITE COMMAND / DEVELOPER',
  );
  await expectNoAxeViolations();
});

test('in a lockdown the banner says so, and the notice can be acknowledged', async () => {
  const { operator } = renderRoute('/auth?locked=true', { user: null, locked: true });
  const notice = await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' });
  expect(notice).toHaveTextContent('FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED');
  expect(notice).toHaveTextContent('Unauthorized attempts are logged.');
  expect(notice).toHaveTextContent('ERROR CODETERMINAL LOCKED');
  await operator.click(within(notice).getByRole('button', { name: 'ACKNOWLEDGE' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByText(/system status/i)).toHaveTextContent('lockdown');
  expect(document.documentElement).toHaveClass('is-lockdown');
});

test('nothing is sent without a username and password', async () => {
  const calls = answer('post', '/api/login', factory.user());
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Enter your username')).toBeInTheDocument();
  expect(screen.getByText('Enter your password')).toBeInTheDocument();
  expect(screen.getByLabelText('Username')).toHaveFocus();
  expect(screen.getByLabelText('Username')).toBeInvalid();
  expect(calls).toHaveLength(0);
});

test('signing in sends the trimmed name and the key, applies the theme and opens the main terminal', async () => {
  const user = factory.admin({ theme: 'amber-crt' });
  const calls = answer('post', '/api/login', user);
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.type(screen.getByLabelText('Username'), `${user.username} `);
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds');
  await operator.selectOptions(screen.getByLabelText('Access key'), 'developer');
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'SECURE TERMINAL v1.4.0 - USER: a-mercer' }),
  ).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    { username: 'a-mercer', password: 'eleven seconds', accessKey: 'developer' },
  ]);
  expect(document.documentElement).toHaveClass('theme-amber-crt');
});

test.each([
  [
    401,
    'invalid_credentials',
    'Invalid username, password or access key',
    {},
    /The username, the password or the access key is wrong; the terminal does not say which\./,
  ],
  [403, 'not_approved', 'This account waits for approval.', {}, /waits for approval\.$/],
  [
    423,
    'account_locked',
    'Locked.',
    { 'Retry-After': '900' },
    /Too many failed attempts\. Try again in 15 minutes\.$/,
  ],
])(
  'a refused sign-in (%d %s) shows its message in the form',
  async (status, code, message, headers, words) => {
    refuse('post', '/api/login', status, { code, message }, headers);
    const { operator, store } = renderRoute('/auth', { user: null });
    await heading();
    await operator.type(screen.getByLabelText('Username'), 'k-osei');
    await operator.type(screen.getByLabelText('Password'), 'wrong password');
    await operator.selectOptions(screen.getByLabelText('Access key'), 'security');
    await operator.click(screen.getByRole('button', { name: 'Login' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Login failed/);
    expect(alert).toHaveTextContent(words);
    expect(store.getState().ui.toast).toBeNull();
    expect(screen.getByLabelText('Username')).toHaveValue('k-osei');
    expect(screen.getByLabelText('Access key')).toHaveValue('security');
    expect(screen.getByLabelText('Password')).toHaveValue('wrong password');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(readStored('accessKey')).toBeNull();
  },
);

test('passwords are masked, can be pasted, and work with password managers', async () => {
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  const signIn = screen.getByLabelText('Password');
  expect(signIn).toHaveAttribute('type', 'password');
  expect(signIn).toHaveAttribute('autocomplete', 'current-password');
  await operator.click(signIn);
  await operator.paste('eleven seconds');
  expect(signIn).toHaveValue('eleven seconds');
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  const register = await screen.findByLabelText('Password');
  expect(register).toHaveAttribute('type', 'password');
  expect(register).toHaveAttribute('autocomplete', 'new-password');
  await operator.clear(register);
  await operator.click(register);
  await operator.paste('eleven seconds of delay');
  expect(register).toHaveValue('eleven seconds of delay');
});

test('pressing Enter three times signs in once', async () => {
  const calls: string[] = [];
  server.use(
    http.post('*/api/login', async () => {
      calls.push('login');
      await delay(50);
      return HttpResponse.json(factory.user());
    }),
  );
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds{Enter}{Enter}{Enter}');
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  expect(calls).toHaveLength(1);
});

test('a blank after the name, as some keyboards add, is not sent', async () => {
  const calls = answer('post', '/api/login', factory.user());
  const { operator } = renderRoute('/auth', { user: null });
  await operator.type(await screen.findByLabelText('Username'), 'k-osei ');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds {Enter}');
  await waitFor(() =>
    expect(calls.map(({ body }) => body)).toEqual([
      expect.objectContaining({ username: 'k-osei', password: 'eleven seconds ' }),
    ]),
  );
});

test('an account that needs two-factor authentication first is told its level', async () => {
  answer('post', '/api/login', { requiresTwoFactorSetup: true, clearanceLevel: 4 });
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.type(screen.getByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds');
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  expect(await findToast('TWO-FACTOR AUTHENTICATION REQUIRED')).toHaveTextContent(
    'Your clearance level 4 requires 2FA setup. Contact an administrator.',
  );
});

test('registration sends an optional email address and refuses an invalid one', async () => {
  const calls = answer('post', '/api/register', factory.user({ username: 'new-hand' }), { status: 201 });
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  await operator.type(await screen.findByLabelText('Username'), 'new-hand');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds of delay');
  const email = screen.getByLabelText('Email (optional)');
  await operator.type(email, 'nowhere{Enter}');
  expect((await screen.findAllByText('Enter a valid email address')).length).toBeGreaterThan(0);
  expect(calls).toHaveLength(0);
  await operator.type(email, '@example.org{Enter}');
  expect(await screen.findByText('REGISTRATION RECEIVED')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ email: 'nowhere@example.org' });
  // The focus moves to the sign-in of that account, not to the choice of a key.
  expect(screen.getByRole('button', { name: 'Return to login' })).toHaveFocus();
  await operator.keyboard('{Enter}');
  expect(screen.getByLabelText('Username')).toHaveValue('new-hand');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

test('registration sends the chosen key with its requested rights and then waits for approval', async () => {
  const calls = answer('post', '/api/register', factory.user({ username: 'new-hand', isApproved: false }), {
    status: 201,
  });
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.selectOptions(screen.getByLabelText('Access key'), 'command');
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  expect(screen.queryByLabelText('Access key')).not.toBeInTheDocument();
  expect(await screen.findByText('Site Command')).toBeInTheDocument();
  await operator.type(screen.getByLabelText('Username'), 'new-hand');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds of delay');
  expect(screen.getByRole('meter', { name: 'Password strength' })).toHaveAttribute(
    'aria-valuetext',
    'VERY STRONG',
  );
  await operator.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText('REGISTRATION RECEIVED')).toBeInTheDocument();
  expect(screen.getByText(/Account new-hand is waiting for an administrator's approval/)).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    {
      username: 'new-hand',
      password: 'eleven seconds of delay',
      accessKey: 'command',
      clearanceLevel: 5,
      isAdmin: true,
    },
  ]);
});

test('a key changed in the registration form also applies to the login', async () => {
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  await operator.type(await screen.findByLabelText('Username'), 'new-hand');
  await operator.click(screen.getByRole('button', { name: 'Change key' }));
  expect(screen.getByLabelText('Access key')).toHaveFocus();
  expect(screen.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true');
  await operator.selectOptions(screen.getByLabelText('Access key'), 'command');
  await expectNoAxeViolations();
  await operator.click(screen.getByRole('tab', { name: 'Login' }));
  expect(screen.getByLabelText('Access key')).toHaveValue('command');
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  expect(screen.getByText('Site Command')).toBeInTheDocument();
  expect(screen.getByLabelText('Username')).toHaveValue('new-hand');
});

test('the access key of the last sign-in is selected', async () => {
  answer('post', '/api/login', { requiresTwoFactorSetup: true, clearanceLevel: 3 });
  const { operator, unmount } = renderRoute('/auth', { user: null });
  await operator.type(await screen.findByLabelText('Username'), 'k-osei');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds');
  await operator.selectOptions(screen.getByLabelText('Access key'), 'security');
  await operator.click(screen.getByRole('button', { name: 'Login' }));
  await findToast('TWO-FACTOR AUTHENTICATION REQUIRED');
  unmount();
  renderRoute('/auth', { user: null });
  expect(await screen.findByLabelText('Access key')).toHaveValue('security');
});

test.each([
  ['ab', 'secret1', 'Username must be at least 3 characters'],
  ['a'.repeat(51), 'secret1', 'Username must be at most 50 characters'],
  ['a mercer', 'secret1', 'Username must contain only letters, numbers, underscores, and hyphens'],
  ['a-mercer', '12345', 'Password must be at least 6 characters'],
  ['a-mercer', 'x'.repeat(129), 'Password must be at most 128 characters'],
])('the form refuses a registration as %p with password %p', async (username, password, message) => {
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  await operator.click(screen.getByLabelText('Username'));
  await operator.paste(username);
  await operator.click(screen.getByLabelText('Password'));
  await operator.paste(password);
  await operator.click(screen.getByRole('button', { name: 'Register' }));
  expect(await findToast('Validation error')).toHaveTextContent(message);
  expect(screen.getAllByText(message).length).toBeGreaterThan(1);
});

test('a name that is taken is reported at the name field', async () => {
  refuse('post', '/api/register', 409, { code: 'username_taken', message: 'That name is taken.' });
  const { operator } = renderRoute('/auth', { user: null });
  await heading();
  await operator.click(screen.getByRole('tab', { name: 'Register' }));
  await operator.type(screen.getByLabelText('Username'), 'a-mercer');
  await operator.type(screen.getByLabelText('Password'), 'eleven seconds');
  await operator.click(screen.getByRole('button', { name: 'Register' }));
  expect(await findToast('Registration failed')).toHaveTextContent('That name is taken.');
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(/That name is taken/);
});
