import { waitFor } from '@testing-library/react';
import { personUpdated } from '@/api/sessionSlice';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { fakeIndexedDb, fakeLocks } from '@/testing/indexedDb';
import { answer, refuse } from '@/testing/server';
import { freeText } from './browser';
import { claimSlot } from './claims';
import { editName } from './editDrafts';
import { keepInJournal, readJournal } from './journal';
import { emptyRecord, recordName } from './recordText';
import { rescueTexts } from './rescue';
import { newText } from './keptText';

fakeIndexedDb();

const text = { ...emptyRecord, title: 'Second echo', content: 'It answers.', category: 'SITE' };
const sent = {
  title: 'Second echo',
  content: 'It answers.',
  category: 'SITE',
  clearanceLevel: null,
  files: [],
  scheduledReleaseAt: null,
};
const saved = factory.draft({ id: 'd1', title: 'Second echo', content: 'It answers.', category: 'SITE' });

/** A store in which a new person is signed in, of whom a window that is gone has left this text. */
async function begin(unsaved: ReturnType<typeof newText> = newText(recordName('r1'), text)) {
  fakeLocks();
  const user = factory.user();
  const store = makeStore();
  store.dispatch(personUpdated(user));
  await keepInJournal({ person: user.id, slot: unsaved.slot, value: unsaved });
  const notice = () => store.getState().ui.toast;
  return { person: user.id, slot: unsaved.slot, store, notice };
}

test('an unsaved text becomes a draft, and says where it is', async () => {
  const { person, store, notice } = await begin();
  const calls = answer('post', '/api/user/drafts', saved, { status: 201 });
  await store.dispatch(rescueTexts(person));
  expect(calls.map(({ body }) => body)).toEqual([sent]);
  expect(notice()).toMatchObject({ title: 'Unsaved text recovered' });
  await waitFor(async () => {
    expect(await readJournal(person)).toEqual([]);
  });
});

test('a text that version 1.0 kept is saved with its file', async () => {
  const old = { ...text, files: undefined, file: { name: 'log.md', path: '/objects/0001' } };
  const { person, store } = await begin(newText(recordName('r1'), old));
  const calls = answer('post', '/api/user/drafts', saved, { status: 201 });
  await store.dispatch(rescueTexts(person));
  expect(calls.map(({ body }) => body)).toEqual([{ ...sent, files: ['0001'] }]);
});

test('a text that the server does not take stays', async () => {
  const { person, slot, store, notice } = await begin();
  refuse('post', '/api/user/drafts', 503, { code: 'unavailable', message: 'Try again later.' });
  await store.dispatch(rescueTexts(person));
  expect((await readJournal(person)).map((entry) => entry.slot)).toEqual([slot]);
  expect(notice()).toBeNull();
});

test('a text that a window is writing is left to it', async () => {
  const { person, slot, store } = await begin();
  const calls = answer('post', '/api/user/drafts', saved, { status: 201 });
  const release = claimSlot(slot);
  await store.dispatch(rescueTexts(person));
  expect(calls).toEqual([]);
  release();
});

test('without locks, the text of an open form is left to it', async () => {
  const { person, slot, store } = await begin();
  Reflect.deleteProperty(navigator, 'locks');
  const calls = answer('post', '/api/user/drafts', saved, { status: 201 });
  const release = claimSlot(slot);
  await store.dispatch(rescueTexts(person));
  expect(calls).toEqual([]);
  release();
  await store.dispatch(rescueTexts(person));
  expect(calls).toHaveLength(1);
});

test('what is no text is removed', async () => {
  const { person, slot, store } = await begin();
  await keepInJournal({ person, slot, value: 3 });
  await store.dispatch(rescueTexts(person));
  expect(await readJournal(person)).toEqual([]);
});

test('a text that the server refuses is not sent again before it changes', async () => {
  const { person, slot, store } = await begin();
  const calls = refuse('post', '/api/user/drafts', 409, { code: 'too_many_drafts', message: 'Too many.' });
  await store.dispatch(rescueTexts(person));
  await store.dispatch(rescueTexts(person));
  expect(calls).toHaveLength(1);
  expect((await readJournal(person)).map((entry) => entry.slot)).toEqual([slot]);
});

test('the draft of a text that was cleared while the server was away is deleted', async () => {
  const cleared = {
    ...newText(recordName('r1'), emptyRecord),
    draft: { id: 'd1', revision: 'r1' },
    isDiscarded: true,
  };
  const { person, store, notice } = await begin(cleared);
  const calls = answer('delete', '/api/user/drafts/:id', undefined);
  await store.dispatch(rescueTexts(person));
  expect([calls.length, notice()?.title]).toEqual([1, 'DRAFT DELETED']);
  await waitFor(async () => {
    expect(await readJournal(person)).toEqual([]);
  });
});

const values = {
  title: 'Tea urn',
  category: 'SITE',
  level: '1',
  content: 'It boils.',
  changeDescription: '',
};
const edit = { documentId: 'doc1', revises: 'e1', base: { version: 3, values: null }, values };

test('an unsent edit becomes a draft of its document', async () => {
  const { person, store, notice } = await begin(newText(editName('doc1'), edit));
  const calls = answer('put', '/api/documents/:id/edit-draft', {
    revision: 'r1',
    savedAt: '2026-03-14T09:26:53.000Z',
  });
  await store.dispatch(rescueTexts(person));
  expect(calls.map(({ body }) => body)).toEqual([
    {
      title: 'Tea urn',
      category: 'SITE',
      clearanceLevel: 1,
      content: 'It boils.',
      changeDescription: '',
      basedOnVersion: 3,
      revises: 'e1',
      revision: null,
    },
  ]);
  expect(notice()).toMatchObject({ title: 'Unsaved text recovered' });
});

test('an unsent edit of which the server has another draft waits for its author', async () => {
  const { person, store, notice } = await begin(newText(editName('doc1'), edit));
  const draft = factory.draft({ documentId: 'doc1', basedOnVersion: 3, content: 'Another.' });
  const calls = refuse('put', '/api/documents/:id/edit-draft', 409, {
    code: 'stale',
    message: 'It was changed.',
    draft,
  });
  await store.dispatch(rescueTexts(person));
  await store.dispatch(rescueTexts(person));
  expect([calls.length, notice()]).toEqual([1, null]);
  expect(await freeText(person, editName('doc1'))).toMatchObject({ text: edit });
});

test('other texts wait in the browser for their form', async () => {
  const { person, slot, store } = await begin(newText('comment.doc1', { content: 'Well told.' }));
  await store.dispatch(rescueTexts(person));
  expect((await readJournal(person)).map((entry) => entry.slot)).toEqual([slot]);
});
