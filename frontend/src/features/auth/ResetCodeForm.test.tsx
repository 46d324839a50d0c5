import { act, screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

/** Opens the form in place of the sign-in, and returns a function that fills it in and submits it. */
async function openForm() {
  const view = renderRoute('/auth', { user: null });
  const { operator } = view;
  await operator.type(await screen.findByLabelText('Username'), 'k-osei');
  await operator.click(screen.getByRole('button', { name: 'Use a reset code' }));
  const form = within(await screen.findByRole('form', { name: 'Set a new password' }));
  const type = async (code: string, next: string) => {
    await operator.type(form.getByLabelText('Reset code'), code);
    await operator.type(form.getByLabelText('New password'), next);
    await operator.click(form.getByRole('button', { name: 'Set password' }));
  };
  return { ...view, form, type };
}

const next = 'eleven seconds of delay';

test('sets a new password for the typed name and returns to the sign-in', async () => {
  const calls = answer('post', '/api/password-reset', undefined);
  const { form, type } = await openForm();
  // In place of the sign-in, under the same tab.
  expect(screen.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('form', { name: 'Sign in' })).not.toBeInTheDocument();
  expect(form.getByLabelText('Username')).toHaveValue('k-osei');
  expect(form.getByLabelText('Reset code')).toHaveFocus();
  await expectNoAxeViolations();
  await type('7777-7777-7777-7777', next);
  expect(await screen.findByText('Password changed. Sign in.')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    { username: 'k-osei', resetCode: '7777-7777-7777-7777', newPassword: next },
  ]);
  expect(screen.getByLabelText('Username')).toHaveValue('k-osei');
  expect(screen.getByLabelText('Password')).toHaveFocus();
});

test('a wrong or expired code is reported at its field and cleared, and other values stay', async () => {
  refuse('post', '/api/password-reset', 401, {
    code: 'invalid_code',
    message: 'The username or the reset code is wrong, or the code has expired',
  });
  const { form, type } = await openForm();
  await type('0000', next);
  expect(await form.findByText(/or the code has expired/)).toBeInTheDocument();
  expect(form.getByLabelText('Reset code')).toHaveValue('');
  expect(form.getByLabelText('Reset code')).toHaveFocus();
  expect(form.getByLabelText('New password')).toHaveValue(next);
});

test('nothing is sent without a code or with a short password', async () => {
  const calls = answer('post', '/api/password-reset', undefined);
  const { form, type } = await openForm();
  await type(' ', 'short');
  expect(await form.findByText('Password must be at least 6 characters')).toBeInTheDocument();
  expect(form.getByText('Enter the reset code')).toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

test('the password is shown on request and hidden again when it is sent', async () => {
  refuse('post', '/api/password-reset', 401, { code: 'invalid_code', message: 'Wrong code' });
  const { form, type, operator } = await openForm();
  const field = form.getByLabelText('New password');
  const show = form.getByRole('button', { name: 'Show new password' });
  expect(field).toHaveAttribute('type', 'password');
  await operator.click(show);
  expect(show).toHaveAttribute('aria-pressed', 'true');
  expect(field).toHaveAttribute('type', 'text');
  await type('0000', next);
  await form.findByText(/Wrong code/);
  expect(field).toHaveAttribute('type', 'password');
  expect(show).toHaveAttribute('aria-pressed', 'false');
});

test('after too many attempts the button counts down and sends nothing', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const calls = refuse(
      'post',
      '/api/password-reset',
      429,
      { code: 'rate_limited', message: 'Too many attempts.' },
      { 'Retry-After': '90' },
    );
    const { form, type, operator } = await openForm();
    await type('0000', next);
    const button = await form.findByRole('button', { name: /^Wait (90|89) seconds$/ });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await operator.click(button);
    expect(calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(90_500));
    await waitFor(() =>
      expect(form.getByRole('button', { name: 'Set password' })).not.toHaveAttribute('aria-disabled'),
    );
  } finally {
    jest.useRealTimers();
  }
});

test('Back to login keeps the name', async () => {
  const { form, operator } = await openForm();
  await operator.click(form.getByRole('button', { name: 'Back to login' }));
  expect(await screen.findByRole('form', { name: 'Sign in' })).toBeInTheDocument();
  expect(screen.getByLabelText('Username')).toHaveValue('k-osei');
  expect(screen.queryByText('Password changed. Sign in.')).not.toBeInTheDocument();
});
