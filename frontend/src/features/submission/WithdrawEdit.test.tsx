import { screen, within } from '@testing-library/react';
import type { OwnEdit } from '@/api/types';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const edit: OwnEdit = factory.edit({ id: 'e1', documentId: 'doc1', title: 'Tea urn', content: 'It boils.' });

const done: string[] = [];

beforeEach(() => {
  done.splice(0);
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
  answer('get', '/api/user/edits', [edit]);
  answer('get', '/api/user/edits/:id', edit);
  answer('put', '/api/documents/:id/edit-draft', ({ body }) => {
    done.push(`kept ${String((body as Record<string, unknown>).content)}`);
    return { revision: 'r1', savedAt: '2026-03-14T09:26:53.000Z' };
  });
  answer('delete', '/api/documents/:id/edit-draft', () => {
    done.push('draft deleted');
    return undefined;
  });
  answer('delete', '/api/user/edits/:id', () => {
    done.push('withdrawn');
    return undefined;
  });
});

async function withdraw() {
  const { operator } = renderRoute(paths.drafts('edits'), { user: factory.user() });
  await operator.click(await screen.findByRole('button', { name: 'Withdraw Tea urn' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw edit' });
  await operator.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
}

test('the text of a withdrawn edit is a draft before the server forgets the edit', async () => {
  await withdraw();
  await findToast('Edit withdrawn');
  expect(done).toEqual(['kept It boils.', 'withdrawn']);
});

test('an edit that the server does not withdraw leaves no draft', async () => {
  refuse('delete', '/api/user/edits/:id', 409, { code: 'already_reviewed', message: 'It was reviewed.' });
  await withdraw();
  expect(await findToast('Not withdrawn')).toHaveTextContent('It was reviewed.');
  expect(done).toEqual(['kept It boils.', 'draft deleted']);
});

test('an edit stays in the review while its author has other unsent changes of the document', async () => {
  refuse('put', '/api/documents/:id/edit-draft', 409, {
    code: 'stale',
    message: 'It was changed.',
    draft: factory.draft({ documentId: 'doc1' }),
  });
  await withdraw();
  expect(await findToast('Not withdrawn')).toHaveTextContent('Discard them first');
  expect(done).toEqual([]);
});
