import { screen, waitFor, within } from '@testing-library/react';
import type { Mail } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { serverState, triesOf } from './mail';

const now = Date.parse('2026-03-14T09:20:00.000Z');
let counter = 0;

function mail(over: Partial<Mail> = {}): Mail {
  counter += 1;
  return {
    id: `00000000-0000-7000-8000-${String(counter).padStart(12, '0')}`,
    recipientId: '00000000-0000-4000-8000-000000000001',
    recipientUsername: 'n-varga',
    subject: 'Your submission SUB-3FA9C1 was rejected',
    notificationType: 'item_reviewed',
    entityType: 'submission',
    entityId: '3fa9c1de-0000-4000-8000-000000000001',
    sent: true,
    sentAt: '2026-03-14T09:00:00.000Z',
    createdAt: '2026-03-14T09:00:00.000Z',
    state: 'sent',
    tries: 1,
    nextTryAt: null,
    lastError: null,
    ...over,
  };
}

const waiting = { state: 'waiting', sent: false, sentAt: null } as const;
const failed = { ...waiting, state: 'failed', lastError: '550 5.1.1 mailbox unknown' } as const;

function open(items: Mail[], headers: Record<string, string> = { 'X-Mail': 'on' }, path = '/admin/mail') {
  answer('get', '/api/admin/mail', () => items, { headers });
  return renderRoute(path, { user: factory.admin() });
}

const list = () => screen.findByRole('region', { name: 'Messages' });

test('messages are listed by state, in tabs with counts', async () => {
  const { operator, router } = open([
    mail({ ...waiting, tries: 2, lastError: 'greylisted', nextTryAt: '2099-01-01T00:00:00.000Z' }),
    mail(),
    mail({ ...failed, recipientUsername: 'i-calloway' }),
  ]);
  expect(within(await list()).getAllByText('Your submission SUB-3FA9C1 was rejected')).toHaveLength(3);
  for (const name of ['All (3)', 'sent (1)', 'waiting (1)', 'failed (1)', 'unsent (0)'])
    expect(screen.getByRole('tab', { name })).toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(screen.getByRole('tab', { name: 'failed (1)' }));
  expect(router.state.location.search).toBe('?state=failed');
  const shown = within(await list());
  expect(shown.getByText('FAILED')).toBeInTheDocument();
  expect(shown.getByText('i-calloway')).toBeInTheDocument();
  expect(shown.queryByText('SENT')).not.toBeInTheDocument();
});

test('the filters in the address filter the list', async () => {
  const items = [
    mail({ notificationType: 'deadline', subject: '2 items wait for a decision' }),
    mail({ recipientUsername: 'warden' }),
    mail(),
  ];
  open(items, undefined, '/admin/mail?kind=item_reviewed&person=ward&q=sub-3');
  const shown = within(await list());
  expect(shown.getAllByText('item reviewed')).toHaveLength(1);
  expect(shown.getByText('warden')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'All (1)' })).toBeInTheDocument();
});

