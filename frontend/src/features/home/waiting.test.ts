import { factory } from '@/testing/factories';
import { watched } from '@/testing/watching';
import { waitingItems } from './waiting';

const now = Date.parse('2026-03-14T12:00:00.000Z');
const nothing = { count: 0, oldest: null };

const queues = {
  submissions: {
    count: 14,
    oldest: {
      id: '1',
      name: 'Night protocol',
      waitingSince: '2026-03-11T17:30:00.000Z',
      timesOutAt: '2026-03-14T17:30:00.000Z',
    },
  },
  accounts: {
    count: 3,
    oldest: { id: '2', name: 'wren-castle', waitingSince: '2026-03-11T17:30:00.000Z', timesOutAt: null },
  },
  edits: nothing,
  archiveRequests: nothing,
};

test("queues come before the user's own items, and empty queues are left out", () => {
  const board = factory.board({
    waiting: queues,
    timedOut: 2,
    drafts: 1,
  });
  const items = waitingItems(board, [], now);
  expect(items.map(({ id, count }) => [id, count])).toEqual([
    ['submissions', 14],
    ['accounts', 3],
    ['timed-out', 2],
    ['drafts', 1],
  ]);
  expect(items[0]).toMatchObject({ warning: 'Next times out in 5 h.', text: 'Oldest: Night protocol' });
  expect(items[1]?.text).toBe('wren-castle and 2 others');
});

test('a wait of more than a day is not a warning', () => {
  const early = Date.parse('2026-03-12T12:00:00.000Z');
  expect(waitingItems(factory.board({ waiting: queues }), [], early)[0]?.warning).toBeNull();
});

test('the list is empty if nothing waits', () => {
  expect(waitingItems(factory.board(), [], now)).toEqual([]);
});

test('unread alerts come first and can be marked as read', () => {
  const alerts = [
    watched.alert({ id: 'security:emergency_access_opened:7', cause: 'emergency_access_opened' }),
    watched.alert(),
    watched.alert({ id: 'security:old', readAt: '2026-03-14T09:00:00.000Z' }),
  ];
  const board = factory.board({ waiting: queues, drafts: 1 });
  const items = waitingItems(board, alerts, now);
  expect(items.map(({ id, count }) => [id, count])).toEqual([
    ['alerts', 2],
    ['submissions', 14],
    ['accounts', 3],
    ['drafts', 1],
  ]);
  expect(items[0]).toMatchObject({
    isBad: true,
    to: '/audit-logs?action=emergency_access_opened',
    news: ['security:emergency_access_opened:7', 'security:high:2026-03-14'],
  });
  expect(waitingItems(board, alerts.slice(2), now)).toHaveLength(3);
});
