import { screen, waitFor, within } from '@testing-library/react';
import type { Mail } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import { remarkOf, resultOf } from './mail';

const now = Date.parse('2026-03-14T09:20:00.000Z');
let counter = 0;

function mail(over: Partial<Mail> = {}): Mail {
  counter += 1;
  return {
    id: `00000000-0000-7000-8000-${String(counter).padStart(12, '0')}`,
    recipientId: '00000000-0000-4000-8000-000000000001',
    recipientUsername: 'n-varga',
    recipientEmail: 'n-varga@example.org',
    subject: 'Your submission SUB-3FA9C1 was rejected',
    body: 'An administrator rejected your submission SUB-3FA9C1.',
    notificationType: 'submission_rejected',
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

const waiting = { state: 'queued', sent: false, sentAt: null } as const;

function open(items: Mail[], headers: Record<string, string> = { 'X-Mail': 'on' }) {
  answer('get', '/api/admin/mail', items, { headers });
  return renderRoute('/admin/mail', { user: factory.admin() });
}

test('each message is listed with its outcome', async () => {
  open([
    mail({ ...waiting, tries: 2, lastError: 'greylisted', nextTryAt: '2099-01-01T00:00:00.000Z' }),
    mail(),
    mail({ ...waiting, state: 'failed', lastError: 'no such person' }),
  ]);
  const list = within(await screen.findByRole('group', { name: 'Messages' }));
  expect(list.getAllByText('Your submission SUB-3FA9C1 was rejected')).toHaveLength(3);
  expect(list.getByText('RETRYING')).toBeInTheDocument();
  expect(list.getByText('SENT')).toBeInTheDocument();
  expect(list.getByText('NOT SENT')).toBeInTheDocument();
  expect(list.getByText('no such person')).toBeInTheDocument();
  expect(screen.queryByText(/^Mail is off/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to admin' })).toHaveAttribute('href', '/admin');
  await expectNoAxeViolations();
});

test('without a mail server the page says so', async () => {
  open([], { 'X-Mail': 'off' });
  expect(await screen.findByText(/^Mail is off: no mail server is configured/)).toBeInTheDocument();
  expect(screen.getByText('No messages')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('only the newest are shown, and the page says so', async () => {
  open([mail()], { 'X-Mail': 'on', 'X-Total-Count': '1234' });
  expect(await screen.findByText('The newest 200 of 1234 are shown.')).toBeInTheDocument();
});

test('a failure is told and can be tried again', async () => {
  refuse('get', '/api/admin/mail', 503, { code: 'unavailable', message: 'Try again.' });
  renderRoute('/admin/mail', { user: factory.admin() });
  expect(await screen.findByText('Try again.')).toBeInTheDocument();
});

test('others are sent to the main terminal', async () => {
  const { router } = renderRoute('/admin/mail', { user: factory.user() });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
});

test('a message that waits says when it is tried next', () => {
  const refused = { ...waiting, tries: 2, lastError: 'greylisted' };
  expect(remarkOf(mail({ ...refused, nextTryAt: '2026-03-14T09:25:00.000Z' }), now)).toMatch(
    /^greylisted\. Try 3 in 5 min/,
  );
  expect(remarkOf(mail({ ...refused, nextTryAt: '2026-03-14T09:19:00.000Z' }), now)).toBe(
    'greylisted. Try 3 now',
  );
  expect(remarkOf(mail({ ...waiting, state: 'failed', lastError: 'unknown' }), now)).toBe('unknown');
  expect(remarkOf(mail(), now)).toBe('');
});

test.each([
  [{}, 'SENT'],
  [{ ...waiting, tries: 0 }, 'QUEUED'],
  [{ ...waiting, tries: 1 }, 'RETRYING'],
  [{ ...waiting, state: 'failed' }, 'NOT SENT'],
] as const)('%p is %s', (over, word) => {
  expect(resultOf(mail(over))[0]).toBe(word);
});