test('an expanded message shows its address and text and can be sent again', async () => {
  const items = [mail(failed)];
  const [one] = items;
  answer('get', '/api/admin/mail/:id', () => ({
    ...(items[0] ?? mail()),
    recipientEmail: 'n-varga@example.org',
    body: 'An administrator rejected your submission SUB-3FA9C1.',
    messageId: '0b1f7c2e@facility.example',
  }));
  const calls = answer('post', '/api/admin/mail/:id/retry', () => {
    items[0] = mail({ ...waiting, id: one?.id ?? '', nextTryAt: '2026-03-14T09:00:00.000Z' });
    return items[0];
  });
  const { operator } = open(items);
  const shown = within(await list());
  expect(shown.queryByText(/n-varga@example.org/)).not.toBeInTheDocument();
  await operator.click(
    shown.getByRole('button', { name: /^Your submission SUB-3FA9C1 was rejected FAILED/ }),
  );
  expect(await shown.findByText('n-varga, n-varga@example.org')).toBeInTheDocument();
  expect(shown.getByText('An administrator rejected your submission SUB-3FA9C1.')).toBeInTheDocument();
  expect(shown.getByText('550 5.1.1 mailbox unknown')).toBeInTheDocument();
  expect(shown.getByText('0b1f7c2e@facility.example')).toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(shown.getByRole('button', { name: 'Send again' }));
  expect(await findToast('Mail queued')).toBeInTheDocument();
  expect(calls.map(({ params }) => params.id)).toEqual([one?.id]);
  expect(await shown.findByText('WAITING')).toBeInTheDocument();
  await waitFor(() => expect(shown.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument());
});

test('the status bar shows the number of messages and the keys, which move between them and open one', async () => {
  const items = [
    mail({ subject: 'Of today' }),
    mail({ subject: 'Of yesterday', createdAt: '2026-03-13T09:00:00.000Z' }),
    mail({ recipientUsername: 'warden' }),
  ];
  answer('get', '/api/admin/mail/:id', () => ({
    ...mail(),
    recipientEmail: 'n-varga@example.org',
    body: 'Text of yesterday.',
    messageId: '0b1f7c2e@facility.example',
  }));
  const { operator } = open(items, { 'X-Mail': 'on', 'X-Total-Count': '214' }, '/admin/mail?person=n-varga');
  const shown = within(await list());
  const bar = screen.getByRole('contentinfo', { name: 'Status' });
  expect(bar).toHaveTextContent(/2 \/ 214j?k messageenter open\/ search/);
  await operator.keyboard('j');
  expect(shown.getByRole('button', { name: /^Of today/ })).toHaveFocus();
  await operator.keyboard('j');
  expect(shown.getByRole('button', { name: /^Of yesterday/ })).toHaveFocus();
  await operator.keyboard('{Enter}');
  expect(await shown.findByText('Text of yesterday.')).toBeInTheDocument();
  await operator.keyboard('k');
  expect(shown.getByRole('button', { name: /^Of today/ })).toHaveFocus();
  await operator.keyboard('/');
  expect(screen.getByRole('searchbox', { name: 'Search mail' })).toHaveFocus();
});

test('without a mail server the page says so', async () => {
  open([], { 'X-Mail': 'off' });
  expect(await screen.findByText(/^No mail server is configured/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^NO MAIL SERVER/ })).toBeInTheDocument();
  expect(screen.getByText('No messages')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('only the newest messages are shown, and the page says so', async () => {
  open([mail()], { 'X-Mail': 'on', 'X-Total-Count': '1234' });
  expect(await screen.findByText('The newest 200 of 1234 are shown.')).toBeInTheDocument();
});

test('a failed request is reported and can be retried', async () => {
  refuse('get', '/api/admin/mail', 503, { code: 'unavailable', message: 'Try again.' });
  renderRoute('/admin/mail', { user: factory.admin() });
  expect(await screen.findByText('Try again.')).toBeInTheDocument();
});

test('users who are not administrators are sent to the main terminal', async () => {
  const { router } = renderRoute('/admin/mail', { user: factory.user() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('a message says what follows its failed attempts', () => {
  const refused = { ...waiting, tries: 2, lastError: 'greylisted' };
  expect(triesOf(mail({ ...refused, nextTryAt: '2026-03-14T09:25:00.000Z' }), now)).toMatch(
    /^2, next in 5 min/,
  );
  expect(triesOf(mail({ ...refused, nextTryAt: '2026-03-14T09:19:00.000Z' }), now)).toBe('2, next now');
  expect(triesOf(mail(failed), now)).toBe('1, a permanent error is not retried');
  expect(triesOf(mail({ ...failed, createdAt: '2026-03-12T09:00:00.000Z', tries: 31 }), now)).toBe('31');
  expect(triesOf(mail(), now)).toBe('1');
});

test('the seal shows whether the mail server accepts mail', () => {
  const stuck = mail({ ...waiting, lastError: 'refused', createdAt: '2026-03-14T09:10:00.000Z' });
  const title = (items: Mail[], isOn = true) => serverState(items, isOn).title;
  expect(title([mail()])).toBe('MAIL SERVER UP');
  expect(title([stuck, mail()])).toBe('MAIL SERVER DOWN SINCE 09:10');
  expect(title([mail({ sentAt: '2026-03-14T09:11:00.000Z' }), stuck])).toBe('MAIL SERVER UP');
  expect(serverState([mail({ ...waiting, state: 'unsent' })], false)).toMatchObject({
    title: 'NO MAIL SERVER',
    detail: '1 unsent',
  });
});
