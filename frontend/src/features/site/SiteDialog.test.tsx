import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const admin = factory.admin();
const everybody = [admin, factory.user(), factory.user({ clearanceLevel: 1 })];

async function panel(user = admin) {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/users', everybody);
  const view = renderRoute('/admin', { user });
  await screen.findByRole('heading', { level: 1, name: 'Control panel' });
  return view;
}

test('a lockdown needs a confirmation and applies its colors to the whole page', async () => {
  const { operator } = await panel();
  const calls = answer('patch', '/api/admin/site-settings', () => {
    answer('get', '/api/site-lock-status', { isLocked: true });
    return factory.siteSettings({ isLocked: true });
  });
  await operator.click(await screen.findByRole('button', { name: 'Lock site' }));
  const question = await screen.findByRole('alertdialog', { name: 'Lock the site' });
  expect(question).toHaveTextContent('Everyone except administrators is signed out');
  expect(await within(question).findByText('This affects 2 approved accounts.')).toBeInTheDocument();
  expect(calls).toHaveLength(0);
  await expectNoAxeViolations();
  await operator.click(within(question).getByRole('button', { name: 'Lock site' }));
  expect(await findToast('Site locked')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([{ isLocked: true }]);
  expect(await screen.findByText('SYSTEM LOCKDOWN ACTIVE')).toBeInTheDocument();
  expect(document.documentElement).toHaveClass('is-lockdown');
  expect(screen.getByText('LOCKED')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Unlock site' })).toHaveFocus();
});

test('the requirement of two-factor authentication shows the number of affected accounts', async () => {
  const { operator } = await panel(factory.admin({ twoFactorEnabled: true }));
  const calls = answer('patch', '/api/admin/site-settings', () => {
    answer('get', '/api/admin/site-settings', factory.siteSettings({ twoFactorRequired: true }));
    return factory.siteSettings({ twoFactorRequired: true });
  });
  await operator.click(await screen.findByRole('button', { name: 'Require 2FA' }));
  const question = await screen.findByRole('alertdialog', { name: 'Require two-factor authentication' });
  expect(
    await within(question).findByText('This affects 2 accounts without a second factor.'),
  ).toBeInTheDocument();
  expect(question).toHaveTextContent('until an administrator issues codes to them in code sync');
  await operator.click(within(question).getByRole('button', { name: 'Require 2FA' }));
  expect(await findToast('2FA requirement enabled')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([{ twoFactorRequired: true }]);
  expect(await screen.findByText('2FA required from level 3')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Make 2FA optional' }));
  expect(
    await screen.findByRole('alertdialog', { name: 'Make two-factor authentication optional' }),
  ).toBeInTheDocument();
});

test('a failed lockdown is reported, and a failed count does not prevent it', async () => {
  const { operator } = await panel();
  refuse('get', '/api/admin/users', 503, { code: 'unavailable', message: 'The database does not answer.' });
  refuse('patch', '/api/admin/site-settings', 503, { code: 'unavailable', message: 'Not now.' });
  await operator.click(await screen.findByRole('button', { name: 'Lock site' }));
  const question = await screen.findByRole('alertdialog');
  expect(await within(question).findByText(/could not be counted/)).toBeInTheDocument();
  await operator.click(within(question).getByRole('button', { name: 'Lock site' }));
  expect(await findToast('Site lock toggle failed')).toHaveTextContent('Not now.');
  expect(screen.getByRole('button', { name: 'Lock site' })).toBeInTheDocument();
});

describe('as a command', () => {
  const line = () => screen.findByRole('textbox', { name: 'Command line' });

  test('an administrator is asked for confirmation', async () => {
    answer('get', '/api/admin/users', everybody);
    const { operator } = renderRoute('/', { user: admin });
    await operator.type(await line(), 'lock{Enter}');
    expect(await screen.findByRole('alertdialog', { name: 'Lock the site' })).toBeInTheDocument();
  });

  test('the palette offers the currently possible commands', async () => {
    const { operator } = renderRoute('/', { user: admin, locked: true });
    await operator.type(await line(), 'lock{Enter}');
    expect(await screen.findByText('THE SITE IS ALREADY LOCKED.')).toBeInTheDocument();
    await operator.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog', { name: 'Command palette' });
    expect(within(palette).queryByText('Lock the site')).not.toBeInTheDocument();
    await operator.click(within(palette).getByText('Unlock the site'));
    expect(await screen.findByRole('alertdialog', { name: 'Unlock the site' })).toBeInTheDocument();
  });

  test('other users are refused', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await operator.type(await line(), 'unlock{Enter}');
    expect(await screen.findByText('ACCESS DENIED. Administrators only.')).toBeInTheDocument();
  });
});

test('typed text survives a lockdown and is there after the unlock', async () => {
  answer('get', '/api/user/submissions', []);
  const { operator, router, store } = renderRoute('/submission', { user: factory.user({ id: 'u1' }) });
  await operator.type(await screen.findByLabelText(/^Content/), 'Eleven seconds.');
  const lock = async (isLocked: boolean) => {
    answer('get', '/api/site-lock-status', { isLocked });
    const { api } = await import('@/api/endpoints');
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  };
  await lock(true);
  const overlay = await screen.findByRole('alertdialog', { name: 'ACCESS DENIED' });
  for (const said of [
    'FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED',
    'This terminal is under lockdown procedures. Access is temporarily suspended. Contact site administration. Unauthorized attempts are logged.',
    'Close this dialog to sign in as an administrator or to use emergency login.',
    'TERMINAL LOCKED',
    'LOCKDOWN',
    'UNKNOWN',
  ])
    expect(within(overlay).getByText(said)).toBeInTheDocument();
  await operator.click(within(overlay).getByRole('button', { name: 'ACKNOWLEDGE' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/auth');
  expect(screen.getByText('lockdown')).toBeInTheDocument();
  expect(screen.getByText('restricted')).toBeInTheDocument();
  await lock(false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/submission'));
  expect(await screen.findByLabelText(/^Content/)).toHaveValue('Eleven seconds.');
});
