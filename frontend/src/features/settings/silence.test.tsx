import { screen, waitFor, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, signedInAs } from '@/testing/server';
import { neverAnswer, passAnswerTime } from '@/testing/silence';

const user = factory.user({ clearanceLevel: 3 });
const enabled = { ...user, twoFactorEnabled: true };
const setup = {
  setupCode: 'otpauth://totp/x',
  qrCodeUrl: 'data:image/png;base64,iVBORw0KGgo=',
  manualEntryKey: 'JBSW Y3DP EHPK 3PXP',
  backupCodes: Array.from({ length: 10 }, (_, n) => `BACK-000${n}`),
  staticCode: '7QF2-M0XC-9L3H',
};

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
});

afterEach(() => {
  jest.useRealTimers();
});

async function open(person = user) {
  const view = renderRoute('/settings', { user: person });
  const name = { name: /^Two-factor authentication/ };
  await screen.findByRole('region', name);
  return { ...view, panel: () => within(screen.getByRole('region', name)) };
}

async function once(asked: () => number, times = 1) {
  await waitFor(() => expect(asked()).toBe(times));
}

test('a password change without a response says that it may have been made, and can be sent again', async () => {
  const { operator } = await open();
  const asked = neverAnswer('post', '/api/user/password');
  const form = within(await screen.findByRole('form', { name: 'Change password' }));
  await operator.type(form.getByLabelText('Current password'), 'eleven seconds');
  await operator.type(form.getByLabelText('New password'), 'quiet-lantern-42');
  await operator.type(form.getByLabelText('Repeat new password'), 'quiet-lantern-42{Enter}');
  await once(asked);
  await passAnswerTime();
  expect(await form.findByRole('alert')).toHaveTextContent('The password may have been changed already');
  await operator.click(form.getByRole('button', { name: 'Change password' }));
  await once(asked, 2);
});

test('a setup without a response says so and can be restarted', async () => {
  const { panel, operator } = await open();
  const asked = neverAnswer('post', '/api/user/2fa/enable');
  await operator.click(panel().getByRole('button', { name: 'Enable 2FA' }));
  await once(asked);
  await passAnswerTime();
  expect(await findToast('Two-factor setup failed')).toHaveTextContent(/did not answer within 15 seconds/);
  answer('post', '/api/user/2fa/enable', setup);
  await operator.click(panel().getByRole('button', { name: 'Enable 2FA' }));
  expect(await screen.findByText(setup.staticCode)).toBeInTheDocument();
});

test('a code without a response stays in the form, and an accepted one ends the setup', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator } = await open();
  await operator.click(panel().getByRole('button', { name: 'Enable 2FA' }));
  const asked = neverAnswer('post', '/api/user/2fa/complete');
  const token = await screen.findByLabelText('6-digit code');
  await operator.type(token, '654321{Enter}');
  await once(asked);
  await passAnswerTime();
  expect(await screen.findByText(/The server did not answer, and nothing has changed/)).toBeInTheDocument();
  expect(token).toHaveValue('654321');
  expect(screen.getByText(setup.staticCode)).toBeInTheDocument();
  await operator.type(token, '{Enter}');
  await once(asked, 2);
  signedInAs(enabled);
  await passAnswerTime();
  expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toBeInTheDocument();
  expect(screen.queryByText(setup.staticCode)).not.toBeInTheDocument();
});

test('turning it off without a response says so, and the panel shows if it was done', async () => {
  const { panel, operator } = await open(enabled);
  await operator.click(panel().getByRole('button', { name: 'Disable 2FA' }));
  const asked = neverAnswer('post', '/api/user/2fa/disable');
  await operator.type(await panel().findByLabelText('Password'), 'eleven seconds');
  await operator.type(panel().getByLabelText('2FA code'), '123456{Enter}');
  await once(asked);
  await passAnswerTime();
  expect(await panel().findByText(/The server did not answer, and nothing has changed/)).toBeInTheDocument();
  expect(panel().getByLabelText('2FA code')).toHaveValue('123456');
  await operator.type(panel().getByLabelText('2FA code'), '{Enter}');
  await once(asked, 2);
  signedInAs(user);
  await passAnswerTime();
  expect(await screen.findByRole('button', { name: 'Enable 2FA' })).toBeInTheDocument();
});

test('a refusal does not request the current user', async () => {
  const { panel, operator } = await open(enabled);
  refuse('post', '/api/user/2fa/disable', 400, { code: 'invalid_code', message: 'Wrong code' });
  await operator.click(panel().getByRole('button', { name: 'Disable 2FA' }));
  await operator.type(await panel().findByLabelText('Password'), 'eleven seconds');
  const looks = answer('get', '/api/user', enabled);
  await operator.type(panel().getByLabelText('2FA code'), '123456{Enter}');
  expect(await findToast('Disable failed')).toHaveTextContent('Wrong code');
  expect(looks).toHaveLength(0);
});
