import { factory } from '@/testing/factories';
import { toReadRow, toNewsRow } from './news';

test.each([
  ['submission_rejected', 'Rejected', '/submission?tab=mine&status=rejected'],
  ['edit_rejected', 'Sent back', '/drafts?tab=edits'],
  ['timed_out', 'Timed out', '/submission?tab=mine&status=timed-out'],
] as const)('%s links to the screen for the next action', (kind, badge, to) => {
  const news = factory.news({ kind, decidedBy: 'a-brandt', reason: 'Pace it.' });
  expect(toNewsRow(news)).toMatchObject({ badge, to, by: 'a-brandt', text: '"Pace it."', isRead: false });
});

test.each(['submission_approved', 'archive_approved', 'archive_rejected', 'released'] as const)(
  '%s leads to the record',
  (kind) => {
    const news = factory.news({ kind, entityType: 'document', entityId: '7', reason: null });
    expect(toNewsRow(news)?.to).toBe('/documents/7');
    expect(toNewsRow(news)?.text).not.toContain('"');
  },
);

test('a reminder says when the item leaves the queue', () => {
  const message = 'Your submission "The stair" leaves the review queue on 2026-03-14 at 17:30 UTC.';
  const reminder = factory.news({ kind: 'reminder', reason: null, decidedBy: null, message });
  expect(toNewsRow(reminder)).toMatchObject({ badge: 'Reminder', text: message, by: null });
});

test('an unknown kind from a newer server is shown with its message', () => {
  const over = {
    kind: 'weather' as 'released',
    entityType: 'document',
    entityId: '7',
    reason: null,
  } as const;
  const news = factory.news({ ...over, message: 'k-osei named you in "The stair".' });
  expect(toNewsRow(news)).toMatchObject({ badge: 'News', text: news.message, to: '/documents/7' });
  expect(toReadRow({ ...news, readAt: news.createdAt })).toMatchObject({
    badge: 'News',
    title: news.message,
  });
});

test('alerts are shown elsewhere, and only read items are listed as earlier', () => {
  expect(toNewsRow(factory.news({ kind: 'security_alert' }))).toBeNull();
  expect(toReadRow(factory.news())).toBeNull();
  const read = factory.news({ readAt: '2026-03-14T09:00:00.000Z' });
  expect(toReadRow(read)).toMatchObject({ title: read.message, isRead: true });
});

test('a comment notification links to the comment and quotes it', () => {
  const about = { entityType: 'document', entityId: '7', commentId: '9', decidedBy: 'k-osei' } as const;
  const mention = factory.news({ ...about, kind: 'mention', reason: 'Ask at nine.' });
  expect(toNewsRow(mention)).toMatchObject({
    badge: 'Mention',
    to: '/documents/7#comment-9',
    by: 'k-osei',
    text: '"Ask at nine."',
  });
  const version = { kind: 'watched', entityType: 'document', entityId: '7', reason: null } as const;
  expect(toNewsRow(factory.news(version))?.to).toBe('/documents/7');
});

test("a record reclassified above its author's level has no link", () => {
  const about = { kind: 'reclassified', entityType: 'document', entityId: '7' } as const;
  const told = toNewsRow(factory.news({ ...about, change: 'L2 to L3', reason: 'It names the gate.' }));
  expect(told).toMatchObject({ text: 'L2 to L3. "It names the gate."', to: '/documents/7' });
  const above = toNewsRow(factory.news({ ...about, change: 'L2 to L4', reason: null }));
  expect(above).toMatchObject({
    text: 'L2 to L4. The record is now above your level, and so is the reason.',
    to: null,
  });
});
