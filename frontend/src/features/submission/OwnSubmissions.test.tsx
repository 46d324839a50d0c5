import { screen, waitFor, within } from '@testing-library/react';
import type { Submission } from '@/api/types';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const user = factory.user();
const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText('Content');
const category = () => screen.getByLabelText('Category');

const rejected = factory.submission({
  title: 'Refused',
  content: 'Its text.',
  status: 'rejected',
  reviewComments: 'Names a real person.',
  reviewedAt: '2026-03-15T11:40:00.000Z',
  filePath: '/objects/7',
  attachment: { name: 'stairs.txt', size: 75, contentType: 'text/plain' },
  approvalSteps: [
    {
      id: 's1',
      submissionId: 'x',
      stepNumber: 1,
      approverId: 'u9',
      approverUsername: 'a-brandt',
      status: 'rejected',
      comments: 'Names a real person.',
      approvedAt: '2026-03-15T11:40:00.000Z',
    },
  ],
});

/** Answers the list without texts, as the server does when a summary is asked for, and each submission by itself. */
function submitted(items: readonly Submission[] | (() => readonly Submission[])) {
  const all = typeof items === 'function' ? items : () => items;
  const one = answer(
    'get',
    '/api/user/submissions/:id',
    ({ params }) => all().find(({ id }) => id === params.id) ?? factory.submission(),
  );
  const lists = answer('get', '/api/user/submissions', () =>
    all().map((item) => ({ ...item, content: null })),
  );
  return { one, lists };
}

async function open(address: string = paths.ownSubmissions()) {
  const view = renderRoute(address, { user });
  await screen.findByRole('heading', { level: 1, name: 'Document submission' });
  return view;
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'My submissions' })).getAllByRole('article');

const row = (name: string) => screen.findByRole('article', { name });

describe('the list', () => {
  test('has its tab with a count, groups, and each status with its review', async () => {
    submitted([
      factory.submission({
        title: 'Published',
        status: 'approved',
        assignedClearanceLevel: 3,
        documentId: 'd1',
      }),
      rejected,
      factory.submission({ title: 'Half way', approvalStep: 2, maxApprovalSteps: 3 }),
      factory.submission({ title: 'Forgotten', isTimedOut: true, timedOutAt: '2026-03-17T09:26:53.000Z' }),
    ]);
    await open();
    expect(await screen.findByRole('tab', { name: 'My submissions (4)' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect((await rows()).map((article) => article.textContent)).toEqual([
      expect.stringMatching(
        /^RejectedRefused2026-03-141 of 1"Names a real person\." a-brandt, 2026-03-15Revise/,
      ),
      expect.stringMatching(/^Timed outForgotten.*left the queue on 2026-03-17.*Resubmit Forgotten$/),
      expect.stringMatching(/^PendingHalf way2026-03-140 of 3/),
      expect.stringMatching(/^ApprovedPublished.*at L3View record Published$/),
    ]);
    expect(screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent)).toEqual([
      'NEEDS YOU2',
      'IN REVIEW1',
      'ON FILE1',
    ]);
    expect(screen.getByRole('link', { name: 'View record Published' })).toHaveAttribute(
      'href',
      '/documents/d1',
    );
    await expectNoAxeViolations();
  });

  test('opens the whole text at a title, and closes it', async () => {
    const { lists, one } = submitted([
      factory.submission({
        id: 'b71e0400-0000-7000-8000-000000000000',
        title: 'Waiting',
        content: '# Order\n\nCover **every** mirror.',
        filePath: '/objects/1',
      }),
    ]);
    const { operator } = await open();
    const name = await screen.findByRole('button', { name: 'Waiting' });
    // The list is asked for without texts, and a text when it is opened.
    expect(lists[0]?.url.searchParams.get('view')).toBe('summary');
    expect(one).toHaveLength(0);
    await operator.click(name);
    expect(await screen.findByRole('heading', { name: 'Order' })).toBeInTheDocument();
    expect(one).toHaveLength(1);
    expect(await row('Waiting')).toHaveTextContent('SUB-B71E04');
    expect(screen.getByRole('link', { name: 'Attachment' })).toHaveAttribute('href', '/objects/1');
    await operator.click(name);
    expect(screen.queryByRole('heading', { name: 'Order' })).not.toBeInTheDocument();
  });

  test('offers nothing that would be refused on one published above its author', async () => {
    submitted([
      factory.submission({
        title: 'Out of reach',
        preview: null,
        status: 'approved',
        assignedClearanceLevel: 4,
        documentId: 'd1',
        filePath: '/objects/1',
      }),
    ]);
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Out of reach' }));
    const article = within(await row('Out of reach'));
    expect(article.getAllByText(/Published above your clearance level\./)).toHaveLength(2);
    expect(article.queryByRole('link')).not.toBeInTheDocument();
  });

  test('says what will appear while there is nothing', async () => {
    submitted([]);
    await open();
    expect(await screen.findByText('NOTHING SUBMITTED YET')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'My submissions (0)' })).toBeInTheDocument();
  });

  test('that cannot be loaded says why and can be requested again', async () => {
    refuse('get', '/api/user/submissions', 503, {
      code: 'unavailable',
      message: 'The database does not answer.',
    });
    const { operator } = await open();
    expect(await screen.findByText('ERROR: Failed to load submissions')).toBeInTheDocument();
    submitted([factory.submission({ title: 'Found' })]);
    await operator.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findAllByText('Found'))[0]).toBeInTheDocument();
  });
});

