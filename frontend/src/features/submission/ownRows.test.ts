import type { Submission } from '@/api/types';
import { factory } from '@/testing/factories';
import { ownRows, reviewWords, statusChoices, statusOf, stepsOf, type ReviewWords } from './ownRows';

const step = (over: Partial<Submission['approvalSteps'][number]> = {}) => ({
  id: 's1',
  submissionId: 'x',
  stepNumber: 1,
  approverId: 'u9',
  approverUsername: 'a-brandt',
  status: 'approved' as const,
  comments: null,
  approvedAt: '2026-03-15T11:40:00.000Z',
  ...over,
});

const approved = factory.submission({ title: 'On file', status: 'approved', documentId: 'd1' });
const late = factory.submission({
  title: 'Late',
  isTimedOut: true,
  timedOutAt: '2026-03-17T09:26:53.000Z',
});
const pending = factory.submission({ title: 'Pending' });
const rejected = factory.submission({ title: 'Rejected', status: 'rejected' });
const all = [approved, late, pending, rejected];

test('rows are grouped by what they need, in the given order within a group', () => {
  expect(
    ownRows(all, 'all').map(({ submission, group, isNext }) => [submission.title, group, isNext]),
  ).toEqual([
    ['Late', { name: 'NEEDS YOU', count: '2', isFirst: true }, true],
    ['Rejected', { name: 'NEEDS YOU', count: '2', isFirst: false }, false],
    ['Pending', { name: 'IN REVIEW', count: '1', isFirst: true }, false],
    ['On file', { name: 'ON FILE', count: '1', isFirst: true }, false],
  ]);
});

test.each([
  ['pending', ['Pending']],
  ['approved', ['On file']],
  ['rejected', ['Rejected']],
  ['timed-out', ['Late']],
] as const)('the filter %s shows %j', (filter, titles) => {
  expect(ownRows(all, filter).map(({ submission }) => submission.title)).toEqual(titles);
  expect(all.filter((one) => statusOf(one) === filter)).toHaveLength(1);
});

test('the choices of the filter carry their numbers', () => {
  expect(statusChoices([late, rejected, rejected]).map(({ label }) => label)).toEqual([
    'All (3)',
    'Pending (0)',
    'Approved (0)',
    'Rejected (2)',
    'Timed out (1)',
  ]);
});

test('a step that has not been taken is open', () => {
  expect(stepsOf(pending)).toEqual(['open']);
  expect(stepsOf({ ...pending, maxApprovalSteps: 2, approvalSteps: [step()] })).toEqual(['approved', 'open']);
  expect(stepsOf({ ...rejected, approvalSteps: [step({ status: 'rejected' })] })).toEqual(['rejected']);
});

const now = Date.parse('2026-03-15T03:26:53.000Z');

test.each<readonly [name: string, submission: Submission, words: ReviewWords]>([
  [
    'a rejection names reviewer and day',
    {
      ...rejected,
      reviewComments: 'Pace it.',
      reviewedAt: '2026-03-15T11:40:00.000Z',
      approvalSteps: [step({ status: 'rejected' })],
    },
    { quote: 'Pace it.', note: 'a-brandt, 2026-03-15' },
  ],
  [
    'a timeout names the day and what resubmitting does',
    late,
    {
      quote: null,
      note: 'No review within 3 days; left the queue on 2026-03-17. Resubmitting starts a new 3 days.',
    },
  ],
  ['a pending one names its end', pending, { quote: null, note: 'Waiting for review. Times out in 2 days.' }],
  [
    'a resubmitted one counts from the resubmission',
    { ...pending, resubmittedAt: '2026-03-15T03:26:53.000Z' },
    { quote: null, note: 'Waiting for review. Times out in 3 days.' },
  ],
  [
    'one after its first step has the words of that step',
    { ...pending, maxApprovalSteps: 2, approvalStep: 2, approvalSteps: [step({ comments: 'Fine.' })] },
    { quote: 'Fine.', note: 'a-brandt approved step 1, 2026-03-15' },
  ],
  [
    'one on file names everybody once, and the level',
    {
      ...approved,
      assignedClearanceLevel: 2,
      approvalSteps: [step(), step({ stepNumber: 2, approverUsername: 's-eck' }), step({ stepNumber: 3 })],
    },
    { quote: null, note: 'a-brandt, s-eck, at L2' },
  ],
])('%s', (_name, submission, words) => {
  expect(reviewWords(submission, true, now)).toEqual(words);
});

test('one published above its author says so', () => {
  const above = { ...approved, assignedClearanceLevel: 5, approvalSteps: [step()] };
  expect(reviewWords(above, false, now).note).toBe('a-brandt, at L5. Published above your clearance level.');
});
