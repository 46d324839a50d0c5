import { screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import type { AdminSubmission } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const id = '0190abcd-ef01-7000-8000-000000000000';
const title = 'Standing order on reflective surfaces';

const admins = Array.from({ length: 3 }, () => factory.admin());

beforeEach(() => {
  answer('get', '/api/admin/users', admins);
});

async function open(over: Partial<AdminSubmission> = {}, user = factory.admin()) {
  const submission = factory.submission({ id, ...over });
  const queue = [submission];
  const reads = answer('get', '/api/admin/submissions', () => queue);
  const view = renderRoute('/admin', { user });
  const item = await screen.findByRole('article');
  expect(within(item).getByRole('heading', { level: 3, name: submission.title })).toBeInTheDocument();
  return { ...view, submission, queue, reads, item };
}

test('a submission shows what it is and the beginning of what it says', async () => {
  const { item } = await open({
    content: '# Order\n\nCover it.',
    preview: 'Order Cover it…',
    filePath: '/objects/f1',
  });
  const inside = within(item);
  expect(item).toHaveTextContent(`${title}SUB-0190ABSITEBY k-osei2026-03-14`);
  expect(item).toHaveTextContent('Order Cover it…');
  expect(inside.getByRole('link', { name: `Attachment of ${title}` })).toHaveAttribute('href', '/objects/f1');
  expect(screen.getByText('1 PENDING')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('the whole text is read in place, as Markdown', async () => {
  const { operator, item } = await open({
    content: '# Order\n\nCover **every** mirror.',
    preview: 'Order Cover every mirror.',
  });
  const inside = within(item);
  await operator.click(inside.getByRole('button', { name: `Read full text of ${title}` }));
  expect(await inside.findByRole('heading', { name: 'Order' })).toBeInTheDocument();
  expect(inside.getByText('every').tagName).toBe('STRONG');
  const close = inside.getByRole('button', { name: `Close text of ${title}` });
  expect(close).toHaveAttribute('aria-expanded', 'true');
  await expectNoAxeViolations();
  await operator.click(close);
  expect(inside.getByText('Order Cover every mirror.')).toBeInTheDocument();
});

test('only levels up to ones own are offered', async () => {
  const { item } = await open({}, factory.admin({ clearanceLevel: 2 }));
  const inside = within(item);
  const options = within(inside.getByLabelText('Clearance level')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual([
    'Assign a level',
    '1 SUBJECT',
    '2 INNOVATION',
  ]);
});

test('no more steps are offered than there are administrators to take them', async () => {
  const { item } = await open();
  const steps = () =>
    within(within(item).getByLabelText('Approval steps'))
      .getAllByRole('option')
      .map((option) => option.textContent);
  await waitFor(() => {
    expect(steps()).toEqual(['1 administrator', '2 administrators', '3 administrators']);
  });
});

test('approving without a level is refused before anything is sent', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator, item } = await open();
  const inside = within(item);
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  const message = 'Please assign a clearance level before approving.';
  expect(await findToast('Review failed')).toHaveTextContent(message);
  expect(inside.getByLabelText('Clearance level')).toBeInvalid();
  expect(inside.getByLabelText('Clearance level')).toHaveFocus();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

test('an approval is confirmed, sent, told and off the queue', async () => {
  const { operator, queue, submission, item } = await open();
  const inside = within(item);
  const calls = answer('patch', '/api/admin/submissions/:id', () => {
    queue.length = 0;
    return { ...submission, status: 'approved' as const };
  });
  await operator.selectOptions(inside.getByLabelText('Clearance level'), '3');
  await operator.selectOptions(inside.getByLabelText('Approval steps'), '2');
  await operator.type(inside.getByLabelText('Comment for the author'), 'Well told.');
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm approval' });
  expect(dialog).toHaveTextContent(`Approve SUB-0190ABCD "${title}" at clearance level 3?`);
  expect(dialog).toHaveTextContent('step 1 of 2');
  await expectNoAxeViolations();
  await operator.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await findToast('Submission reviewed')).toBeInTheDocument();
  expect(calls.map((call) => [call.params.id, call.body])).toEqual([
    [id, { status: 'approved', clearanceLevel: 3, comments: 'Well told.', maxApprovalSteps: 2 }],
  ]);
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Review submissions (0)' })).toBeInTheDocument();
});

test('a canceled confirmation sends nothing', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator, item } = await open();
  const inside = within(item);
  await operator.selectOptions(inside.getByLabelText('Clearance level'), '1');
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await operator.keyboard('{Escape}');
  await waitFor(() => {
    expect(dialog).not.toBeInTheDocument();
  });
  expect(calls).toHaveLength(0);
});

test('a rejection needs a reason', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator, item } = await open();
  const inside = within(item);
  await operator.click(inside.getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject submission' });
  await operator.type(within(dialog).getByLabelText('Reason'), '   ');
  await operator.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(
    await within(dialog).findByText('Please give the author a reason for the rejection.'),
  ).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Reason')).toBeInvalid();
  expect(calls).toHaveLength(0);
  await expectNoAxeViolations();
});

test('a rejection sends the reason, which begins with the comment', async () => {
  const { operator, queue, submission, item } = await open();
  const inside = within(item);
  const calls = answer('patch', '/api/admin/submissions/:id', () => {
    queue.length = 0;
    return { ...submission, status: 'rejected' as const };
  });
  await operator.type(inside.getByLabelText('Comment for the author'), 'Names real people.');
  await operator.click(inside.getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject submission' });
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('Names real people.');
  await operator.type(within(dialog).getByLabelText('Reason'), ' Remove them.');
  await operator.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await findToast('Submission reviewed')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    { status: 'rejected', comments: 'Names real people. Remove them.' },
  ]);
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
});

