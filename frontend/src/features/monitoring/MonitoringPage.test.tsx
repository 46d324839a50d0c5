import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { watched } from '@/testing/watching';

const own = watched.session({ username: 'a-mercer', current: true, isAdmin: true });
const other = watched.session();

function open({ attempts = [watched.attempt()], sessions = [own, other] } = {}) {
  const calls = answer('get', '/api/admin/security/summary', watched.summary({ failedAttempts: 23 }));
  answer('get', '/api/admin/security/suspicious-logins', attempts);
  answer('get', '/api/admin/security/recent-logins', attempts);
  answer('get', '/api/admin/security/active-sessions', () => sessions);
  return { calls, ...renderRoute('/security-monitoring', { user: factory.admin() }) };
}

test('attempts, sessions and counters are shown', async () => {
  open();
  const recent = within(await screen.findByRole('group', { name: 'Recent login attempts' }));
  expect(recent.getByText('unknown-7')).toBeInTheDocument();
  expect(recent.getByText('DENIED')).toBeInTheDocument();
  expect(recent.getByText('Wrong password')).toBeInTheDocument();
  const suspicious = within(screen.getByRole('group', { name: 'Suspicious activity' }));
  expect(suspicious.getByRole('heading', { name: 'Wrong password' })).toBeInTheDocument();
  const sessions = within(await screen.findByRole('group', { name: 'Active sessions' }));
  expect(sessions.getByText('THIS ONE')).toBeInTheDocument();
  expect(sessions.getAllByRole('button')).toHaveLength(1);
  expect(await screen.findByText('23')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to admin' })).toHaveAttribute('href', '/admin');
  await expectNoAxeViolations();
});

test('without anything to show each panel says so', async () => {
  open({ attempts: [], sessions: [] });
  expect(await screen.findByText('No suspicious activity detected')).toBeInTheDocument();
  expect(await screen.findByText('No recent login attempts')).toBeInTheDocument();
  expect(await screen.findByText('No active sessions')).toBeInTheDocument();
});

test('a session is terminated after a question', async () => {
  const sessions = [own, other];
  const { operator } = open({ sessions });
  const ended = answer('delete', '/api/admin/security/active-sessions/:id', () => {
    sessions.pop();
    return undefined;
  });
  await operator.click(await screen.findByRole('button', { name: 'Terminate the session of n-varga' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm termination' });
  expect(dialog).toHaveTextContent('n-varga is signed out of this session at once.');
  expect(ended).toHaveLength(0);
  await operator.click(within(dialog).getByRole('button', { name: 'Terminate' }));
  expect(await findToast('Session terminated')).toBeInTheDocument();
  expect(ended[0]?.params.id).toBe(other.id);
  await waitFor(() => {
    expect(screen.queryByText('n-varga')).not.toBeInTheDocument();
  });
});

test('a refused termination says why', async () => {
  const { operator } = open();
  refuse('delete', '/api/admin/security/active-sessions/:id', 404, {
    code: 'not_found',
    message: 'Session not found',
  });
  await operator.click(await screen.findByRole('button', { name: /^Terminate/ }));
  const dialog = await screen.findByRole('alertdialog');
  await operator.click(within(dialog).getByRole('button', { name: 'Terminate' }));
  expect(await findToast('Termination failed')).toHaveTextContent('Session not found');
});

test('the key and the button refresh, as a person does', async () => {
  const { operator, calls } = open();
  await screen.findByText('23');
  await operator.keyboard('u');
  await waitFor(() => {
    expect(calls).toHaveLength(2);
  });
  await operator.click(await screen.findByRole('button', { name: /^Refresh data/ }));
  await waitFor(() => {
    expect(calls).toHaveLength(3);
  });
  expect(calls[2]?.headers.get('X-Background')).toBeNull();
});

test('others are sent to the main terminal', async () => {
  const { router } = renderRoute('/security-monitoring', { user: factory.user() });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
});
