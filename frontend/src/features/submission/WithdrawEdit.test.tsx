import { screen, waitFor, within } from '@testing-library/react';
import type { OwnEdit } from '@/api/types';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { fakeIndexedDb } from '@/testing/indexedDb';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

/** The journal opens its database once, so every test of this file has the one of its first call. */
const rows = fakeIndexedDb();

/** How many texts of this person the browser has. */
const textsOf = (person: string) => [...rows.keys()].filter((key) => key.includes(person)).length;

const edit: OwnEdit = factory.edit({ id: 'e1', documentId: 'doc1', title: 'Tea urn', content: 'It boils.' });

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
  answer('get', '/api/user/edits', [edit]);
  answer('get', '/api/user/edits/:id', edit);
});

/** The workspace of a new person, whose edit is about to be withdrawn. */
async function confirm() {
  const user = factory.user();
  const { operator } = renderRoute(paths.drafts('edits'), { user });
  await operator.click(await screen.findByRole('button', { name: 'Withdraw Tea urn' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Withdraw edit' });
  const withdraw = () => operator.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  return { operator, person: user.id, withdraw };
}

test('the text of a withdrawn edit is in the browser before the server forgets the edit', async () => {
  const { person, withdraw } = await confirm();
  const kept: number[] = [];
  answer('delete', '/api/user/edits/:id', () => {
    kept.push(textsOf(person));
    return undefined;
  });
  await withdraw();
  await findToast('Edit withdrawn');
  expect(kept).toEqual([1]);
});

test('an edit that the server does not withdraw leaves no text in the browser', async () => {
  const { person, withdraw } = await confirm();
  refuse('delete', '/api/user/edits/:id', 409, { code: 'already_reviewed', message: 'It was reviewed.' });
  await withdraw();
  expect(await findToast('Not withdrawn')).toHaveTextContent('It was reviewed.');
  await waitFor(() => {
    expect(textsOf(person)).toBe(0);
  });
});

test('an edit whose text the browser cannot keep stays in the review', async () => {
  const { withdraw } = await confirm();
  const calls = answer('delete', '/api/user/edits/:id', undefined);
  const set = jest.spyOn(rows as Map<string, unknown>, 'set').mockReturnThis();
  await withdraw();
  expect(await findToast('Not withdrawn')).toHaveTextContent('cannot store the text');
  expect(calls).toHaveLength(0);
  set.mockRestore();
});

test('an unsent edit is discarded after a question', async () => {
  answer('delete', '/api/user/edits/:id', undefined);
  const { operator, person, withdraw } = await confirm();
  await withdraw();
  answer('get', '/api/user/edits', []);
  await operator.click(await screen.findByRole('button', { name: 'Discard Tea urn' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard unsent edit' });
  expect(textsOf(person)).toBe(1);
  await operator.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('NO PENDING EDITS')).toBeInTheDocument();
  expect(textsOf(person)).toBe(0);
});
