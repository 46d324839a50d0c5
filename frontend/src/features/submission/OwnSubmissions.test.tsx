import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
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
