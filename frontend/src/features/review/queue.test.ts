import { inOrder, rowAfter, timeLeft, waited, withKept, type QueueRow } from './queue';
import { factory } from '@/testing/factories';
import { rowOfSubmission } from './submissions';

const hour = 3_600_000;
const start = Date.parse('2026-03-14T00:00:00Z');
const at = (hours: number) => new Date(start + hours * hour).toISOString();

test.each([
  [0, '0m'],
  [59 * 60_000, '59m'],
  [hour, '1h'],
  [23.9 * hour, '23h'],
  [28 * hour, '1d 04h'],
  [-5, '0m'],
])('a wait of %i ms reads %s', (span, text) => {
  expect(waited(span)).toBe(text);
});

test.each([
  [-1, 'times out now'],
  [12 * 60_000, '12 min left'],
  [4.2 * hour, '4 h 12 min left'],
  [52 * hour, '2 d 4 h left'],
])('%i ms left read %s', (span, text) => {
  expect(timeLeft(span)).toBe(text);
});

test.each([
  ['a first step', {}, 1, 'Waiting', '1/1'],
  ['a later step', { approvalStep: 2, maxApprovalSteps: 3 }, 1, 'Later step', '2/3'],
  ['the last day', { approvalStep: 2, maxApprovalSteps: 3 }, 48.5, 'Times out within a day', '2/3'],
  ['a resubmission', { resubmittedAt: at(40) }, 48.5, 'Waiting', '1/1'],
  ['ones own', { submittedBy: 'me' }, 60, 'Your own', 'own'],
])('%s is a row of its group', (_what, over, hours, group, step) => {
  const row = rowOfSubmission(
    factory.submission({ createdAt: at(0), ...over }),
    { id: 'me' },
    start + hours * hour,
  );
  expect([row.group, row.step]).toEqual([group, step]);
});

const row = (id: string, waitingSince: number, group: QueueRow['group'] = 'Waiting'): QueueRow => ({
  id,
  title: id,
  author: 'k-osei',
  waitingSince,
  group,
  step: '1/1',
  hasFile: false,
  preview: '',
});
const ids = (rows: readonly QueueRow[]) => rows.map(({ id }) => id);

test('rows are in order of urgency, then of age', () => {
  const rows = [row('a', 3), row('b', 2), row('c', 9, 'Times out within a day'), row('d', 1, 'Later step')];
  expect(ids(inOrder(rows))).toEqual(['c', 'd', 'b', 'a']);
});

test('a row that matters keeps its place after it has left the queue, and others do not', () => {
  const before = [row('a', 1), row('b', 2), row('c', 3)];
  const now = [row('c', 3), row('d', 4)];
  expect(ids(withKept(now, before, ({ id }) => id === 'b'))).toEqual(['b', 'c', 'd']);
  expect(withKept(now, before, () => false)).toBe(now);
});

test.each([
  ['a', 'b'],
  ['c', 'b'],
  ['gone', 'a'],
])('after %s comes %s', (id, next) => {
  expect(rowAfter([row('a', 1), row('b', 2), row('c', 3)], id)?.id).toBe(next);
});

test('nothing comes after the only row', () => {
  expect(rowAfter([row('a', 1)], 'a')).toBeNull();
});
