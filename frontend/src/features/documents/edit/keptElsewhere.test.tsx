import { screen } from '@testing-library/react';
import { keepEdit } from '@/lib/keptEdits';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { fakeIndexedDb, fakeLocks } from '@/testing/indexedDb';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

fakeIndexedDb();

/** Opens the form of a document with an edit that waits for review. */
async function open(person: string) {
  const user = factory.user({ id: person });
  answer(
    'get',
    '/api/documents/:id',
    factory.document({ id: 'doc1', submittedBy: person, category: 'SITE' }),
  );
  answer('get', '/api/user/edits', [factory.edit({ id: 'e1', documentId: 'doc1', status: 'pending' })]);
  renderRoute(paths.documentEdit('doc1'), { user });
  await screen.findByRole('heading', { level: 1, name: 'Edit document' });
}

beforeEach(() => {
  sessionStorage.clear();
  fakeLocks();
});

test('text that a window which is gone kept is reached while an edit of the document is pending', async () => {
  await keepEdit('writer', {
    documentId: 'doc1',
    title: 'Tea urn',
    at: '2026-03-14T09:00:00.000Z',
    draft: {},
  });
  await open('writer');
  expect(await screen.findByRole('button', { name: 'Continue with them' })).toBeInTheDocument();
  expect(screen.getByRole('form', { name: 'Edit document' })).toBeInTheDocument();
});

test('without such text the pending edit is shown in place of the form', async () => {
  await keepEdit('other', { documentId: 'doc2', title: 'Urn', at: '2026-03-14T09:00:00.000Z', draft: {} });
  await open('other');
  expect(await screen.findByText('YOUR EDIT IS PENDING')).toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Edit document' })).not.toBeInTheDocument();
});
