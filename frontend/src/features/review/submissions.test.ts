import { checkAssigning, rejectionProblem, emptyDecision, stepsOffered } from './decision';
import {
  assignableLevels,
  barredFromSubmission,
  beginSubmission,
  keepSubmission,
  submissionApproval,
  submissionApprovalWords,
} from './submissions';

function firstMessage(problems: object): unknown {
  return Object.values(problems)[0] ?? null;
}

test.each([
  [5, { assignedClearanceLevel: null, approvalStep: 1 }, [1, 2, 3, 4, 5]],
  [3, { assignedClearanceLevel: null, approvalStep: 1 }, [1, 2, 3]],
  // Sent in again after a rejection: the level of the former round binds nobody.
  [4, { assignedClearanceLevel: 2, approvalStep: 1 }, [1, 2, 3, 4]],
  [4, { assignedClearanceLevel: 3, approvalStep: 2 }, [3]],
  [4, { assignedClearanceLevel: 5, approvalStep: 2 }, []],
])('a reviewer of level %i may assign %j: %j', (level, submission, expected) => {
  expect(assignableLevels(level, submission)).toEqual(expected);
});

test.each([
  [3, 1, null, ''],
  [1, 1, null, ''],
  [4, 2, 3, '3'],
  [2, 2, 3, ''],
])(
  'for a reviewer of level %i at step %i of level %p the form begins with "%s"',
  (level, step, assigned, expected) => {
    const submission = { approvalStep: step, assignedClearanceLevel: assigned, scheduledReleaseAt: null };
    expect(beginSubmission(submission, { clearanceLevel: level }).level).toBe(expected);
  },
);

test.each([
  [{ level: '', steps: '1', comments: '' }, 'Please assign a clearance level before approving.'],
  [{ level: '3', steps: '1', comments: 'x'.repeat(2001) }, 'At most 2000 characters'],
  [{ level: '3', steps: '1', comments: 'x'.repeat(2000) }, null],
  [
    { level: '3', steps: '1', comments: '', release: 'soon' },
    'Use the form YYYY-MM-DD HH:MM, or leave the field empty',
  ],
  [{ level: '3', steps: '1', comments: '', release: '2026-05-01T12:00' }, null],
])('an approval is checked', (values, expected) => {
  expect(firstMessage(checkAssigning({ ...emptyDecision, ...values }))).toBe(expected);
});

test.each([
  ['', 'Please give the author a reason for the rejection.'],
  ['x'.repeat(2001), 'At most 2000 characters'],
  ['Names real people.', undefined],
])('a rejection needs a reason', (reason, expected) => {
  expect(rejectionProblem(reason, 'author')).toBe(expected);
});

test.each([
  [{ level: '3', steps: '1', comments: ' ' }, 1, { status: 'approved', clearanceLevel: 3 }],
  [
    { level: '5', steps: '2', comments: ' Well told. ' },
    1,
    { status: 'approved', clearanceLevel: 5, comments: 'Well told.', maxApprovalSteps: 2 },
  ],
  [{ level: '4', steps: '2', comments: '' }, 2, { status: 'approved', clearanceLevel: 4 }],
])('%j at step %i is sent as %j', (values, approvalStep, expected) => {
  expect(submissionApproval({ ...emptyDecision, ...values }, { approvalStep })).toEqual(expected);
});

test.each([
  ['2026-05-01T12:00', '2026-05-01T12:00', {}],
  ['2026-05-02T12:00', '2026-05-01T12:00', { scheduledReleaseAt: '2026-05-02T12:00:00.000Z' }],
  ['', '2026-05-01T12:00', { scheduledReleaseAt: null }],
  ['2026-05-01T12:00', '', { scheduledReleaseAt: '2026-05-01T12:00:00.000Z' }],
])('the release date %p, where the author asked for %p, is sent as %j', (release, requested, expected) => {
  const values = { ...emptyDecision, level: '3', release, requested };
  expect(submissionApproval(values, { approvalStep: 1 })).toEqual({
    status: 'approved',
    clearanceLevel: 3,
    ...expected,
  });
});

test('a kept release date stays until the author asks for another', () => {
  const user = { clearanceLevel: 3 };
  const at = (scheduledReleaseAt: string) => ({
    approvalStep: 1,
    assignedClearanceLevel: null,
    scheduledReleaseAt,
  });
  const asked = at('2026-05-01T12:00:30.000Z');
  const kept = { ...beginSubmission(asked, user), level: '2', release: '2026-06-01T12:00' };
  expect(keepSubmission(kept, asked, user)).toEqual(kept);
  const next = at('2026-07-01T12:00:00.000Z');
  expect(keepSubmission(kept, next, user)).toEqual({ ...beginSubmission(next, user), level: '2' });
});

