import {
  approvalOf,
  approvalWords,
  assignableLevels,
  barredFrom,
  checkApproval,
  checkRejection,
  emptyApproval,
  stepsOffered,
} from './review';

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
  [[1, 2, 3], true, ''],
  [[1], true, ''],
  [[3], false, '3'],
  [[], false, ''],
])('of the levels %j (first review: %s) the form begins with "%s"', (levels, first, expected) => {
  expect(emptyApproval(levels, first).level).toBe(expected);
});

test.each([
  [{ level: '', steps: '1', comments: '' }, 'Please assign a clearance level before approving.'],
  [{ level: '3', steps: '1', comments: 'x'.repeat(2001) }, 'At most 2000 characters'],
  [{ level: '3', steps: '1', comments: 'x'.repeat(2000) }, null],
])('an approval is checked', (values, expected) => {
  expect(firstMessage(checkApproval(values))).toBe(expected);
});

test.each([
  ['', 'Please give the author a reason for the rejection.'],
  ['   \n', 'Please give the author a reason for the rejection.'],
  ['x'.repeat(2001), 'At most 2000 characters'],
  ['Names real people.', null],
])('a rejection needs a reason', (reason, expected) => {
  expect(firstMessage(checkRejection({ comments: reason }))).toBe(expected);
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
  expect(approvalOf(values, { approvalStep })).toEqual(expected);
});

describe('the confirmation', () => {
  const submission = { id: '0190abcd-ef01-7000-8000-000000000000', title: 'Mirrors', maxApprovalSteps: 1 };
  const values = { level: '3', steps: '1', comments: '' };

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
      values,
      'It is published to every operator of that level and above.',
    ],
  ])('names eight characters of the id and what follows', (reviewed, chosen, ending) => {
    expect(approvalWords(reviewed, chosen)).toBe(
      `Approve SUB-0190ABCD "Mirrors" at clearance level 3? ${ending}`,
    );
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
    expect(barredFrom(submission, { id, clearanceLevel: level })?.from ?? null).toBe(expected);
  },
);
