import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@/api/types';
import { isTextHeld } from '@/lib/unsaved';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, signedInAs } from '@/testing/server';

const user = factory.user({ clearanceLevel: 3 });
const isPrinted = (_text: string, element: Element | null) =>
  element?.matches('body > [data-print-sheet]') ?? false;

const setup = {
  setupCode: 'otpauth://totp/Facility%20Terminal:k-osei?secret=JBSWY3DPEHPK3PXP',
  qrCodeUrl: 'data:image/png;base64,iVBORw0KGgo=',
  manualEntryKey: 'JBSW Y3DP EHPK 3PXP',
  backupCodes: Array.from({ length: 10 }, (_, n) => `BACK-000${n}`),
  staticCode: '7QF2-M0XC-9L3H',
};

async function open(person: User) {
  const view = renderRoute('/settings', { user: person });
  const name = { name: /^Two-factor authentication/ };
  await screen.findByRole('region', name);
  // The panel is replaced while the factor is being changed.
  return { ...view, panel: () => screen.getByRole('region', name) };
}

test('below level 3 the control is hidden, except for administrators', async () => {
  const { panel, unmount } = await open(factory.user({ clearanceLevel: 2 }));
  expect(panel()).toHaveTextContent('SECURITY LEVEL 3+ REQUIRED FOR TWO-FACTOR AUTHENTICATION');
  expect(within(panel()).queryByRole('button')).not.toBeInTheDocument();
  unmount();
  const admin = await open(factory.admin({ clearanceLevel: 1 }));
  expect(within(admin.panel()).getByRole('button', { name: 'Enable 2FA' })).toBeInTheDocument();
});

test('a setup shows the key and the codes once and is completed by a code of the app', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator, store } = await open(user);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toHaveAttribute(
    'src',
    setup.qrCodeUrl,
  );
  for (const code of [setup.manualEntryKey, setup.staticCode, ...setup.backupCodes])
    expect(screen.getByText(code)).toBeInTheDocument();
  for (const part of ['Setup code', 'Manual entry key', 'Backup codes', 'Permanent static code'])
    expect(screen.getAllByText(part, { exact: false })[0]).toBeInTheDocument();
  expect(JSON.stringify(store.getState())).not.toContain(setup.staticCode);
  await expectNoAxeViolations();

  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  expect(await findToast('Token Required')).toHaveTextContent(
    'Please enter the 6-digit code from your authenticator app.',
  );
  refuse('post', '/api/user/2fa/complete', 401, { code: 'invalid_code', message: 'Wrong code' });
  await operator.type(screen.getByLabelText('6-digit code'), '12a3456789{Enter}');
  expect(await findToast('Invalid token')).toHaveTextContent('Wrong code');
  expect(screen.getByText(setup.staticCode)).toBeInTheDocument();

  const enabled = { ...user, twoFactorEnabled: true };
  const calls = answer('post', '/api/user/2fa/complete', enabled);
  signedInAs(enabled);
  await operator.type(screen.getByLabelText('6-digit code'), '654321{Enter}');
  expect(await findToast('2FA Enabled')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ token: '654321' }]);
  expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toBeInTheDocument();
  expect(screen.queryByText(setup.staticCode)).not.toBeInTheDocument();
});

test('a missing code and a refusal are reported', async () => {
  answer('post', '/api/user/2fa/enable', { ...setup, setupCode: '' });
  const { panel, operator } = await open(user);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  expect(await findToast('Two-factor setup failed')).toHaveTextContent(
    'Unable to generate setup information. Please try again.',
  );
  refuse('post', '/api/user/2fa/enable', 409, { code: 'already_enabled', message: 'It is on already.' });
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  expect(await screen.findByText('It is on already.')).toBeInTheDocument();
});

test('a level that is now too low is reported with the rule', async () => {
  const { panel, operator } = await open(user);
  refuse('post', '/api/user/2fa/enable', 403, {
    code: 'insufficient_clearance',
    message: 'Two-factor authentication requires security clearance level 3 or higher.',
  });
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  expect(await findToast('Access denied')).toHaveTextContent(
    'Two-factor authentication requires security clearance level 3 or higher.',
  );
});

test('Cancel closes the setup', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator } = await open(user);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  await screen.findByText(setup.staticCode);
  expect(screen.getByRole('group', { name: 'Set up two-factor authentication' })).toHaveFocus();
  await operator.click(within(panel()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText(setup.staticCode)).not.toBeInTheDocument();
  expect(within(panel()).getByText('Not enabled')).toBeInTheDocument();
  expect(within(panel()).getByRole('button', { name: 'Enable 2FA' })).toHaveFocus();
});

