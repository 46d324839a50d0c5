import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { confirmByClick, confirmByKey } from '@/testing/confirm';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';
import { caseId as id, openDesk as open, recent, serveQueue as serve } from '@/testing/reviewDesk';

const title = 'Standing order on reflective surfaces';
const missing = 'Please give the author a reason for the rejection.';

const admins = Array.from({ length: 3 }, () => factory.admin());

beforeEach(() => {
  answer('get', '/api/admin/users', admins);
});

const level = (name: RegExp | string) => screen.getByRole('radio', { name });
const comment = () => screen.getByLabelText('Comment for the author');
const current = () => screen.getByRole('link', { current: true });

test('a case shows what it is and its whole text, as Markdown', async () => {
  const { item, reads } = await open({
    content: '# Order\n\nCover **every** mirror.',
    filePath: '/objects/f1',
    attachment: { name: 'mirrors.pdf', size: 1536, contentType: 'application/pdf' },
  });
  const inside = within(item);
  expect(await inside.findByRole('heading', { name: 'Order' })).toBeInTheDocument();
  expect(inside.getByText('every').tagName).toBe('STRONG');
  expect(screen.getByRole('contentinfo', { name: 'Status' })).toHaveTextContent('SUB-0190AB');
  expect(item).toHaveTextContent('Author k-osei');
  expect(item).toHaveTextContent('Category SITE');
  expect(item).toHaveTextContent(/Received \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(item).toHaveTextContent(/Deadline 2 d 2[23] h left/);
  expect(inside.getByRole('link', { name: 'mirrors.pdf' })).toHaveAttribute('href', '/objects/f1');
  expect(item).toHaveTextContent('PDF, 1.5 KB');
  expect(screen.getByText('1 of 1')).toBeInTheDocument();
  expect(reads.map(({ url }) => url.search)).toEqual(['?view=summary']);
  await expectNoAxeViolations();
});

test('the queue has a line for each case, in groups by urgency', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const user = factory.admin();
  serve([
    factory.submission({ title: 'Urgent', createdAt: ago(60), preview: 'Beginning.' }),
    factory.submission({
      title: 'New',
      createdAt: ago(2),
      attachment: { name: 'a.md', size: 1, contentType: 'text/markdown' },
    }),
    factory.submission({ title: 'Mine', createdAt: ago(3), submittedBy: user.id }),
    factory.submission({ title: 'Second', createdAt: ago(30), approvalStep: 2, maxApprovalSteps: 2 }),
    // A resubmission starts a new wait.
    factory.submission({ title: 'Again', createdAt: ago(70), resubmittedAt: ago(1) }),
  ]);
  renderRoute('/admin', { user });
  await screen.findByRole('article', { name: 'Urgent' });
  const rows = screen.getAllByRole('link').filter((link) => link.hasAttribute('data-case'));
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Urgent.*waiting 2d 12h by .*, step 1\/1/),
    expect.stringMatching(/^Second.*waiting 1d 06h by .*, step 2\/2/),
    expect.stringMatching(/^New.*waiting 2h by .*, step 1\/1/),
    expect.stringMatching(/^Again.*waiting 1h by .*, step 1\/1/),
    expect.stringMatching(/^Mine.*waiting 3h by .*, step own/),
  ]);
  expect(screen.getAllByRole('heading', { level: 3 }).map((head) => head.textContent)).toEqual([
    'Times out within a day 1',
    'Later step 1',
    'Waiting 2',
    'Your own 1',
  ]);
  expect(
    within(screen.getByRole('link', { name: /^New/ })).getByRole('img', { name: 'Attachment' }),
  ).toBeInTheDocument();
});

test('the list has the focus, and keys move the cursor and with it the case and the address', async () => {
  serve(
    ['First', 'Second', 'Third'].map((name, index) =>
      factory.submission({ title: name, createdAt: new Date(Date.now() - 9000 + index).toISOString() }),
    ),
  );
  const { operator, router } = renderRoute('/admin', { user: factory.admin() });
  await screen.findByRole('article', { name: 'First' });
  await waitFor(() => expect(current()).toHaveFocus());
  await operator.keyboard('j');
  expect(await screen.findByRole('article', { name: 'Second' })).toBeInTheDocument();
  expect(current()).toHaveFocus();
  expect(router.state.location.search).toMatch(/^\?case=[-0-9a-f]{36}$/);
  expect(router.state.historyAction).toBe('REPLACE');
  await operator.keyboard('{End}');
  expect(await screen.findByRole('article', { name: 'Third' })).toBeInTheDocument();
  await operator.keyboard('jk');
  expect(await screen.findByRole('article', { name: 'Second' })).toBeInTheDocument();
  await operator.click(screen.getByRole('link', { name: /^First/ }));
  expect(await screen.findByRole('article', { name: 'First' })).toBeInTheDocument();
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('article', { name: 'Second' })).toBeInTheDocument();
});

