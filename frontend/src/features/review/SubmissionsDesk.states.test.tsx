import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { confirmByClick, confirmByKey } from '@/testing/confirm';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';
import { caseId as id, openDesk as open, serveQueue as serve } from '@/testing/reviewDesk';

const title = 'Standing order on reflective surfaces';

const admins = Array.from({ length: 3 }, () => factory.admin());

beforeEach(() => {
  answer('get', '/api/admin/users', admins);
});

const level = (name: RegExp | string) => screen.getByRole('radio', { name });
const comment = () => screen.getByLabelText('Comment for the author');

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
    expect(item).toHaveTextContent('Step 2/2');
    expect(await inside.findByRole('list', { name: 'Steps so far' })).toHaveTextContent(
      'Step 1 of 2approvedb-lindqvist 2026-03-15Reads well.',
    );
    expect(level(/TASK FORCE/)).toBeChecked();
    expect(inside.queryByRole('radiogroup', { name: 'Approval steps' })).not.toBeInTheDocument();
    const calls = answer('patch', '/api/admin/submissions/:id', submission);
    await operator.keyboard('2a');
    await confirmByKey(operator, 'Approve');
    expect(await findToast('Submission reviewed')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([{ status: 'approved', clearanceLevel: 4 }]);
  });

  test('a reviewer below the assigned level can only reject', async () => {
    const { item } = await open(second, factory.admin({ clearanceLevel: 3 }));
    const inside = within(item);
    expect(inside.getByRole('alert')).toHaveTextContent('Step 1 assigned level 4, which is above your own.');
    expect(inside.queryByRole('button', { name: /Approve|Assign/ })).not.toBeInTheDocument();
    expect(inside.getByRole('button', { name: 'Reject' })).toBeInTheDocument();
  });

  test("a case above the reviewer's level shows the level in place of the text", async () => {
    const withheld = { ...second, content: null, preview: null, redacted: true };
    const { item } = await open(withheld, factory.admin({ clearanceLevel: 3 }));
    expect(await within(item).findByText('LEVEL 4 REQUIRED')).toBeInTheDocument();
  });

  test('a step that another administrator takes meanwhile is shown, and the typed comment stays', async () => {
    const { operator, queue, submission, store, item } = await open();
    await operator.type(comment(), 'Mine.{Escape}');
    await rest();
    await operator.keyboard('3');
    queue[0] = { ...submission, ...second };
    act(() => {
      store.dispatch(api.util.invalidateTags(['Submission']));
    });
    expect(
      await within(item).findByText(/^b-lindqvist has taken step 1\. You decide the next one\./),
    ).toBeInTheDocument();
    expect(comment()).toHaveValue('Mine.');
    expect(level(/TASK FORCE/)).toBeChecked();
  });

  test('the step waits for another administrator as long as there is one', async () => {
    const user = factory.admin({ id: step.approverId });
    const { item } = await open({ ...second, awaitsAnotherApprover: true }, user);
    expect(item).toHaveTextContent('You took step 1. This one waits for another administrator.');
    expect(within(item).queryByRole('form')).not.toBeInTheDocument();
  });

  test('an administrator with nobody left beside them takes the next step too', async () => {
    const { item } = await open(second, factory.admin({ id: step.approverId }));
    expect(within(item).getByRole('button', { name: 'Approve at L4' })).toBeInTheDocument();
  });
});

test('the page says that the queue is loading', async () => {
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
  serve([factory.submission()]);
  await operator.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('article', { name: title })).toBeInTheDocument();
});

test('an empty queue can be asked for again', async () => {
  answer('get', '/api/admin/submissions', []);
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  const again = await screen.findByRole('button', { name: 'Check again' });
  await expectNoAxeViolations();
  serve([factory.submission()]);
  await operator.click(again);
  expect(await screen.findByRole('article', { name: title })).toBeInTheDocument();
});