describe('the status filter', () => {
  const two = [rejected, factory.submission({ title: 'Waiting' })];

  test('is in the address, and leaves one status', async () => {
    submitted(two);
    const { operator, router } = await open();
    expect(await rows()).toHaveLength(2);
    await operator.click(screen.getByRole('radio', { name: 'Rejected (1)' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=mine&status=rejected'));
    expect((await rows()).map((article) => article.textContent)).toEqual([
      expect.stringContaining('Refused'),
    ]);
    expect(screen.getByText('1 / 2')).toBeInTheDocument();
  });

  test('is read from the address, and can be cleared where it leaves nothing', async () => {
    submitted(two);
    const { operator } = await open(paths.ownSubmissions('approved'));
    expect(await screen.findByText('NO SUBMISSIONS OF THIS STATUS')).toBeInTheDocument();
    await operator.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(await rows()).toHaveLength(2);
  });
});

const draft = {
  id: 'd1',
  title: 'Refused',
  content: 'Its text.',
  category: 'SITE',
  files: [] as never[],
  clearanceLevel: null,
  filePath: '/objects/7',
  attachment: { name: 'stairs.txt', size: 75, contentType: 'text/plain' },
  scheduledReleaseAt: null,
  revises: rejected.id,
  documentId: null,
  basedOnVersion: null,
  changeDescription: null,
  revision: 'r1',
  createdAt: '2026-03-15T12:00:00.000Z',
  updatedAt: '2026-03-15T12:00:00.000Z',
} as const;

describe('revising a rejected submission', () => {
  test('opens a draft with its text and file, and pins the reason', async () => {
    submitted([rejected]);
    const begun = answer('post', '/api/user/drafts', draft, { status: 201 });
    answer('get', '/api/user/drafts/:id', draft);
    const { operator, router } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit Refused' }));
    const reason = await screen.findByRole('region', { name: "Reviewer's reason" });
    expect(reason).toHaveTextContent('Revising Refused"Names a real person." a-brandt, 2026-03-15 11:40');
    expect(router.state.location.pathname).toBe('/documents/draft/d1/edit');
    expect(title()).toHaveValue('Refused');
    expect(category()).toHaveValue('SITE');
    expect(content()).toHaveValue('Its text.');
    expect(await screen.findByText('stairs.txt', { selector: 'bdi' })).toBeInTheDocument();
    expect(begun.map(({ body }) => body)).toEqual([
      {
        title: 'Refused',
        content: 'Its text.',
        category: 'SITE',
        clearanceLevel: null,
        files: ['7'],
        scheduledReleaseAt: null,
        revises: rejected.id,
      },
    ]);
    await expectNoAxeViolations();
  });

  test('shows the text of the draft that was begun before', async () => {
    submitted([rejected]);
    const continued = { ...draft, content: 'Its text, and more.', revision: 'r2' };
    answer('post', '/api/user/drafts', continued, { status: 201 });
    answer('get', '/api/user/drafts/:id', continued);
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit Refused' }));
    await screen.findByRole('region', { name: "Reviewer's reason" });
    expect(content()).toHaveValue('Its text, and more.');
  });

  test('of an incident leaves the title to the server', async () => {
    const incident = { ...rejected, title: 'IR-000004', category: 'INCIDENT' } as const;
    submitted([incident]);
    const begun = answer('post', '/api/user/drafts', draft, { status: 201 });
    answer('get', '/api/user/drafts/:id', draft);
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit IR-000004' }));
    await waitFor(() => expect(begun[0]?.body).toMatchObject({ title: null, category: 'INCIDENT' }));
  });

  test('that fails says why', async () => {
    submitted([rejected]);
    refuse('post', '/api/user/drafts', 409, { code: 'too_many_drafts', message: 'You have 100 drafts.' });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit Refused' }));
    expect(await findToast('Not revised')).toHaveTextContent('You have 100 drafts.');
  });
});

describe('withdrawing a pending submission', () => {
  const pending = factory.submission({ title: 'Second echo', category: 'INCIDENT' });

  test('asks, and says where its text is', async () => {
    let items = [pending];
    submitted(() => items);
    const calls = answer('post', '/api/user/submissions/:id/withdraw', () => {
      items = [];
      return draft;
    });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Withdraw Second echo' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw submission' });
    expect(dialog).toHaveTextContent('Sent again, it gets another incident number.');
    await operator.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await findToast('Submission withdrawn')).toHaveTextContent('in your workspace, under DRAFTS');
    expect(await screen.findByText('NOTHING SUBMITTED YET')).toBeInTheDocument();
    expect(calls.map(({ params }) => params.id)).toEqual([pending.id]);
  });

  test('that was decided meanwhile says so', async () => {
    submitted([pending]);
    refuse('post', '/api/user/submissions/:id/withdraw', 409, {
      code: 'already_reviewed',
      message: 'This submission has already been reviewed',
    });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Withdraw Second echo' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw submission' });
    await operator.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    expect(await findToast('Not withdrawn')).toHaveTextContent('already been reviewed');
  });
});