test.each([
  [403, 'self_review', 'You cannot review your own submission'],
  [403, 'distinct_approver', 'Each approval step needs a different administrator'],
  [503, 'unavailable', 'The database does not answer.'],
])('a refusal (%d %s) is told and stays beside the form', async (status, code, message) => {
  const user = factory.admin();
  const { operator, item } = await open({ submittedBy: user.id }, user);
  const inside = within(item);
  refuse('patch', '/api/admin/submissions/:id', status, { code, message });
  expect(item).toHaveTextContent('Your own');
  await operator.selectOptions(inside.getByLabelText('Clearance level'), '2');
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  await operator.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }),
  );
  expect(await findToast('Review failed')).toHaveTextContent(message);
  expect(await inside.findByRole('alert')).toHaveTextContent(message);
  expect(inside.getByLabelText('Clearance level')).toHaveValue('2');
});

test('what somebody else reviewed meanwhile leaves the queue', async () => {
  const { operator, queue, reads, item } = await open();
  const inside = within(item);
  const message = 'This submission has already been reviewed';
  refuse('patch', '/api/admin/submissions/:id', 409, { code: 'already_reviewed', message });
  await operator.selectOptions(inside.getByLabelText('Clearance level'), '2');
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('alertdialog');
  queue.length = 0;
  await operator.click(within(dialog).getByRole('button', { name: 'Approve' }));
  expect(await findToast('Review failed')).toHaveTextContent(message);
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(reads).toHaveLength(2);
});

describe('at a later step', () => {
  const step = {
    id: 's1',
    submissionId: id,
    stepNumber: 1,
    approverId: 'u9',
    approverUsername: 'b-lindqvist',
    status: 'approved' as const,
    comments: 'Reads well.',
    approvedAt: '2026-03-15T10:00:00.000Z',
  };
  const second = {
    approvalStep: 2,
    maxApprovalSteps: 2,
    requiresMultiStepApproval: true,
    assignedClearanceLevel: 4,
    approvalSteps: [step],
  };

  test('the steps so far are shown and the level is the one assigned', async () => {
    const { item, operator, submission } = await open(second);
    const inside = within(item);
    expect(item).toHaveTextContent('Step 2 of 2');
    expect(inside.getByRole('list', { name: 'Steps so far' })).toHaveTextContent(
      'Step 1 of 2approvedb-lindqvist 2026-03-15Reads well.',
    );
    expect(inside.getByLabelText('Clearance level')).toHaveValue('4');
    expect(within(inside.getByLabelText('Clearance level')).getAllByRole('option')).toHaveLength(1);
    expect(inside.queryByLabelText('Approval steps')).not.toBeInTheDocument();
    const calls = answer('patch', '/api/admin/submissions/:id', submission);
    await operator.click(inside.getByRole('button', { name: 'Approve' }));
    await operator.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }),
    );
    expect(await findToast('Submission reviewed')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([{ status: 'approved', clearanceLevel: 4 }]);
  });

  test('a reviewer below the assigned level can only reject', async () => {
    const { item } = await open(second, factory.admin({ clearanceLevel: 3 }));
    const inside = within(item);
    expect(inside.getByRole('alert')).toHaveTextContent('Step 1 assigned level 4, which is above your own.');
    expect(inside.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
    expect(inside.getByRole('button', { name: 'Reject' })).toBeInTheDocument();
  });

  test('a withheld text is shown as redacted', async () => {
    const { item } = await open({ ...second, content: null, redacted: true });
    expect(within(item).getByText('Redacted')).toBeInTheDocument();
    expect(within(item).queryByRole('button', { name: /Read full text/ })).not.toBeInTheDocument();
  });

  test('the step waits for another administrator as long as there is one', async () => {
    const user = factory.admin({ id: step.approverId });
    const { item } = await open({ ...second, awaitsAnotherApprover: true }, user);
    expect(item).toHaveTextContent('You took step 1. This one waits for another administrator.');
    expect(within(item).queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  test('an administrator with nobody left beside them takes the next step too', async () => {
    const { item } = await open(second, factory.admin({ id: step.approverId }));
    expect(within(item).getByRole('button', { name: 'Approve' })).toBeInTheDocument();
  });
});

test('while the queue is on its way the page says so', async () => {
  server.use(http.get('*/api/admin/submissions', () => delay('infinite')));
  renderRoute('/admin', { user: factory.admin() });
  expect(await screen.findByText('RETRIEVING SUBMISSIONS')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a queue that cannot be read says why and asks again', async () => {
  refuse('get', '/api/admin/submissions', 503, {
    code: 'unavailable',
    message: 'The database does not answer.',
  });
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('ERROR: Failed to load submissions');
  expect(alert).toHaveTextContent('The database does not answer.');
  answer('get', '/api/admin/submissions', [factory.submission()]);
  await operator.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 3, name: title })).toBeInTheDocument();
});

