import { fakeIndexedDb } from '@/testing/indexedDb';

/** The module with a database that it has not opened yet. */
async function load(isBroken = false) {
  jest.resetModules();
  const rows = fakeIndexedDb(isBroken);
  return { rows, ...(await import('./journal')) };
}

test('a text is kept in place of the one before, and read for its person only', async () => {
  const { keepInJournal, readJournal } = await load();
  await keepInJournal({ person: 'u1', slot: 's1', value: { text: 'One' } });
  await keepInJournal({ person: 'u1', slot: 's1', value: { text: 'Two' } });
  await keepInJournal({ person: 'u2', slot: 's1', value: { text: 'Other' } });
  expect(await readJournal('u1')).toEqual([{ person: 'u1', slot: 's1', value: { text: 'Two' } }]);
  expect(await readJournal('u3')).toEqual([]);
});

test('a removed text is gone, and no other', async () => {
  const { keepInJournal, dropFromJournal, readJournal } = await load();
  await keepInJournal({ person: 'u1', slot: 's1', value: 1 });
  await keepInJournal({ person: 'u1', slot: 's2', value: 2 });
  await dropFromJournal('u1', 's1');
  expect((await readJournal('u1')).map(({ slot }) => slot)).toEqual(['s2']);
});

test('without a database nothing is kept, and nothing fails', async () => {
  const { keepInJournal, readJournal } = await load(true);
  await keepInJournal({ person: 'u1', slot: 's1', value: 1 });
  expect(await readJournal('u1')).toEqual([]);
});

test('a writer keeps the first text at once and the last one within 2 seconds', async () => {
  const { journalWriter, readJournal } = await load();
  const writer = journalWriter('u1', 's1');
  const value = async () => (await readJournal('u1'))[0]?.value;
  writer.keep('One');
  expect(await value()).toBe('One');
  writer.keep('Two');
  writer.keep('Three');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await value()).toBe('Three');
});

test('a text that was dropped is not written late', async () => {
  const { journalWriter, readJournal } = await load();
  const writer = journalWriter('u1', 's1');
  writer.keep('One');
  writer.keep('Two');
  writer.drop();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(await readJournal('u1')).toEqual([]);
});