describe('the confirmation', () => {
  const submission = { id: '0190abcd-ef01-7000-8000-000000000000', title: 'Mirrors', maxApprovalSteps: 1 };
  const values = { ...emptyDecision, level: '3', steps: '1', comments: '' };
  const now = Date.parse('2026-05-01T12:00:00.000Z');

  test.each([
    [
      { ...submission, approvalStep: 1 },
      values,
      'It is published to every operator of that level and above.',
    ],
    [
      { ...submission, approvalStep: 1 },
      { ...values, steps: '2' },
      'This is step 1 of 2: it is published once one more administrator approves.',
    ],
    [
      { ...submission, approvalStep: 1 },
      { ...values, steps: '3' },
      'This is step 1 of 3: it is published once 2 more administrators approve.',
    ],
    [
      { ...submission, approvalStep: 2, maxApprovalSteps: 2 },
      { ...values, level: '3' },
      'It is published to every operator of that level and above.',
    ],
    [
      { ...submission, approvalStep: 1 },
      { ...values, release: '2026-05-01T12:00' },
      'It is published to every operator of that level and above.',
    ],
  ])('names eight characters of the id and what follows', (reviewed, chosen, ending) => {
    expect(submissionApprovalWords(reviewed, chosen, now)).toBe(
      `Approve SUB-0190ABCD "Mirrors" at clearance level 3? ${ending}`,
    );
  });

  test('says at the top level that somebody else has to approve too', () => {
    const words = submissionApprovalWords({ ...submission, approvalStep: 1 }, { ...values, level: '5' }, now);
    expect(words).toMatch(
      /level 5\? At level 5 another administrator has to approve it too, if one can, before/,
    );
    const second = { ...submission, approvalStep: 2, maxApprovalSteps: 2 };
    expect(submissionApprovalWords(second, { ...values, level: '5' }, now)).toMatch(
      /It is published to every operator/,
    );
  });

  test('names a release date that is still to come', () => {
    const chosen = { ...values, release: '2026-05-01T12:01' };
    expect(submissionApprovalWords({ ...submission, approvalStep: 1 }, chosen, now)).toMatch(
      /level 3\? It is released at 2026-05-01 12:01 UTC.* Until then, only administrators see it\.$/,
    );
    expect(
      submissionApprovalWords({ ...submission, approvalStep: 1 }, { ...chosen, steps: '2' }, now),
    ).toMatch(/once one more administrator approves\. It is released at 2026-05-01 12:01 UTC/);
  });
});

const account = (id: string, isAdmin = true, isApproved = true) => ({ id, isAdmin, isApproved });

test.each([
  ['nobody knows the accounts', undefined, [1, 2, 3, 4, 5]],
  ['one administrator', [account('a')], [1]],
  ['the author does not count', [account('a'), account('author')], [1]],
  ['two, and one who only claims to be', [account('a'), account('b'), account('c', true, false)], [1, 2]],
  ['the emergency account does not count', [account('a'), account('emergency-access')], [1]],
  ['others do not count', [account('a'), account('b'), account('c', false)], [1, 2]],
  ['more than the form offers', ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => account(id)), [1, 2, 3, 4, 5]],
])('steps: %s', (_what, accounts, offered) => {
  expect(stepsOffered({ submittedBy: 'author' }, accounts)).toEqual(offered);
});

const step = {
  approverId: 'a',
  stepNumber: 1,
  approverUsername: 'ansel',
  comments: null,
  status: 'approved',
} as const;
const taken = [{ ...step, id: 's', submissionId: 'x', approvedAt: '2026-11-21T00:00:00Z' }];

test.each([
  ['b', 5, [], false, null],
  ['b', 5, taken, false, null],
  ['b', 2, taken, false, 'approving'],
  ['a', 5, taken, true, 'both'],
  // Nobody else is left who may take the step.
  ['a', 5, taken, false, null],
  ['author', 5, [], true, 'both'],
  ['author', 5, [], false, null],
] as const)(
  'administrator %s of level %i is kept from a step of level 3 as the server keeps them (steps %j, another: %s)',
  (id, level, approvalSteps, awaitsAnotherApprover, expected) => {
    const submission = {
      submittedBy: 'author',
      awaitsAnotherApprover,
      approvalSteps: [...approvalSteps],
      approvalStep: approvalSteps.length + 1,
      assignedClearanceLevel: approvalSteps.length > 0 ? 3 : null,
    };
    expect(barredFromSubmission(submission, { id, clearanceLevel: level })?.from ?? null).toBe(expected);
  },
);
