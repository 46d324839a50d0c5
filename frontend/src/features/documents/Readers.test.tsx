import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { tagsOf } from '@/api/live';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const owner = factory.user();
const document = factory.document({ submittedBy: owner.id });
const address = `/documents/${document.id}`;

async function record(): Promise<HTMLElement> {
  return screen.findByRole('region', { name: 'Record' });
}

test('the owner sees how many people have read the record, updated by announcements', async () => {
  answer('get', '/api/documents/:id', document);
  answer('get', '/api/documents/:id/views', { readers: 12, lastMonth: 3 });
  const { store } = renderRoute(address, { user: owner });
  const shown = await record();
  expect(await within(shown).findByText('Read by 12 people, 3 in the last 30 days.')).toBeInTheDocument();
  await expectNoAxeViolations();

  const calls = answer('get', '/api/documents/:id/views', { readers: 1, lastMonth: 0 });
  act(() => {
    store.dispatch(api.util.invalidateTags(tagsOf(['documents'])));
  });
  expect(await screen.findByText('Read by 1 person, 0 in the last 30 days.')).toBeInTheDocument();
  expect(calls.map((call) => call.params.id)).toEqual([document.id]);
});

test('a record that nobody else has read says so', async () => {
  answer('get', '/api/documents/:id', document);
  answer('get', '/api/documents/:id/views', { readers: 0, lastMonth: 0 });
  renderRoute(address, { user: owner });
  expect(await within(await record()).findByText('Nobody else has read this record.')).toBeInTheDocument();
});

test('if others have commented, it does not say that nobody has read the record', async () => {
  answer('get', '/api/documents/:id', document);
  answer('get', '/api/documents/:id/views', { readers: 0, lastMonth: 0 });
  answer('get', '/api/documents/:id/comments', [
    {
      id: 'c1',
      documentId: document.id,
      content: 'It opened at eight.',
      quote: null,
      answersTo: null,
      withheldLevels: [],
      files: [],
      authorId: 'somebody',
      authorUsername: 'd-okoro',
      isDeleted: false,
      deletedBy: null,
      editedAt: null,
      createdAt: '2026-11-21T08:12:00.000Z',
      updatedAt: '2026-11-21T08:12:00.000Z',
    },
  ]);
  renderRoute(address, { user: owner });
  const shown = await record();
  await screen.findByText(/^Discussion/);
  await waitFor(() =>
    expect(within(shown).queryByText('Nobody else has read this record.')).not.toBeInTheDocument(),
  );
});

test('other users do not request the number', async () => {
  answer('get', '/api/documents/:id', document);
  const calls = answer('get', '/api/documents/:id/views', { readers: 12, lastMonth: 3 });
  const references = answer('get', '/api/documents/:id/backlinks', []);
  renderRoute(address, { user: factory.user({ id: 'somebody' }) });
  await record();
  await waitFor(() => expect(references).toHaveLength(1));
  expect(calls).toHaveLength(0);
  expect(screen.queryByText(/^Read by/)).not.toBeInTheDocument();
});