test('an empty queue can be asked for again', async () => {
  answer('get', '/api/admin/submissions', []);
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  const again = await screen.findByRole('button', { name: 'Check again' });
  await expectNoAxeViolations();
  answer('get', '/api/admin/submissions', [factory.submission()]);
  await operator.click(again);
  expect(await screen.findByRole('heading', { level: 3, name: title })).toBeInTheDocument();
});

test('a refresh that fails keeps what is there and says so', async () => {
  const { operator, item } = await open();
  const inside = within(item);
  refuse('patch', '/api/admin/submissions/:id', 503, { code: 'unavailable', message: 'Not now.' });
  refuse('get', '/api/admin/submissions', 503, { code: 'unavailable', message: 'Not now.' });
  await operator.selectOptions(inside.getByLabelText('Clearance level'), '2');
  await operator.click(inside.getByRole('button', { name: 'Approve' }));
  await operator.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }),
  );
  expect(await screen.findByText(/^Not up to date\./)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 3, name: title })).toBeInTheDocument();
});

test('a long queue is shown in parts', async () => {
  const queue = Array.from({ length: 21 }, (_, index) => factory.submission({ title: `Record ${index}` }));
  answer('get', '/api/admin/submissions', queue);
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  await screen.findByRole('heading', { level: 3, name: 'Record 19' });
  expect(screen.queryByRole('heading', { level: 3, name: 'Record 20' })).not.toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Show 1 more submission' }));
  expect(await screen.findByRole('heading', { level: 3, name: 'Record 20' })).toBeInTheDocument();
});

test('after a decision the focus is on the next submission, and after the last on the title of the page', async () => {
  const queue = ['First', 'Second'].map((name) => factory.submission({ title: name }));
  answer('get', '/api/admin/submissions', () => queue);
  answer('patch', '/api/admin/submissions/:id', () => {
    queue.shift();
    return factory.submission({ status: 'rejected' });
  });
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  const rejectFirst = async (name: string) => {
    await screen.findByRole('heading', { level: 3, name });
    const [reject] = screen.getAllByRole('button', { name: /^Reject/ });
    if (reject === undefined) throw new Error('Nothing can be rejected.');
    await operator.click(reject);
    const dialog = await screen.findByRole('dialog');
    await operator.type(within(dialog).getByLabelText('Reason'), 'No.');
    await operator.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => {
      expect(screen.queryByRole('heading', { level: 3, name })).not.toBeInTheDocument();
    });
  };
  await rejectFirst('First');
  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 3, name: 'Second' })).toHaveFocus();
  });
  await rejectFirst('Second');
  await waitFor(() => {
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

test('a comment and a reason outlive another tab and Escape, and go with the decision', async () => {
  const { operator, queue, submission } = await open();
  await operator.type(screen.getByLabelText('Comment for the author'), 'Count again');
  await operator.click(screen.getByRole('tab', { name: 'Audit' }));
  await operator.click(screen.getByRole('tab', { name: /^Review submissions/ }));
  expect(await screen.findByLabelText('Comment for the author')).toHaveValue('Count again');
  await operator.click(screen.getByRole('button', { name: 'Reject' }));
  await operator.type(await screen.findByLabelText('Reason'), '. Twelve.');
  await operator.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  await operator.click(screen.getByRole('button', { name: 'Reject' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Reason')).toHaveValue('Count again. Twelve.');
  answer('patch', '/api/admin/submissions/:id', () => {
    queue.length = 0;
    return { ...submission, status: 'rejected' as const };
  });
  await operator.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('facility.draft'))).toEqual([]);
});
