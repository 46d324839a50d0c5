import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import type { DeadlineReminder, SecurityAlert } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { watched } from '@/testing/watching';

beforeEach(() => {
  sessionStorage.clear();
});

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

test('the button shows the number of unread items and opens the panel', async () => {
  const { operator } = open();
  await operator.click(await button());
  const region = within(await panel());
  expect(region.getByText('SECURITY ALERT')).toBeInTheDocument();
  expect(region.getByText('DEADLINE REMINDER')).toBeInTheDocument();
  expect(region.getByRole('link', { name: /^7 suspicious/ })).toHaveAttribute('href', '/security-monitoring');
  expect(region.getByRole('link', { name: /Night protocol/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/admin\?case=/),
  );
  await expectNoAxeViolations();
});

test('the label and the count are on the button, the last cell of the status bar', async () => {
  open();
  const cell = await button();
  const bar = within(screen.getByRole('contentinfo', { name: 'Status' }));
  expect(cell).toBe(bar.getAllByRole('button').at(-1));
  expect(await button()).toHaveTextContent('ADMIN ALERTS');
  expect(await button()).toHaveAttribute('data-unread', '2');
});

test('an item shows its severity and when it happened or is due, also after it is read', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-03-14T10:00:00Z') });
  try {
    const readAt = '2026-03-14T09:26:00.000Z';
    const { operator } = open(
      [
        watched.alert({ severity: 'critical' }),
        watched.alert({ id: 'security:high:2026-03-14:read', readAt }),
      ],
      [
        watched.reminder({ dueDate: '2026-03-14T14:30:00.000Z' }),
        watched.reminder({ priority: 'medium', dueDate: '2026-03-17T10:05:00.000Z', readAt }),
        watched.reminder({ dueDate: '2026-03-14T09:00:00.000Z' }),
      ],
    );
    await operator.click(await button('ADMIN ALERTS, 3 unread'));
    const heads = within(await panel()).getAllByRole('paragraph');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'SECURITY ALERT CRITICAL 09:20 UTC',
      'SECURITY ALERT HIGH 09:20 UTC',
      'DEADLINE REMINDER HIGH due in 4 h',
      'DEADLINE REMINDER MEDIUM due in 3 d',
      'DEADLINE REMINDER HIGH overdue',
    ]);
    await expectNoAxeViolations();
  } finally {
    jest.useRealTimers();
  }
});

test('a read item stays, muted, and is no longer counted', async () => {
  const { operator, alerts } = open();
  const calls = answer('post', '/api/user/notifications/read', () => {
    alerts[0] = watched.alert({ readAt: '2026-03-14T09:26:00.000Z' });
    return undefined;
  });
  await operator.click(await button());
  await operator.click(await screen.findByRole('button', { name: /^Mark as read: 7 suspicious/ }));
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({ ids: ['security:high:2026-03-14'] });
  const done = await screen.findByRole('button', { name: /^Read: 7 suspicious/ });
  expect(done).toHaveAttribute('aria-disabled', 'true');
  await operator.click(done);
  expect(calls).toHaveLength(1);
});

