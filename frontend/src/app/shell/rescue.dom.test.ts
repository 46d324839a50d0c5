import { waitFor } from '@testing-library/react';
import { newText } from '@/lib/autosave';
import { keepEdit, newEditSlot, readFreeEdits } from '@/lib/keptEdits';
import { keepInJournal, readJournal } from '@/lib/journal';
import { claimSlot } from '@/lib/slots';
import { personUpdated } from '@/api/sessionSlice';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { fakeIndexedDb, fakeLocks } from '@/testing/indexedDb';
import { answer, refuse } from '@/testing/server';
import { rescueTexts } from './rescue';

fakeIndexedDb();

const text = {
  title: 'Second echo',
  content: 'It answers.',
  category: 'SITE',
  clearanceLevel: null,
  filePath: null,
  scheduledReleaseAt: null,
} as const;
const saved = {
  ...text,
  id: 'd1',
  attachment: null,
  revises: null,
  revision: 'r1',
  createdAt: '2026-03-14T09:00:00.000Z',
  updatedAt: '2026-03-14T09:26:53.000Z',
};

/** A store in which a new person is signed in, who has an unsaved text. */
async function begin() {
  fakeLocks();
  const user = factory.user();
  const store = makeStore();
  store.dispatch(personUpdated(user));
  const unsaved = newText(text);
  await keepInJournal({ person: user.id, slot: unsaved.slot, value: unsaved });
  const notice = () => store.getState().ui.toast;
  return { person: user.id, slot: unsaved.slot, store, notice };
}

test('an unsaved text becomes a draft, and says where it is', async () => {
  const { person, store, notice } = await begin();
  const calls = answer('post', '/api/user/drafts', saved, { status: 201 });
  await store.dispatch(rescueTexts(person));
  expect(calls.map(({ body }) => body)).toEqual([text]);
  expect(notice()).toMatchObject({ title: 'Unsaved text recovered' });
  await waitFor(async () => {
    expect(await readJournal(person)).toEqual([]);
  });
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

test('an unsent edit stays with its author, who is told once', async () => {
  const { person, slot, store, notice } = await begin();
  await keepInJournal({ person, slot, value: 3 });
  const edit = { documentId: 'doc1', title: 'Tea urn', at: '2026-03-14T09:00:00.000Z', draft: {} };
  await keepEdit(person, edit);
  await store.dispatch(rescueTexts(person));
  expect(notice()).toMatchObject({ title: 'Unsent edit found' });
  expect(await readFreeEdits(person)).toMatchObject([edit]);
});

test('a reload tells of an edit only if it is another one than before', async () => {
  const { person, slot, store, notice } = await begin();
  await keepInJournal({ person, slot, value: 3 });
  const keep = (at: string) => keepEdit(person, { documentId: 'doc1', title: 'Tea urn', at, draft: {} });
  const reload = async () => {
    const fresh = makeStore();
    window.dispatchEvent(new Event('pagehide'));
    await jest.isolateModulesAsync(async () => {
      const page = await import('./rescue');
      await fresh.dispatch(page.rescueTexts(person));
    });
    return fresh.getState().ui.toast?.title;
  };
  await keep('2026-03-14T09:00:00.000Z');
  await store.dispatch(rescueTexts(person));
  expect(notice()).toMatchObject({ title: 'Unsent edit found' });
  expect(await reload()).toBeUndefined();
  await keep('2026-03-14T10:00:00.000Z');
  expect(await reload()).toBe('Unsent edit found');
});

test('an edit that was kept since the page was opened is not announced', async () => {
  const { person, slot, store, notice } = await begin();
  await keepInJournal({ person, slot, value: 3 });
  await keepEdit(person, { documentId: 'doc1', title: 'Tea urn', at: new Date().toISOString(), draft: {} });
  await store.dispatch(rescueTexts(person));
  expect(notice()).toBeNull();
});

test('two who look for unsent edits at the same time both find them', async () => {
  fakeLocks();
  const edit = { documentId: 'doc1', title: 'Tea urn', at: '2026-03-14T09:00:00.000Z', draft: {} };
  await keepEdit('two', edit);
  const found = await Promise.all([readFreeEdits('two'), readFreeEdits('two')]);
  expect(found).toMatchObject([[edit], [edit]]);
});

test('edits of one document have slots of their own, and the last changed is first', async () => {
  fakeLocks();
  const person = 'writer';
  const at = (hour: string) => ({
    documentId: 'doc1',
    title: 'Tea urn',
    at: `2026-03-14T${hour}:00:00.000Z`,
    draft: {},
  });
  await keepEdit(person, at('09'));
  await keepEdit(person, at('11'));
  expect((await readFreeEdits(person)).map((entry) => entry.at.slice(11, 13))).toEqual(['11', '09']);
  const slot = newEditSlot('doc1');
  await keepInJournal({ person, slot, value: at('12') });
  const release = claimSlot(slot);
  expect(await readFreeEdits(person)).toHaveLength(2);
  release();
});
