import { act, screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { watched } from '@/testing/watching';

const own = watched.session({ username: 'a-mercer', current: true, isAdmin: true });
const other = watched.session();

function open({
  attempts = [watched.attempt()],
  sessions = [own, other],
  locked = [] as ReturnType<typeof watched.locked>[],
} = {}) {
  const calls = answer('get', '/api/admin/security/summary', watched.summary({ failedAttempts: 23 }));
  answer('get', '/api/admin/security/suspicious-logins', attempts);
  answer('get', '/api/admin/security/recent-logins', attempts);
  answer('get', '/api/admin/security/active-sessions', () => sessions);
  answer('get', '/api/admin/security/locked-names', () => locked);
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

test('captions show the counts of the panels, and the status bar shows the keys', async () => {
  const { operator } = open({ attempts: [watched.attempt(), watched.attempt({ username: 'c-boll' })] });
  expect(await screen.findByRole('region', { name: 'Suspicious activity 2' })).toBeInTheDocument();
  expect(await screen.findByRole('region', { name: 'Active sessions 2' })).toBeInTheDocument();
  const bar = screen.getByRole('contentinfo', { name: 'Status' });
  expect(bar).toHaveTextContent(/jk row.*u refresh.*! alerts/);
  await operator.keyboard('?');
  await operator.click(await screen.findByRole('checkbox', { name: 'Single-key shortcuts' }));
  expect(bar).not.toHaveTextContent('refresh');
});

test('locked names are listed, and an account can be unlocked', async () => {
  const account = watched.locked({ byCodes: true });
  const locked = [account, watched.locked({ username: 'nobody-here', userId: null })];
  const { operator } = open({ locked });
  const panel = within(await screen.findByRole('region', { name: 'Locked out 2' }));
  expect(
    panel.getByText('too many wrong passwords and codes, until 2026-03-14 12:04 UTC'),
  ).toBeInTheDocument();
  expect(
    panel.getByText('too many wrong passwords, until 2026-03-14 12:04 UTC; no account has this name'),
  ).toBeInTheDocument();
  expect(panel.getAllByRole('button')).toHaveLength(1);
  await expectNoAxeViolations();
  const calls = answer('patch', '/api/admin/users/:id/unlock', () => {
    locked.length = 0;
    return factory.user();
  });
  await operator.click(panel.getByRole('button', { name: 'Unlock c-boll' }));
  expect(await findToast('Account unlocked')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Locked out/ })).not.toBeInTheDocument());
  expect(calls.map((call) => call.url.pathname)).toEqual([`/api/admin/users/${account.userId ?? ''}/unlock`]);
});

test('an expiring lock is read again at its end, at most every half minute', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-03-14T12:03:50.000Z') });
  try {
    const locked = [watched.locked()];
    open({ locked });
    const calls = answer('get', '/api/admin/security/locked-names', () => locked);
    const region = () => screen.queryByRole('region', { name: /^Locked out/ });
    await waitFor(() => expect(region()).toBeInTheDocument());
    const asked = calls.length;
    const pass = (milliseconds: number) =>
      act(async () => {
        await jest.advanceTimersByTimeAsync(milliseconds);
      });
    await pass(8000);
    expect(calls).toHaveLength(asked);
    // The clock of this machine is fast: on the server the lock still applies.
    await pass(6000);
    expect(calls).toHaveLength(asked + 1);
    expect(region()).toBeInTheDocument();
    locked.length = 0;
    await pass(20_000);
    expect(calls).toHaveLength(asked + 1);
    await pass(12_000);
    expect(calls).toHaveLength(asked + 2);
    await waitFor(() => expect(region()).not.toBeInTheDocument());
  } finally {
    jest.useRealTimers();
  }
});

test('a hyphenated word of a counter is not broken', async () => {
  open();
  // A separate element keeps it on one line.
  const word = await screen.findByText('24-hour');
  expect(word.tagName).toBe('SPAN');
});