test('CLEAR ALL empties and collapses the panel', async () => {
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

test('items that could not be cleared stay', async () => {
  const { operator } = open();
  refuse('post', '/api/admin/alerts/clear', 503, { code: 'unavailable', message: 'Try again.' });
  await operator.click(await button());
  await operator.click(await screen.findByRole('button', { name: 'CLEAR ALL' }));
  expect(await findToast('Could not clear notifications')).toBeInTheDocument();
  expect(await button()).toBeInTheDocument();
});

const isOpen = () => screen.queryByRole('region', { name: 'ADMIN NOTIFICATIONS' }) !== null;

test('the key moves to the first unread item, and the key, Escape and COLLAPSE return to the button', async () => {
  const { operator } = open([watched.alert({ readAt: '2026-03-14T09:26:00.000Z' })]);
  const corner = await button('ADMIN ALERTS, 1 unread');
  await operator.keyboard('!');
  expect(within(await panel()).getByRole('link', { name: /Night protocol/ })).toHaveFocus();
  await operator.keyboard('!');
  expect(isOpen()).toBe(false);
  expect(corner).toHaveFocus();
  await operator.keyboard('!');
  await operator.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(corner).toHaveFocus();
  await operator.keyboard('!');
  await operator.click(within(await panel()).getByRole('button', { name: 'COLLAPSE' }));
  expect(corner).toHaveFocus();
});

test('without unread items the key moves to the panel, and Escape on the button also closes it', async () => {
  const { operator } = open([], []);
  const corner = await button('ADMIN ALERTS');
  await operator.keyboard('!');
  expect(await panel()).toHaveFocus();
  act(() => {
    corner.focus();
  });
  await operator.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
});

test('marking an item moves to the next unread one, and from the last to the first', async () => {
  const { operator, reminders } = open(
    [
      watched.alert(),
      watched.alert({ id: 'security:b', message: 'Second', readAt: '2026-03-14T09:26:00.000Z' }),
    ],
    [watched.reminder(), watched.reminder({ message: 'Fourth' })],
  );
  answer('post', '/api/user/notifications/read', () => {
    reminders.splice(
      0,
      1,
      watched.reminder({ id: reminders[0]?.id ?? '', readAt: '2026-03-14T09:26:00.000Z' }),
    );
    return undefined;
  });
  await operator.click(await button('ADMIN ALERTS, 3 unread'));
  const check = (name: RegExp) => screen.findByRole('button', { name });
  await operator.click(await check(/^Mark as read: 7 suspicious/));
  expect(await check(/Night protocol/)).toHaveFocus();
  await operator.click(await check(/^Mark as read: Fourth/));
  expect(await check(/^Mark as read: 7 suspicious/)).toHaveFocus();
});

test('the panel stays open on another screen and after a reload, for the same user', async () => {
  answer('get', '/api/admin/submissions', []);
  const user = factory.admin();
  const { operator, router, unmount } = open(undefined, undefined, user);
  await operator.click(await button());
  await operator.click(within(await panel()).getByRole('link', { name: /Night protocol/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
  expect(isOpen()).toBe(true);
  unmount();
  const again = open(undefined, undefined, user);
  expect(await panel()).toBeInTheDocument();
  again.unmount();
  open(undefined, undefined, factory.admin({ id: '00000000-0000-4000-8000-0000000000aa' }));
  await button();
  expect(isOpen()).toBe(false);
});

async function poll({ store }: ReturnType<typeof open>) {
  await act(async () => {
    await store.dispatch(api.endpoints.listSecurityAlerts.initiate(undefined, { forceRefetch: true }));
  });
}

test('the items of the first response neither pulse nor are announced', async () => {
  open();
  expect(await button()).not.toContainHTML('data-pulse');
  expect(screen.queryByText(/^SECURITY ALERT, HIGH/)).not.toBeInTheDocument();
});

test('a new alert pulses and is announced, a critical one at once', async () => {
  const opened = open();
  await button();
  opened.alerts.push(
    watched.alert({ id: 'security:static_code_used:7', message: 'Static code used: c-boll' }),
  );
  await poll(opened);
  const used = await screen.findByText('SECURITY ALERT, HIGH: Static code used: c-boll');
  expect(used).toHaveAttribute('aria-live', 'polite');
  expect(await button('ADMIN ALERTS, 3 unread')).toContainHTML('data-pulse="1"');

  opened.alerts.push(watched.alert({ id: 'security:critical:2', severity: 'critical', message: 'Key used' }));
  await poll(opened);
  const grave = await screen.findByText('SECURITY ALERT, CRITICAL: Key used');
  expect(grave).toHaveAttribute('aria-live', 'assertive');
  expect(used).toBeEmptyDOMElement();
  expect(await button('ADMIN ALERTS, 4 unread')).toContainHTML('data-pulse="2"');

  opened.alerts.pop();
  await poll(opened);
  await waitFor(() => expect(grave).toBeEmptyDOMElement());
});

test('polls are background requests', async () => {
  const opened = open();
  const calls = answer('get', '/api/admin/security-alerts', () => opened.alerts);
  await button();
  await poll(opened);
  expect(calls.at(-1)?.headers.get('X-Background')).toBe('1');
});

test('after a failed poll the list stays and shows its age', async () => {
  jest.useFakeTimers({ advanceTimers: true, now: Date.parse('2026-03-14T10:41:30Z') });
  try {
    const opened = open();
    await opened.operator.click(await button());
    refuse('get', '/api/admin/security-alerts', 503, { code: 'unavailable', message: 'Try again.' });
    jest.setSystemTime(Date.parse('2026-03-14T10:43:00Z'));
    await poll(opened);
    expect(await screen.findByText('Not up to date: as of 10:41 UTC')).toBeInTheDocument();
    expect(within(await panel()).getByText(/^7 suspicious/)).toBeInTheDocument();
    answer('get', '/api/admin/security-alerts', () => opened.alerts);
    await poll(opened);
    await waitFor(() => expect(screen.queryByText(/^Not up to date/)).not.toBeInTheDocument());
  } finally {
    jest.useRealTimers();
  }
});

test('lists that could never be read show no time', async () => {
  refuse('get', '/api/admin/deadline-reminders', 503, { code: 'unavailable', message: 'Try again.' });
  const { operator } = renderRoute('/templates', { user: factory.admin() });
  await operator.click(await button('ADMIN ALERTS'));
  expect(await screen.findByText('Not up to date.')).toBeInTheDocument();
});

test('emergency access stores its read marks in the tab', async () => {
  const marked = answer('post', '/api/user/notifications/read', undefined);
  const cleared = answer('post', '/api/admin/alerts/clear', undefined);
  const first = open(undefined, undefined, factory.emergency());
  await first.operator.click(await button());
  await first.operator.click(await screen.findByRole('button', { name: /^Mark as read: 7/ }));
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Read: 7/ })).toBeInTheDocument();
  first.unmount();

  const second = open(first.alerts, first.reminders, factory.emergency());
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  await second.operator.click(await screen.findByRole('button', { name: 'CLEAR ALL' }));
  expect(isOpen()).toBe(false);
  const quiet = await button('ADMIN ALERTS');
  expect(quiet).toHaveFocus();
  await second.operator.click(quiet);
  expect(within(await panel()).getByText('No notifications')).toBeInTheDocument();
  // A changed alert has another id.
  second.alerts.push(watched.alert({ id: 'security:critical:2026-03-14', severity: 'critical' }));
  await poll(second);
  expect(await button('ADMIN ALERTS, 1 unread')).toBeInTheDocument();
  expect([marked, cleared]).toEqual([[], []]);
});

test('users who are not administrators have no button', async () => {
  answer('get', '/api/templates', []);
  renderRoute('/templates', { user: factory.user() });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByRole('button', { name: /ADMIN ALERTS/ })).not.toBeInTheDocument());
});

test('an alert links to its entries in the security log', async () => {
  const used = watched.alert({
    id: 'security:static_code_used:7',
    cause: 'static_code_used',
    message: '1 sign-in with a static code in the last 24 hours, last of n-varga',
    entityType: 'user',
  });
  const { operator } = open([used], []);
  await operator.click(await button('ADMIN ALERTS, 1 unread'));
  const link = within(await panel()).getByRole('link', { name: /^1 sign-in with a static code/ });
  expect(link).toHaveAttribute('href', '/audit-logs?view=user&action=static_code_used');
});