test('what arrives before the open case does not take its place', async () => {
  const { queue, store } = await open();
  queue.unshift(factory.submission({ title: 'Older', createdAt: new Date(Date.now() - 9e6).toISOString() }));
  act(() => {
    store.dispatch(api.util.invalidateTags(['Submission']));
  });
  expect(await screen.findByRole('link', { name: /^Older/ })).toBeInTheDocument();
  expect(screen.getByRole('article', { name: title })).toBeInTheDocument();
  expect(screen.getByText('2 of 2')).toBeInTheDocument();
});

test("levels above the reviewer's own are disabled, also for their keys", async () => {
  const { operator } = await open({}, factory.admin({ clearanceLevel: 2 }));
  expect(
    screen
      .getAllByRole('radio', { name: /SUBJECT|INNOVATION|SECURITY|TASK|SITE/ })
      .map((cell) => cell.getAttribute('aria-disabled') === 'true'),
  ).toEqual([false, false, true, true, true]);
  await rest();
  await operator.keyboard('4');
  expect(screen.getByRole('button', { name: 'Assign a level' })).toHaveAttribute('aria-disabled', 'true');
  await rest();
  await operator.keyboard('2');
  expect(level(/INNOVATION/)).toBeChecked();
  expect(screen.getByRole('button', { name: 'Approve at L2' })).toBeEnabled();
});

test('no more steps are offered than there are administrators to take them', async () => {
  await open();
  await waitFor(() =>
    expect(screen.getAllByRole('radio', { name: /administrator/ }).map((cell) => cell.textContent)).toEqual([
      '1 administrator',
      '2 administrators',
      '3 administrators',
    ]),
  );
});

test('approving without a level is refused before anything is sent', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator } = await open();
  await rest();
  await operator.keyboard('a');
  expect(await findToast('Review failed')).toHaveTextContent(
    'Please assign a clearance level before approving.',
  );
  expect(level(/SUBJECT/)).toHaveFocus();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

test('an approval by keys is confirmed, sent, told and off the queue', async () => {
  const { operator, queue, submission } = await open();
  const calls = answer('patch', '/api/admin/submissions/:id', () => {
    queue.length = 0;
    return { ...submission, status: 'approved' as const };
  });
  await operator.click(await screen.findByRole('radio', { name: '2 administrators' }));
  await operator.keyboard('3c');
  expect(comment()).toHaveFocus();
  await operator.keyboard('Well told.{Escape}');
  expect(current()).toHaveFocus();
  await rest();
  await operator.keyboard('a');
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm approval' });
  expect(dialog).toHaveTextContent(`Approve SUB-0190ABCD "${title}" at clearance level 3?`);
  expect(dialog).toHaveTextContent('step 1 of 2');
  expect(within(dialog).getByRole('button', { name: 'Approve' })).toHaveFocus();
  await expectNoAxeViolations();
  await confirmByKey(operator, 'Approve');
  expect(await findToast('Submission reviewed')).toHaveTextContent(
    'The approval of SUB-0190AB is on record.',
  );
  expect(calls.map((call) => [call.params.id, call.body])).toEqual([
    [id, { status: 'approved', clearanceLevel: 3, comments: 'Well told.', maxApprovalSteps: 2 }],
  ]);
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Review submissions (0)' })).toBeInTheDocument();
});

test('a canceled confirmation sends nothing', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator } = await open();
  await operator.keyboard('1a');
  const dialog = await screen.findByRole('alertdialog');
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(calls).toHaveLength(0);
});

test('a rejection without a comment goes to the comment and says what is missing', async () => {
  const calls = answer('patch', '/api/admin/submissions/:id', factory.submission());
  const { operator } = await open();
  await operator.type(comment(), '   ');
  await operator.click(screen.getByRole('button', { name: 'Reject' }));
  expect(comment()).toHaveFocus();
  expect(comment()).toBeInvalid();
  expect(comment()).toHaveAccessibleDescription(`ERR ${missing}`);
  expect(calls).toHaveLength(0);
  await expectNoAxeViolations();
  await operator.type(comment(), 'No sources.{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alertdialog', { name: 'Confirm rejection' })).toBeInTheDocument();
});

test('Ctrl Enter in the comment asks for the approval', async () => {
  const { operator } = await open();
  await operator.keyboard('3');
  await operator.type(comment(), 'Well told.{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alertdialog', { name: 'Confirm approval' })).toBeInTheDocument();
});

test('a decision is sent once while it is unanswered', async () => {
  const { operator } = await open();
  let sent = 0;
  server.use(
    http.patch('*/api/admin/submissions/:id', async () => {
      sent += 1;
      await delay('infinite');
    }),
  );
  await operator.type(comment(), 'Names real people.{Escape}');
  await operator.keyboard('rr');
  await confirmByKey(operator, 'Reject');
  const dialog = within(screen.getByRole('alertdialog'));
  await operator.click(await dialog.findByRole('button', { name: /Reject.*working/ }));
  await operator.keyboard('{Enter}');
  await waitFor(() => expect(sent).toBe(1));
});

