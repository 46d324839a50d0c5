import { screen, waitFor, within } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const user = factory.user({ id: 'author' });

const step = (stepNumber: number, approverUsername: string, comments: string | null) => ({
  id: `s${stepNumber}`,
  submissionId: 'x',
  stepNumber,
  approverId: approverUsername,
  approverUsername,
  status: 'approved' as const,
  comments,
  approvedAt: '2026-03-15T11:40:00.000Z',
});

const next = factory.submission({ id: '624b7800-0000-7000-8000-000000000000', title: 'The bell' });
const old = factory.submission({
  title: 'The bell, first',
  status: 'rejected',
  reviewComments: 'Too short.',
  resubmittedAs: next.id,
});

afterEach(() => {
  sessionStorage.clear();
});

test('a submission that was sent again is done with, and leads to the new one', async () => {
  answer('get', '/api/user/submissions', [next, old]);
  answer('get', '/api/user/submissions/:id', next);
  const { operator, router } = renderRoute(paths.ownSubmissions(), { user });
  const row = await screen.findByRole('article', { name: old.title });
  expect(within(row).getByText('Resubmitted')).toBeVisible();
  expect(within(row).queryByRole('button', { name: /^Revise/ })).not.toBeInTheDocument();
  const heads = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(heads).toEqual(['IN REVIEW1', 'RESUBMITTED1']);
  await expectNoAxeViolations();
  await operator.click(within(row).getByRole('link', { name: `SUB-624B78 follows ${old.title}` }));
  const title = await screen.findByRole('button', { name: 'The bell' });
  expect(title).toHaveAttribute('aria-expanded', 'true');
  await waitFor(() => expect(title).toHaveFocus());
  expect(router.state.location.search).toBe(`?tab=mine&submission=${next.id}`);
});

test('an edit that was sent again is decided, and leads to the new one', async () => {
  const edit = factory.edit({ id: '3300b7aa-0000-4000-8000-000000000000', title: 'The order' });
  const before = factory.edit({ title: 'The order, first', status: 'rejected', resubmittedAs: edit.id });
  answer('get', '/api/user/edits', [edit, before]);
  answer('get', '/api/user/timed-out', []);
  answer('get', '/api/user/submissions', []);
  renderRoute(paths.drafts('edits'), { user });
  const row = await screen.findByRole('article', { name: before.title });
  expect(within(row).getByText('Resubmitted')).toBeVisible();
  expect(within(row).queryByRole('link', { name: /^Revise/ })).not.toBeInTheDocument();
  const link = within(row).getByRole('link', { name: `EDIT-3300B7 follows ${before.title}` });
  expect(link).toHaveAttribute('href', paths.ownEdit(edit.id));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'IN REVIEW1',
    'DECIDED1',
  ]);
});

test('each comment on a submission bears the name of who wrote it', async () => {
  const approvalSteps = [step(1, 'a-brandt', 'Well told.'), step(2, 'c-dahl', null)];
  const approved = factory.submission({
    title: 'The stair',
    status: 'approved',
    maxApprovalSteps: 2,
    reviewComments: 'Well told.',
    approvalSteps,
  });
  answer('get', '/api/user/submissions', [approved]);
  answer('get', '/api/user/submissions/:id', approved);
  const { operator } = renderRoute(paths.ownSubmissions(), { user });
  const row = await screen.findByRole('article', { name: 'The stair' });
  expect(row).toHaveTextContent('"Well told." a-brandt; approved by a-brandt, c-dahl');
  await operator.click(within(row).getByRole('button', { name: 'The stair' }));
  expect(row).toHaveTextContent('Step 1: approved by a-brandt, "Well told."');
  expect(row).toHaveTextContent('Step 2: approved by c-dahl');
});

test('a revision whose draft is gone is still sent as what it revises', async () => {
  const draft = factory.draft({ id: 'd1', title: 'The bell', content: 'It rings.', category: 'SITE' });
  answer('get', '/api/user/drafts/:id', { ...draft, revises: old.id });
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
  answer('get', '/api/user/submissions/:id', old);
  refuse('put', '/api/user/drafts/:id', 404, { code: 'not_found', message: 'No such draft.' });
  const sent = answer('post', '/api/submissions', next, { status: 201 });
  const { operator } = renderRoute(paths.draft('d1'), { user });
  await operator.type(await screen.findByLabelText('Content'), ' Twice.');
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() =>
    expect(sent[0]?.body).toMatchObject({ content: 'It rings. Twice.', resubmissionOf: old.id }),
  );
});

describe('an edit that revises a rejected one', () => {
  const rejected = factory.edit({
    status: 'rejected',
    title: 'Order',
    content: 'At dusk.',
    baseVersion: 3,
    reviewComments: 'Say when.',
  });
  const document = factory.document({
    id: rejected.documentId,
    submittedBy: user.id,
    title: 'Order',
    category: 'SITE',
    version: 3,
  });
  const address = paths.reviseEdit(rejected.documentId, rejected.id);
  const serve = () => {
    answer('get', '/api/documents/:id', document);
    answer('get', '/api/user/edits', [rejected]);
    answer('get', '/api/user/edits/:id', rejected);
    answer('get', '/api/documents', [], { headers: { 'X-Total-Count': '0' } });
    return answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  };

  test('is sent as its resubmission, also after a reload', async () => {
    const sent = serve();
    const { operator, unmount } = renderRoute(address, { user });
    await operator.type(await screen.findByLabelText('Content'), ' And later.');
    unmount();
    renderRoute(address, { user });
    expect(await screen.findByLabelText('Content')).toHaveValue('At dusk. And later.');
    await operator.click(screen.getByRole('button', { name: /^Submit for review/ }));
    await waitFor(() => {
      expect(sent[0]?.body).toMatchObject({ content: 'At dusk. And later.', resubmissionOf: rejected.id });
    });
  });

  test('is still its resubmission where only the server knows the draft', async () => {
    const draft = factory.draft({
      documentId: document.id,
      basedOnVersion: 3,
      revises: rejected.id,
      title: 'Order',
      content: 'At dusk. And later.',
      category: 'SITE',
      clearanceLevel: document.clearanceLevel,
    });
    const sent = serve();
    answer('get', '/api/user/drafts', [{ ...draft, preview: '' }]);
    answer('get', '/api/documents/:id/edit-draft', draft);
    const saved = answer('put', '/api/documents/:id/edit-draft', {
      revision: 'r2',
      savedAt: '2026-03-15T11:40:00.000Z',
    });
    const { operator } = renderRoute(paths.documentEdit(document.id), { user });
    const reason = await screen.findByRole('region', { name: "Reviewer's reason" });
    expect(reason).toHaveTextContent('Revising the edit of Order"Say when."');
    await operator.type(screen.getByLabelText('Content'), ' Or sooner.');
    await operator.click(screen.getByRole('button', { name: /^Submit for review/ }));
    await waitFor(() => {
      expect(sent[0]?.body).toMatchObject({ resubmissionOf: rejected.id });
    });
    expect(saved[0]?.body).toMatchObject({ content: 'At dusk. And later. Or sooner.', revises: rejected.id });
  });
});
