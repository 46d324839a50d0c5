import { act, screen, waitFor, within } from '@testing-library/react';
import type { DeadlineReminder, SecurityAlert } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { watched } from '@/testing/watching';

function open(
  alerts: SecurityAlert[] = [watched.alert()],
  reminders: DeadlineReminder[] = [watched.reminder()],
  user = factory.admin(),
) {
  answer('get', '/api/admin/security-alerts', () => alerts);
  answer('get', '/api/admin/deadline-reminders', () => reminders);
  answer('get', '/api/user/drafts', []);
  answer('get', '/api/templates', []);
  return { alerts, reminders, ...renderRoute('/templates', { user }) };
}

const button = (name = 'ADMIN ALERTS, 2 unread') => screen.findByRole('button', { name });
const panel = () => screen.findByRole('region', { name: 'ADMIN NOTIFICATIONS' });

test('the button counts what is unread and opens the panel', async () => {
  const { operator } = open();
  await operator.click(await button());
  const region = within(await panel());
  expect(region.getByText('SECURITY ALERT')).toBeInTheDocument();
  expect(region.getByText('DEADLINE REMINDER')).toBeInTheDocument();
  expect(region.getByRole('link', { name: /^HIGH: 7 suspicious/ })).toHaveAttribute(
    'href',
    '/security-monitoring',
  );
  expect(region.getByRole('link', { name: /Night protocol/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\?case=/),
  );
  await expectNoAxeViolations();
});

test('a read item stays, muted, and is no longer counted', async () => {
  const { operator, alerts } = open();
  const calls = answer('post', '/api/user/notifications/read', () => {
    alerts[0] = watched.alert({ readAt: '2026-03-14T09:26:00.000Z' });
    return undefined;
  });
  await operator.click(await button());
  await operator.click(await screen.findByRole('button', { name: /^Mark as read: HIGH/ }));
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({ ids: ['security:high:2026-03-14'] });
  const done = await screen.findByRole('button', { name: /^Read: HIGH/ });
  expect(done).toHaveAttribute('aria-disabled', 'true');
  await operator.click(done);
  expect(calls).toHaveLength(1);
});

test('CLEAR ALL empties the panel and collapses it', async () => {
  const { operator, alerts, reminders } = open();
  const ids = [...alerts, ...reminders].map(({ id }) => id);
  const calls = answer('post', '/api/admin/alerts/clear', () => {
    alerts.pop();
    reminders.pop();
    return undefined;
  });
  await operator.click(await button());
  await operator.click(await screen.findByRole('button', { name: 'CLEAR ALL' }));
  expect(screen.queryByRole('region', { name: 'ADMIN NOTIFICATIONS' })).not.toBeInTheDocument();
  const quiet = await button('ADMIN ALERTS');
  expect(calls[0]?.body).toEqual({ ids });
  expect(quiet).toHaveFocus();
  await operator.click(quiet);
  expect(within(await panel()).getByText('No notifications')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'CLEAR ALL' })).not.toBeInTheDocument();
});

test('what could not be cleared is still there', async () => {
  const { operator } = open();
  refuse('post', '/api/admin/alerts/clear', 503, { code: 'unavailable', message: 'Try again.' });
  await operator.click(await button());
  await operator.click(await screen.findByRole('button', { name: 'CLEAR ALL' }));
  expect(await findToast('Could not clear notifications')).toBeInTheDocument();
  expect(await button()).toBeInTheDocument();
});

test('the key opens and closes, and so do Escape and the arrow', async () => {
  const { operator } = open();
  await button();
  await operator.keyboard('!');
  await panel();
  await operator.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'ADMIN NOTIFICATIONS' })).not.toBeInTheDocument();
  await operator.keyboard('!');
  await operator.click(within(await panel()).getByRole('button', { name: 'Collapse' }));
  expect(await button()).toHaveFocus();
});

test('a new alert is announced by the badge, and polls are in the background', async () => {
  const alerts: SecurityAlert[] = [];
  const calls = answer('get', '/api/admin/security-alerts', () => alerts);
  answer('get', '/api/templates', []);
  const { store } = renderRoute('/templates', { user: factory.admin() });
  await button('ADMIN ALERTS');
  alerts.push(watched.alert());
  const { api } = await import('@/api/endpoints');
  await act(async () => {
    await store.dispatch(api.endpoints.listSecurityAlerts.initiate(undefined, { forceRefetch: true }));
  });
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  expect(calls.at(-1)?.headers.get('X-Background')).toBe('1');
});

test('emergency access reads alerts and marks none', async () => {
  const { operator } = open(undefined, undefined, factory.emergency());
  await operator.click(await button());
  const region = within(await panel());
  expect(region.queryByRole('button', { name: /Mark as read/ })).not.toBeInTheDocument();
  expect(region.queryByRole('button', { name: 'CLEAR ALL' })).not.toBeInTheDocument();
});

test('users without administration have no button', async () => {
  answer('get', '/api/templates', []);
  renderRoute('/templates', { user: factory.user() });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /ADMIN ALERTS/ })).not.toBeInTheDocument();
  });
});

test('an alarm leads to its entries in the security log', async () => {
  const used = watched.alert({
    id: 'security:static_code_used:7',
    cause: 'static_code_used',
    message: '1 sign-in with a static code in the last 24 hours, last of n-varga',
    entityType: 'user',
  });
  const { operator } = open([used], []);
  await operator.click(await button('ADMIN ALERTS, 1 unread'));
  const link = within(await panel()).getByRole('link', { name: /^HIGH: 1 sign-in with a static code/ });
  expect(link).toHaveAttribute('href', '/audit-logs?view=user&action=static_code_used');
});
