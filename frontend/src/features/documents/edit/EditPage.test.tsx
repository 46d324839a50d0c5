import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import type { DocumentRecord } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { keptHere } from '@/text/browser';
import { editName } from '@/text/editDrafts';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const owner = factory.user({ id: 'owner' });
const id = '41d7b0aa-0000-4000-8000-000000000000';

afterEach(() => {
  sessionStorage.clear();
});

/** Opens the form on a document. `file` puts another version on file and announces it. */
async function open(over: Partial<DocumentRecord> = {}) {
  let document = factory.document({ id, submittedBy: owner.id, category: 'SITE', version: 3, ...over });
  answer('get', '/api/documents/:id', () => document);
  const view = renderRoute(`/documents/${id}/edit`, { user: owner });
  await screen.findByRole('form', { name: 'Edit document' });
  const file = (changes: Partial<DocumentRecord>) => {
    document = { ...document, ...changes };
    act(() => {
      view.store.dispatch(api.util.invalidateTags(['Document']));
    });
  };
  return { ...view, file };
}

const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText('Content');
const send = () => screen.getByRole('button', { name: /^Submit for review/ });

function serveList() {
  answer('get', '/api/documents', [], { headers: { 'X-Total-Count': '0', 'X-Accessible-Count': '0' } });
}

test('the form begins with the document and sends what was changed, with the version it was begun on', async () => {
  const { operator, router } = await open();
  expect(screen.getByLabelText('Category')).toHaveValue('SITE');
  expect(within(screen.getByLabelText('Proposed clearance level')).getAllByRole('option')).toHaveLength(5);
  expect(content()).toHaveAttribute('rows', '15');
  await expectNoAxeViolations();
  const calls = answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  await operator.type(title(), ' again');
  await operator.selectOptions(screen.getByLabelText('Proposed clearance level'), '3');
  await operator.type(screen.getByLabelText('Change description'), 'Seen twice.');
  await operator.click(send());
  const toast = await findToast('Edit submitted successfully');
  expect(toast).toHaveTextContent('Your document edit has been submitted for admin review.');
  await waitFor(() => expect(router.state.location.pathname).toBe('/documents'));
  expect(calls.map(({ body }) => body)).toEqual([
    {
      title: 'The lighthouse that answers again',
      category: 'SITE',
      clearanceLevel: 3,
      content: 'Object recovered from the north shore station.',
      changeDescription: 'Seen twice.',
      files: [],
      baseVersion: 3,
    },
  ]);
  expect(calls[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  expect(keptHere(owner.id, editName(id))).toBeNull();
});

test('an edit without title, and one that changes nothing, is not sent', async () => {
  const { operator } = await open();
  await operator.click(send());
  expect(await findToast('Validation error')).toHaveTextContent('Nothing has changed.');
  await operator.clear(title());
  await operator.click(send());
  await waitFor(async () => {
    expect(await findToast('Validation error')).toHaveTextContent('Title and category are required');
  });
  expect(title()).toHaveFocus();
});

test('what was typed is there after a reload, and a lost answer is not sent as another edit', async () => {
  const first = await open();
  await first.operator.type(content(), ' It answers.');
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/documents/:id/edit', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      return HttpResponse.error();
    }),
  );
  await first.operator.click(send());
  expect(await findToast('Submission failed')).toBeInTheDocument();
  first.unmount();

  serveList();
  const second = await open();
  expect(content()).toHaveValue('Object recovered from the north shore station. It answers.');
  const calls = answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  await second.operator.click(send());
  expect(await findToast('Edit submitted successfully')).toBeInTheDocument();
  expect(keys).toHaveLength(1);
  expect(calls[0]?.headers.get('Idempotency-Key')).toBe(keys[0]);
});