describe('resubmitting a timed-out submission', () => {
  const first = factory.submission({ title: 'Report on the Second Echo', isTimedOut: true });
  const second = factory.submission({ title: 'The tea urn', isTimedOut: true });

  test('moves it to IN REVIEW, and the focus goes to the row in its place', async () => {
    let items = [first, second];
    submitted(() => items);
    const calls = answer('post', '/api/user/submissions/:id/resubmit', () => {
      items = [{ ...first, isTimedOut: false }, second];
      return items[0] ?? first;
    });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Resubmit Report on the Second Echo' }));
    expect(await findToast('RESUBMITTED')).toHaveTextContent('The submission is in the review queue again.');
    expect(await screen.findByRole('heading', { level: 2, name: 'IN REVIEW 1' })).toBeInTheDocument();
    expect(calls.map(({ params }) => params.id)).toEqual([first.id]);
    expect(screen.getByRole('heading', { level: 3, name: 'The tea urn' })).toHaveFocus();
  });

  test('that fails says why, and it stays', async () => {
    submitted([first]);
    refuse('post', '/api/user/submissions/:id/resubmit', 409, {
      code: 'not_timed_out',
      message: 'The submission has not timed out.',
    });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Resubmit Report on the Second Echo' }));
    expect(await findToast('RESUBMISSION FAILED')).toHaveTextContent('The submission has not timed out.');
    expect(screen.getByRole('heading', { level: 2, name: 'NEEDS YOU 1' })).toBeInTheDocument();
  });
});
