import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const user = factory.user();
const heading = () => screen.findByRole('heading', { level: 1, name: 'Document submission' });
const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText('Content');
const category = () => screen.getByLabelText('Category');

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

async function open(address: string = paths.submission, locked = false, who = user) {
  const view = renderRoute(address, { user: who, locked });
  await heading();
  return view;
}

describe('own submissions', () => {
  test('are told about with their review', async () => {
    answer('get', '/api/user/submissions', [
      factory.submission({
        id: 'b71e0400-0000-7000-8000-000000000000',
        title: 'Published',
        status: 'approved',
        assignedClearanceLevel: 3,
        documentId: 'd1',
        filePath: '/objects/1',
      }),
      factory.submission({ title: 'Refused', status: 'rejected', reviewComments: 'Names a real person.' }),
      factory.submission({
        title: 'Half way',
        requiresMultiStepApproval: true,
        approvalStep: 2,
        maxApprovalSteps: 3,
      }),
      factory.submission({ title: 'Forgotten', isTimedOut: true }),
    ]);
    await open();
    const rows = within(await screen.findByRole('list', { name: 'My submissions' })).getAllByRole('article');
    const [published, refused, halfWay, forgotten] = rows as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    expect(published).toHaveTextContent(/SUB-B71E04.*clearance level 3.*SITE.*2026-03-14.*approved/);
    expect(within(published).getByRole('link', { name: 'View Published' })).toHaveAttribute(
      'href',
      '/documents/d1',
    );
    expect(within(published).getByRole('link', { name: 'Attachment of Published' })).toHaveAttribute(
      'href',
      '/objects/1',
    );
    expect(refused).toHaveTextContent(/rejected.*Reviewer: Names a real person\./);
    expect(halfWay).toHaveTextContent(/pending.*STEP 2 OF 3/);
    expect(forgotten).toHaveTextContent(/Timed out/);
    expect(screen.getAllByRole('button', { name: /^Revise and resubmit/ })).toHaveLength(1);
    await expectNoAxeViolations();
  });

  test('one that was published above its author offers nothing that would be refused', async () => {
    answer('get', '/api/user/submissions', [
      factory.submission({
        title: 'Out of reach',
        status: 'approved',
        assignedClearanceLevel: 4,
        documentId: 'd1',
        filePath: '/objects/1',
      }),
    ]);
    await open();
    const list = within(await screen.findByRole('list', { name: 'My submissions' }));
    expect(list.getByText('Published above your clearance level.')).toBeInTheDocument();
    expect(list.queryByRole('link')).not.toBeInTheDocument();
  });

  test('a rejected one can be submitted again', async () => {
    answer('get', '/api/user/submissions', [
      factory.submission({
        title: 'Refused',
        content: 'Its text.',
        status: 'rejected',
        filePath: '/objects/7',
      }),
    ]);
    const sent = answer('post', '/api/submissions', factory.submission(), { status: 201 });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit Refused' }));
    await waitFor(() => {
      expect(title()).toHaveFocus();
    });
    expect(title()).toHaveValue('Refused');
    expect(category()).toHaveValue('SITE');
    expect(content()).toHaveValue('Its text.');
    expect(screen.getByText('File of the rejected submission')).toBeInTheDocument();
    await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
    await waitFor(() => {
      expect(sent[0]?.body).toMatchObject({ title: 'Refused', filePath: '/objects/7' });
    });
  });

  test('and asks before it takes the place of unsent text', async () => {
    answer('get', '/api/user/submissions', [factory.submission({ title: 'Refused', status: 'rejected' })]);
    const { operator } = await open();
    await operator.type(title(), 'Mine');
    await operator.click(await screen.findByRole('button', { name: 'Revise and resubmit Refused' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Replace unsent text' });
    await operator.click(within(dialog).getByRole('button', { name: 'Replace' }));
    await waitFor(() => {
      expect(title()).toHaveFocus();
    });
    expect(title()).toHaveValue('Refused');
  });

  test('one that is pending can be read whole', async () => {
    answer('get', '/api/user/submissions', [
      factory.submission({ title: 'Waiting', content: '# Order\n\nCover **every** mirror.' }),
    ]);
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Read full text of Waiting' }));
    expect(await screen.findByRole('heading', { name: 'Order' })).toBeInTheDocument();
    await operator.click(screen.getByRole('button', { name: 'Close text of Waiting' }));
    expect(screen.queryByRole('heading', { name: 'Order' })).not.toBeInTheDocument();
  });

  test('none yet', async () => {
    await open();
    expect(await screen.findByText('NOTHING SUBMITTED YET')).toBeInTheDocument();
  });

  test('that cannot be had say why and can be asked for again', async () => {
    refuse('get', '/api/user/submissions', 503, {
      code: 'unavailable',
      message: 'The database does not answer.',
    });
    const { operator } = await open();
    expect(await screen.findByText('ERROR: Failed to load submissions')).toBeInTheDocument();
    answer('get', '/api/user/submissions', [factory.submission({ title: 'Found' })]);
    await operator.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Found')).toBeInTheDocument();
  });
});

describe('timed-out submissions', () => {
  const first = factory.timedOut({ title: 'Report on the Second Echo' });
  const second = factory.timedOut({ title: 'The tea urn' });

  test('are listed with the reason, and a resubmitted one leaves the list', async () => {
    let items = [first, second];
    answer('get', '/api/user/timed-out', () => items);
    const calls = answer('post', '/api/user/submissions/:id/resubmit', () => {
      items = [second];
      return factory.submission({ id: first.id });
    });
    const { operator } = await open();
    const part = within(await screen.findByRole('region', { name: 'Timed out (2)' }));
    expect(part.getByText(/Nobody reviewed these submissions within three days/)).toBeInTheDocument();
    expect(part.getAllByRole('article')[0]).toHaveTextContent(
      /Report on the Second Echo.*SITE.*submitted 2026-03-14left the queue 2026-03-17/,
    );
    await expectNoAxeViolations();
    await operator.click(part.getByRole('button', { name: 'Resubmit Report on the Second Echo' }));
    expect(await findToast('RESUBMITTED')).toHaveTextContent('The submission is in the review queue again.');
    expect(await screen.findByRole('region', { name: 'Timed out (1)' })).toBeInTheDocument();
    expect(calls.map(({ params }) => params.id)).toEqual([first.id]);
    // A keyboard user goes on at the row that took its place.
    expect(screen.getByRole('heading', { level: 3, name: 'The tea urn' })).toHaveFocus();
  });

  test('that cannot be resubmitted say why and stay', async () => {
    answer('get', '/api/user/timed-out', [first]);
    refuse('post', '/api/user/submissions/:id/resubmit', 409, {
      code: 'not_timed_out',
      message: 'The submission has not timed out.',
    });
    const { operator } = await open();
    await operator.click(await screen.findByRole('button', { name: 'Resubmit Report on the Second Echo' }));
    expect(await findToast('RESUBMISSION FAILED')).toHaveTextContent('The submission has not timed out.');
    expect(screen.getByRole('region', { name: 'Timed out (1)' })).toBeInTheDocument();
  });

  test('have no part of the screen if there are none', async () => {
    await open();
    await screen.findByText('NOTHING SUBMITTED YET');
    expect(screen.queryByText(/Timed out/)).not.toBeInTheDocument();
  });

  test('that cannot be loaded say so and can be requested again', async () => {
    refuse('get', '/api/user/timed-out', 503, { code: 'unavailable', message: 'Try again soon.' });
    const { operator } = await open();
    expect(await screen.findByText('ERROR: Failed to load timed-out submissions')).toBeInTheDocument();
    answer('get', '/api/user/timed-out', [first]);
    await operator.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Timed out (1)' })).toBeInTheDocument();
  });
});