test.each([
  ['in its list', 1],
  ['by its id, where it is further down', 0],
])('an edit that was sent leads to the row of the record: %s', async (_name, at) => {
  const others = [factory.summary({ title: 'Another' })];
  const own = factory.summary({ id, title: 'The lighthouse that answers' });
  const headers = { 'X-Total-Count': '2', 'X-Accessible-Count': '2' };
  answer(
    'get',
    '/api/documents',
    ({ url }) => (url.searchParams.has('id') ? [own] : at === 1 ? [...others, own] : others),
    { headers: at === 1 ? headers : { 'X-Total-Count': '1', 'X-Accessible-Count': '2' } },
  );
  answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  const { operator, router } = await open();
  await operator.type(title(), '!');
  await operator.click(send());
  await waitFor(() => expect(screen.getByRole('link', { name: own.title })).toHaveFocus());
  expect(router.state.location.pathname).toBe('/documents');
});

test('a problem that the server finds is shown at its field, and the text stays', async () => {
  const { operator, router } = await open();
  refuse('post', '/api/documents/:id/edit', 400, {
    code: 'validation_failed',
    message: 'Content is required',
    fields: [{ field: 'content', message: 'Content is required' }],
  });
  await operator.clear(content());
  await operator.click(send());
  expect(await findToast('Submission failed')).toHaveTextContent('Content is required');
  expect(content()).toHaveAccessibleDescription(/ERR Content is required/);
  expect(router.state.location.pathname).toBe(`/documents/${id}/edit`);
});

test('a form without changes follows the document', async () => {
  const { file } = await open();
  file({ version: 4, content: 'Another text.' });
  await waitFor(() => expect(content()).toHaveValue('Another text.'));
  expect(screen.getByText(/VERSION 4$/)).toBeInTheDocument();
  expect(screen.queryByText(/has changed since you began/)).not.toBeInTheDocument();
});

test('a document that changes while one edits it is told, and the text stays with its version', async () => {
  serveList();
  const { file, operator } = await open();
  await operator.type(title(), '!');
  file({ version: 4, content: 'Another text.' });
  expect(
    await screen.findByText(/version 4 is on file, and your edit is written against version 3/),
  ).toBeInTheDocument();
  expect(content()).toHaveValue('Object recovered from the north shore station.');
  expect(screen.getByRole('link', { name: 'Compare versions' })).toHaveAttribute(
    'href',
    `/documents/${id}/history?a=3&b=4`,
  );
  const calls = answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  await operator.click(send());
  await findToast('Edit submitted successfully');
  expect(calls[0]?.body).toMatchObject({ baseVersion: 3 });
});

test('starting again from the version on file discards what was typed, after a question', async () => {
  const { file, operator } = await open();
  await operator.type(title(), '!');
  file({ version: 4, content: 'Another text.' });
  await operator.click(await screen.findByRole('button', { name: 'Start again from version 4' }));
  await operator.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Start again' }),
  );
  await waitFor(() => expect(content()).toHaveValue('Another text.'));
  expect(title()).toHaveValue('The lighthouse that answers');
  expect(keptHere(owner.id, editName(id))).toBeNull();
});

test('cancel returns to the documents, and asks before it discards changes', async () => {
  serveList();
  const { operator, router } = await open();
  await operator.type(title(), '!');
  await operator.click(screen.getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard the edit' });
  await operator.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/documents'));
  expect(keptHere(owner.id, editName(id))).toBeNull();
});

test('a document of somebody else cannot be edited', async () => {
  answer('get', '/api/documents/:id', factory.document({ id }));
  renderRoute(`/documents/${id}/edit`, { user: owner });
  expect(await screen.findByRole('heading', { name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(screen.getByText('You can only edit documents you created.')).toBeInTheDocument();
});

test('a document that does not exist is denied', async () => {
  refuse('get', '/api/documents/:id', 404, { code: 'not_found', message: 'Not found' });
  renderRoute(`/documents/${id}/edit`, { user: owner });
  expect(await screen.findByRole('heading', { name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(screen.getByText('DOCUMENT NOT FOUND')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to documents' })).toHaveAttribute('href', '/documents');
});