test('panels that are cut at their limit say so', async () => {
  open({ attempts: Array.from({ length: 200 }, () => watched.attempt()) });
  const recent = within(await screen.findByRole('region', { name: 'Recent login attempts' }));
  expect(await recent.findByText(/^The newest 200 are shown/)).toBeInTheDocument();
  const suspicious = within(screen.getByRole('region', { name: 'Suspicious activity 1' }));
  expect(suspicious.getByText(/^The newest 200 attempts are counted/)).toBeInTheDocument();
});

test('keys move between the rows of a list', async () => {
  const attempts = ['a-one', 'b-two', 'c-three'].map((username) => watched.attempt({ username }));
  const { operator } = open({ attempts });
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('group', { name })).getAllByRole('article');
  const [suspicious] = await rowsOf('Suspicious activity');
  const [first, second, third] = await rowsOf('Recent login attempts');
  const [here, there] = await rowsOf('Active sessions');
  // From anywhere to the first row.
  await operator.keyboard('j');
  expect(suspicious).toHaveFocus();
  act(() => {
    first?.focus();
  });
  await operator.keyboard('j{ArrowDown}');
  expect(third).toHaveFocus();
  await operator.keyboard('k');
  expect(second).toHaveFocus();
  await operator.keyboard('{End}');
  expect(third).toHaveFocus();
  await operator.keyboard('{Home}{ArrowUp}');
  expect(first).toHaveFocus();
  // The button of a row belongs to the row.
  act(() => {
    screen.getByRole('button', { name: /^Terminate/ }).focus();
  });
  await operator.keyboard('k');
  expect(here).toHaveFocus();
  await operator.keyboard('j');
  expect(there).toHaveFocus();
});

test('each empty panel says so', async () => {
  open({ attempts: [], sessions: [] });
  expect(await screen.findByText('No suspicious activity detected')).toBeInTheDocument();
  expect(await screen.findByText('No recent login attempts')).toBeInTheDocument();
  expect(await screen.findByText('No active sessions')).toBeInTheDocument();
});

test('sessions are read in pages, and the count includes all', async () => {
  const { operator } = open();
  const path = '/api/admin/security/active-sessions';
  const calls = answer('get', path, [own], {
    headers: { 'X-Total-Count': '61', Link: `<${path}?limit=60&after=c1>; rel="next"` },
  });
  await operator.click(await screen.findByRole('button', { name: /^Refresh data/ }));
  await screen.findByRole('region', { name: 'Active sessions 61' });
  expect(calls[0]?.url.search).toBe('?limit=60');
  refuse('get', path, 500, { code: 'internal_error', message: 'Internal server error' });
  await operator.click(screen.getByRole('button', { name: 'Show more sessions' }));
  expect(await screen.findByText(/Failed to load more sessions/)).toBeInTheDocument();
  // The first one was also on the previous page.
  const rest = answer('get', path, [own, other], { headers: { 'X-Total-Count': '61' } });
  await operator.click(screen.getByRole('button', { name: 'Show more sessions' }));
  const sessions = within(await screen.findByRole('group', { name: 'Active sessions' }));
  await waitFor(() => expect(sessions.getAllByRole('article')).toHaveLength(2));
  expect(rest[0]?.url.searchParams.get('after')).toBe('c1');
  expect(screen.queryByRole('button', { name: 'Show more sessions' })).not.toBeInTheDocument();
});

test('a session is terminated after a confirmation', async () => {
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
  await waitFor(() => expect(screen.queryByText('n-varga')).not.toBeInTheDocument());
});

test('a refused termination shows the reason', async () => {
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

test('the key and the button refresh as an action of the user', async () => {
  const { operator, calls } = open();
  await screen.findByText('23');
  await operator.keyboard('u');
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.headers.get('X-Background')).toBeNull();
  await operator.click(await screen.findByRole('button', { name: /^Refresh data/ }));
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[2]?.headers.get('X-Background')).toBeNull();
});

test('users who are not administrators are sent to the main terminal', async () => {
  const { router } = renderRoute('/security-monitoring', { user: factory.user() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