test('two-factor authentication is turned off with the password and a code', async () => {
  const enabled = { ...user, twoFactorEnabled: true };
  const { panel, operator } = await open(enabled);
  await operator.click(within(panel()).getByRole('button', { name: 'Disable 2FA' }));
  await screen.findByLabelText('2FA code');
  const confirm = within(panel()).getByRole('button', { name: 'Confirm disable' });
  expect(confirm).toBeDisabled();
  await operator.type(within(panel()).getByLabelText('Password'), 'eleven seconds');
  expect(confirm).toBeDisabled();
  await operator.type(within(panel()).getByLabelText('2FA code'), '123456');
  refuse('post', '/api/user/2fa/disable', 401, { code: 'invalid_code', message: 'Wrong code' });
  await operator.click(confirm);
  expect(await findToast('Disable failed')).toHaveTextContent('Wrong code');
  expect(screen.getByLabelText('2FA code')).toHaveValue('');
  expect(screen.getByLabelText('2FA code')).toHaveFocus();
  const calls = answer('post', '/api/user/2fa/disable', user);
  signedInAs(user);
  await operator.type(within(panel()).getByLabelText('2FA code'), '654321{Enter}');
  expect(await findToast('Two-factor authentication disabled')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ password: 'eleven seconds', token: '654321' }]);
  expect(await screen.findByText('Not enabled')).toBeInTheDocument();
});

test('a printout contains the codes, name and date, but neither the key nor the picture', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator } = await open(user);
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  await screen.findByText(setup.staticCode);
  await operator.click(within(panel()).getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  // The print styles hide everything except this element, which is outside of the screen.
  const [printed, ...more] = screen.getAllByText(isPrinted, { ignore: false });
  expect(more).toHaveLength(0);
  expect(printed).toHaveTextContent(`codes of ${user.username}`);
  expect(printed).toHaveTextContent(/Issued \d{4}-\d\d-\d\d/);
  for (const code of [setup.staticCode, ...setup.backupCodes]) expect(printed).toHaveTextContent(code);
  expect(printed).not.toHaveTextContent(setup.manualEntryKey);
  expect(printed).not.toHaveTextContent(setup.setupCode);
  expect(printed).not.toContainElement(screen.getByRole('img', { name: /QR code/ }));
  expect(within(panel()).getByText(/^Printed \d\d:\d\d:\d\d$/)).toBeInTheDocument();
});

test('leaving with codes that were not kept asks for confirmation, with kept ones it does not', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator, router } = await open(user);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  await screen.findByText(setup.staticCode);
  await operator.click(screen.getByRole('link', { name: 'Return' }));
  const question = await screen.findByRole('alertdialog', { name: 'Codes not kept' });
  expect(question).toHaveTextContent('they were not copied, downloaded or printed');
  await operator.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText(setup.staticCode)).toBeInTheDocument();
  await operator.click(within(panel()).getByRole('button', { name: 'Copy' }));
  await within(panel()).findByText(/^Copied/);
  await operator.click(screen.getByRole('link', { name: 'Return' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('kept codes prevent a reload until they are closed', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator } = await open(user);
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  await screen.findByText(setup.staticCode);
  await operator.click(within(panel()).getByRole('button', { name: 'Copy' }));
  await within(panel()).findByText(/^Copied/);
  expect(isTextHeld()).toBe(true);
  await operator.click(within(panel()).getByRole('button', { name: 'Cancel' }));
  expect(isTextHeld()).toBe(false);
});

test('the codes are selected if copying is not allowed', async () => {
  answer('post', '/api/user/2fa/enable', setup);
  const { panel, operator } = await open(user);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await operator.click(within(panel()).getByRole('button', { name: 'Enable 2FA' }));
  await screen.findByText(setup.staticCode);
  await operator.click(within(panel()).getByRole('button', { name: 'Copy' }));
  expect(await within(panel()).findByText(/The codes are selected/)).toBeInTheDocument();
  expect(window.getSelection()?.toString()).toContain(setup.staticCode);
});

test('turning it off tells an administrator that the site requires it', async () => {
  const admin = factory.admin({ twoFactorEnabled: true });
  const { operator, panel } = await open(admin);
  answer('get', '/api/admin/site-settings', factory.siteSettings({ twoFactorRequired: true }));
  await operator.click(within(panel()).getByRole('button', { name: 'Disable 2FA' }));
  expect(await screen.findByText('LEVEL 3 AND ABOVE')).toBeInTheDocument();
  expect(screen.getByText('Your level requires two-factor authentication.')).toBeInTheDocument();
  expect(screen.getByRole('contentinfo', { name: 'Status' })).toHaveTextContent('EDIT');
  expect(screen.getByRole('contentinfo', { name: 'Status' })).toHaveTextContent(/esc close/);
  await operator.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Disable 2FA' })).toHaveFocus();
});
