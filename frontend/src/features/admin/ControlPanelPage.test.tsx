import { act, screen, waitFor } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

/** These tests do not need the case beside the queue. */
beforeEach(() => {
  answer('get', '/api/admin/submissions/:id', factory.submission());
  answer('get', '/api/admin/users', []);
});

const heading = () => screen.findByRole('heading', { level: 1, name: 'Control panel' });

test('users who are not administrators are sent to the main terminal, and nothing is requested', async () => {
  const calls = answer('get', '/api/admin/submissions', []);
  const { router } = renderRoute('/admin', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  expect(router.state.location.pathname).toBe('/');
  expect(calls).toHaveLength(0);
});

test.each([
  ['/admin', 'Review submissions (0)'],
  ['/admin?tab=review', 'Review submissions (0)'],
  ['/admin?tab=documents', 'Document management (0)'],
  ['/admin?tab=users', 'User management (0)'],
  ['/admin?tab=audit', 'Audit'],
  ['/admin?tab=nonsense', 'Review submissions (0)'],
])('%s shows the tab %s', async (path, name) => {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/documents', []);
  answer('get', '/api/admin/users', []);
  renderRoute(path, { user: factory.admin() });
  await heading();
  expect(await screen.findByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getAllByRole('tab')).toHaveLength(6);
  await expectNoAxeViolations();
});

test('the panel and its audit tab link to the security log', async () => {
  answer('get', '/api/admin/submissions', []);
  renderRoute('/admin?tab=audit', { user: factory.admin() });
  await heading();
  expect(screen.getByText('AUDIT INTERFACE COMING SOON')).toBeInTheDocument();
  for (const name of ['Security log', 'Open the security log'])
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/audit-logs');
});

test('emergency access can open the control panel', async () => {
  answer('get', '/api/admin/submissions', []);
  renderRoute('/admin', { user: factory.emergency() });
  expect(await heading()).toBeInTheDocument();
});

test('arrow keys on the tabs change the address without adding to the history', async () => {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/documents', []);
  answer('get', '/api/admin/users', [factory.admin()]);
  const { operator, router } = renderRoute('/admin', { user: factory.admin() });
  await heading();
  (await screen.findByRole('tab', { name: 'Review submissions (0)' })).focus();
  await operator.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=users'));
  expect(router.state.historyAction).toBe('REPLACE');
});

test('the open tab is in the address, and Back returns to the one before', async () => {
  answer('get', '/api/admin/submissions', [factory.submission(), factory.submission()]);
  answer('get', '/api/admin/users', [factory.admin()]);
  const { operator, router } = renderRoute('/admin', { user: factory.admin() });
  await heading();
  await operator.click(screen.getByRole('tab', { name: /^User management/ }));
  expect(router.state.location.search).toBe('?tab=users');
  expect(await screen.findByRole('table', { name: 'User accounts' })).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Review submissions (2)' })).toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(
    await screen.findByRole('tab', { name: 'Review submissions (2)', selected: true }),
  ).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('the queue is requested every minute, in the background', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const queue = [factory.submission()];
    const calls = answer('get', '/api/admin/submissions', () => queue);
    answer('get', '/api/admin/users', []);
    renderRoute('/admin', { user: factory.admin() });
    await screen.findByRole('tab', { name: 'Review submissions (1)' });
    queue.push(factory.submission());
    await act(() => jest.advanceTimersByTimeAsync(50_000));
    expect(calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    expect(await screen.findByRole('tab', { name: 'Review submissions (2)' })).toBeInTheDocument();
    await waitFor(() => expect(calls.map((call) => call.headers.get('X-Background'))).toEqual([null, '1']));
  } finally {
    jest.useRealTimers();
  }
});

test('each tab with a list shows its count, whichever tab is open', async () => {
  answer('get', '/api/admin/submissions', [factory.submission()]);
  answer('get', '/api/admin/documents', [], { headers: { 'X-Total-Count': '70' } });
  answer('get', '/api/admin/users', [factory.admin(), factory.user({ isApproved: false })]);
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  await heading();
  const names = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
  const expected = [
    'Review submissions (1)',
    'Document edits (0)',
    'Document management (70)',
    'User management (2, 1 pending)',
    'Audit',
    'Trash',
  ];
  await waitFor(() => expect(names()).toEqual(expected));
  await operator.click(screen.getByRole('tab', { name: /^Document management/ }));
  await waitFor(() => expect(names()).toEqual(expected));
});

describe('the button that requires a second factor', () => {
  test('is disabled for an administrator without one and shows the reason', async () => {
    answer('get', '/api/admin/submissions', []);
    renderRoute('/admin', { user: factory.admin() });
    const button = await screen.findByRole('button', { name: 'Require 2FA' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Set up your own second factor first, in Settings.');
  });

  test('is disabled for emergency access, which cannot have one', async () => {
    answer('get', '/api/admin/submissions', []);
    renderRoute('/admin', { user: factory.emergency() });
    const button = await screen.findByRole('button', { name: 'Require 2FA' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription('Emergency access cannot require 2FA.');
  });

  test('is enabled for an administrator who has one', async () => {
    answer('get', '/api/admin/submissions', []);
    renderRoute('/admin', { user: factory.admin({ twoFactorEnabled: true }) });
    expect(await screen.findByRole('button', { name: 'Require 2FA' })).toBeEnabled();
  });
});