test('a refresh that fails keeps what is there and says so', async () => {
  const { operator } = await open();
  refuse('patch', '/api/admin/submissions/:id', 503, { code: 'unavailable', message: 'Not now.' });
  refuse('get', '/api/admin/submissions', 503, { code: 'unavailable', message: 'Not now.' });
  await operator.keyboard('2a');
  await confirmByKey(operator, 'Approve');
  expect(await screen.findByText(/^Not up to date\./)).toBeInTheDocument();
  expect(screen.getByRole('article', { name: title })).toBeInTheDocument();
});

describe('on a phone', () => {
  const { matchMedia } = window;
  beforeEach(() => {
    window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('max-width') });
  });
  afterEach(() => {
    window.matchMedia = matchMedia;
  });

  test('a case that was decided leaves the queue, however late the queue is loaded again', async () => {
    const submission = factory.submission({ id, createdAt: new Date().toISOString(), title });
    const queue = [submission];
    serve(queue);
    const { operator, router } = renderRoute(`/admin?case=${id}`, { user: factory.admin() });
    await screen.findByRole('heading', { level: 1, name: title });
    await operator.click(screen.getByRole('button', { name: 'Note' }));
    await operator.type(comment(), 'Too short.');
    await operator.click(screen.getByRole('button', { name: 'Done' }));

    let release: (value: undefined) => void = () => undefined;
    const late = new Promise<undefined>((resolve) => {
      release = resolve;
    });
    server.use(
      http.get('*/api/admin/submissions', async () => {
        await late;
        return HttpResponse.json([]);
      }),
    );
    answer('patch', '/api/admin/submissions/:id', { ...submission, status: 'rejected' });
    await operator.click(screen.getByRole('button', { name: 'Reject' }));
    await confirmByClick(operator, 'Reject');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByRole('link', { name: new RegExp(title) })).toBeInTheDocument();
    act(() => {
      release(undefined);
    });
    expect(await screen.findByText('NO SUBMISSIONS AWAITING REVIEW')).toBeInTheDocument();
  });
});

test("the author's release date is shown, and the reviewer changes it; the change is kept with the case", async () => {
  const user = factory.admin();
  const { operator, item, unmount, submission } = await open(
    { scheduledReleaseAt: '2126-05-01T12:00:30.000Z' },
    user,
  );
  expect(item).toHaveTextContent(/Release 2126-05-01 12:00 UTC/);
  const field = () => screen.findByLabelText('Release date (UTC)');
  expect(await field()).toHaveValue('2126-05-01 12:00');
  // The browsers' own field has the form of their language, and its "today" is not UTC.
  expect(await field()).toHaveAttribute('type', 'text');
  fireEvent.change(await field(), { target: { value: '2126-06-01 08:30' } });
  unmount();

  serve([submission]);
  renderRoute('/admin', { user });
  await screen.findByRole('article', { name: submission.title });
  expect(await field()).toHaveValue('2126-06-01 08:30');
  const calls = answer('patch', '/api/admin/submissions/:id', { ...submission, status: 'approved' });
  await operator.click(screen.getByRole('radio', { name: /SECURITY/ }));
  await operator.click(screen.getByRole('button', { name: /^Approve at L3/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm approval' });
  expect(dialog).toHaveTextContent('It is released at 2126-06-01 08:30 UTC');
  await operator.click(within(dialog).getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(calls.map((call) => call.body)).toEqual([
      { status: 'approved', clearanceLevel: 3, scheduledReleaseAt: '2126-06-01T08:30:00.000Z' },
    ]),
  );
});

test('a release date is set where the author asked for none, and its field has the focus', async () => {
  const { operator } = await open({}, factory.admin());
  expect(screen.queryByLabelText('Release date (UTC)')).not.toBeInTheDocument();
  await operator.click(await screen.findByRole('button', { name: 'Set release date' }));
  expect(screen.getByLabelText('Release date (UTC)')).toHaveFocus();
});
