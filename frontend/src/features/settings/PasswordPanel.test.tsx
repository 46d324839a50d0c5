import { screen, within } from '@testing-library/react';
import type { OwnSession } from '@/api/types';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { othersWords } from './PasswordPanel';

const user = factory.user();

const open = () => renderRoute('/settings', { user });

async function ready() {
  await screen.findByLabelText('Current password');
}

let sessions = 0;

function session(current: boolean): OwnSession {
  sessions += 1;
  return {
    id: `session-${sessions}`,
    userAgent: null,
    ipAddress: null,
    createdAt: '2026-03-14T09:00:00.000Z',
    lastActivity: '2026-03-14T09:00:00.000Z',
    current,
  };
}

async function type(current: string, next: string, again = next) {
  const view = open();
  await ready();
  await view.operator.type(screen.getByLabelText('Current password'), current);
  await view.operator.type(screen.getByLabelText('New password'), next);
  await view.operator.type(screen.getByLabelText('Repeat new password'), again);
  await view.operator.click(screen.getByRole('button', { name: 'Change password' }));
  return view;
}

test('a new password is sent once and not stored', async () => {
  const calls = answer('post', '/api/user/password', undefined);
  const { store } = await type('eleven seconds', 'eleven seconds of delay');
  expect(await findToast('Password changed')).toHaveTextContent('Your other sessions have ended.');
  expect(calls.map(({ body }) => body)).toEqual([
    { currentPassword: 'eleven seconds', newPassword: 'eleven seconds of delay' },
  ]);
  for (const label of ['Current password', 'New password', 'Repeat new password'])
    expect(screen.getByLabelText(label)).toHaveValue('');
  expect(JSON.stringify(sessionStorage)).not.toContain('eleven');
  expect(store.getState().session.user?.id).toBe(user.id);
});

test('a meter rates the new password, and a different repetition is not sent', async () => {
  await type('eleven seconds', 'eleven seconds of delay', 'eleven seconds of dismay');
  expect(screen.getByRole('meter', { name: 'Password strength' })).toHaveAttribute(
    'aria-valuetext',
    'VERY STRONG',
  );
  expect(await screen.findByText('The two passwords differ')).toBeInTheDocument();
});

test('a wrong current password is reported at its field and does not end the session', async () => {
  refuse('post', '/api/user/password', 401, {
    code: 'invalid_credentials',
    message: 'The current password is wrong',
  });
  const { store } = await type('wrong words', 'eleven seconds of delay');
  expect(await screen.findByText('The current password is wrong')).toBeInTheDocument();
  // The wrong password is cleared.
  expect(screen.getByLabelText('Current password')).toHaveFocus();
  expect(screen.getByLabelText('Current password')).toHaveValue('');
  expect(screen.getByLabelText('New password')).toHaveValue('eleven seconds of delay');
  expect(store.getState().session.user?.id).toBe(user.id);
});

test('a lockout shows its duration', async () => {
  refuse(
    'post',
    '/api/user/password',
    423,
    { code: 'account_locked', message: 'Too many failed attempts. Try again in 15 minutes' },
    { 'Retry-After': '900' },
  );
  await type('wrong words', 'eleven seconds of delay');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Try again in 15 minutes/);
});

test('the rules are ticked during typing, and the button needs all three fields', async () => {
  const { operator } = open();
  await ready();
  const rules = () =>
    within(screen.getByRole('list', { name: 'Rules for the new password' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(rules()).toEqual([
    '-6 characters or more',
    '-Not your username',
    '-Common passwords are refused on saving',
  ]);
  const field = screen.getByLabelText('New password');
  await operator.type(field, 'short');
  expect(rules()[0]).toBe('NO6 characters or more');
  await operator.clear(field);
  await operator.type(field, user.username.toUpperCase());
  expect(rules().slice(0, 2)).toEqual(['OK6 characters or more', 'NONot your username']);
  const button = screen.getByRole('button', { name: 'Change password' });
  expect(button).toBeDisabled();
  await operator.type(screen.getByLabelText('Current password'), 'eleven seconds');
  await operator.type(screen.getByLabelText('Repeat new password'), 'x');
  expect(button).toBeEnabled();
});

test('the number of sessions that will end is beside the button', async () => {
  answer('get', '/api/user/sessions', [session(true), session(false), session(false)]);
  open();
  await ready();
  expect(await screen.findByText('Ends your 2 other sessions.')).toBeInTheDocument();
  expect(
    screen.getByText('They have to sign in with the new password. This session stays.'),
  ).toBeInTheDocument();
  expect(othersWords(1)).toEqual({
    lead: 'Ends your other session.',
    text: 'It has to sign in with the new password. This session stays.',
  });
  expect(othersWords(undefined)?.lead).toBe('Ends your other sessions.');
  expect(othersWords(0)).toBeNull();
});

test('after too many attempts the button counts down', async () => {
  refuse(
    'post',
    '/api/user/password',
    429,
    { code: 'rate_limited', message: 'Too many attempts.' },
    { 'Retry-After': '60' },
  );
  await type('wrong words', 'eleven seconds of delay');
  expect(await screen.findByRole('button', { name: /^Wait (60|59) seconds$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});