test('after a rejection the next case takes its place and the list keeps the focus', async () => {
  const queue = ['First', 'Second'].map((name, index) =>
    factory.submission({ title: name, createdAt: new Date(Date.now() - 9000 + index).toISOString() }),
  );
  serve(queue);
  const calls = answer('patch', '/api/admin/submissions/:id', () => {
    queue.shift();
    return factory.submission({ status: 'rejected' });
  });
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  for (const name of ['First', 'Second']) {
    await screen.findByRole('article', { name });
    await waitFor(() => expect(current()).toHaveFocus());
    // Keys that are typed on the way to the next case are kept, and then none of them decides.
    await rest();
    await operator.keyboard('cNo.{Escape}');
    await rest();
    await operator.keyboard('r');
    await confirmByKey(operator, 'Reject');
    await waitFor(() => expect(screen.queryByRole('article', { name })).not.toBeInTheDocument());
  }
  expect(calls.map((call) => call.body)).toEqual([
    { status: 'rejected', comments: 'No.' },
    { status: 'rejected', comments: 'No.' },
  ]);
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test.each([
  [403, 'distinct_approver', 'Each approval step needs a different administrator'],
  [503, 'unavailable', 'The database does not answer.'],
])('a refusal (%d %s) is told and stays beside the form', async (status, code, message) => {
  const { operator, item } = await open();
  refuse('patch', '/api/admin/submissions/:id', status, { code, message });
  await operator.keyboard('2a');
  await confirmByKey(operator, 'Approve');
  expect(await findToast('Review failed')).toHaveTextContent(message);
  expect(await within(item).findByRole('alert')).toHaveTextContent(message);
  expect(level(/INNOVATION/)).toBeChecked();
});

test('what another administrator decided stays with their name, and what was typed until it is discarded', async () => {
  const { operator, queue, decided, submission, store, item } = await open();
  await operator.type(comment(), 'Mine.{Escape}');
  decided.push({
    ...submission,
    status: 'approved',
    documentId: 'd1',
    approvalSteps: [
      {
        id: 's1',
        submissionId: id,
        stepNumber: 1,
        approverId: 'u9',
        approverUsername: 'b-lindqvist',
        status: 'approved',
        comments: null,
        approvedAt: recent(),
      },
    ],
  });
  queue.length = 0;
  act(() => {
    store.dispatch(api.util.invalidateTags(['Submission']));
  });
  await waitFor(() =>
    expect(
      within(item)
        .getAllByRole('status')
        .map((each) => each.textContent),
    ).toContain(
      'b-lindqvist has already decided this: approved. Your comment is kept until you discard it. Open record',
    ),
  );
  expect(within(item).getByRole('link', { name: 'Open record' })).toHaveAttribute('href', '/documents/d1');
  expect(screen.getByRole('button', { name: 'Reject' })).toBeDisabled();
  expect(comment()).toHaveValue('Mine.');
  await expectNoAxeViolations();
  await operator.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('facility.draft'))).toEqual([]);
});

test('a case that timed out says so and cannot be decided', async () => {
  serve([], [factory.submission({ id, isTimedOut: true, timedOutAt: recent() })]);
  renderRoute(`/admin?case=${id}`, { user: factory.admin() });
  const item = await screen.findByRole('article', { name: title });
  expect(item).toHaveTextContent('This timed out after three days without a decision.');
  expect(screen.getByRole('button', { name: 'Reject' })).toBeDisabled();
});

test("the reviewer's own case has a line in place of the decision", async () => {
  const user = factory.admin();
  const { item } = await open({ submittedBy: user.id, awaitsAnotherApprover: true }, user);
  expect(item).toHaveTextContent('You wrote this submission. Another administrator decides it.');
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
});

test('an address of a case that does not exist says so', async () => {
  serve([]);
  renderRoute(`/admin?case=${id}`, { user: factory.admin() });
  expect(await screen.findByRole('alert')).toHaveTextContent('No such submission');
});

test('what is typed outlives another tab and another case, and goes with the decision', async () => {
  const { operator, queue, submission } = await open();
  queue.push(factory.submission({ title: 'Second', createdAt: new Date().toISOString() }));
  await operator.type(comment(), 'Count again.{Escape}');
  await rest();
  await operator.keyboard('4');
  await operator.click(screen.getByRole('tab', { name: 'Audit' }));
  await operator.click(screen.getByRole('tab', { name: /^Review submissions/ }));
  expect(await screen.findByLabelText('Comment for the author')).toHaveValue('Count again.');
  expect(level(/TASK FORCE/)).toBeChecked();
  answer('patch', '/api/admin/submissions/:id', () => {
    queue.length = 0;
    return { ...submission, status: 'rejected' as const };
  });
  await operator.click(screen.getByRole('button', { name: 'Reject' }));
  await confirmByClick(operator, 'Reject');
  expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('facility.draft'))).toEqual([]);
});
