/**
 * Texts that the server does not have yet, in this browser's database. Unlike the storage of a window, it survives that
 * the browser is killed: a write is with the operating system once its transaction has completed. Each text belongs to one
 * person and is read for nobody else. Where the database is missing or blocked, the window alone keeps the text.
 */

const database = 'facility';
const store = 'unsaved';

/** An unsaved text in this browser. */
export interface JournalEntry {
  readonly person: string;
  readonly slot: string;
  readonly value: unknown;
}

let opened: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(database, 1);
      asked.onupgradeneeded = () => {
        asked.result.createObjectStore(store, { keyPath: ['person', 'slot'] });
      };
      asked.onsuccess = () => {
        resolve(asked.result);
      };
      asked.onerror = () => {
        resolve(null);
      };
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** Carries out one transaction; `undefined` if it fails or there is no database. */
async function transact<Result>(
  mode: IDBTransactionMode,
  act: (entries: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const db = await open();
  if (db === null) return undefined;
  return new Promise((resolve) => {
    try {
      const transaction = db.transaction(store, mode);
      const asked = act(transaction.objectStore(store));
      transaction.oncomplete = () => {
        resolve(asked.result);
      };
      transaction.onerror = transaction.onabort = () => {
        resolve(undefined);
      };
    } catch {
      resolve(undefined);
    }
  });
}

/** Keeps a text in place of the one before. */
export async function keepInJournal(entry: JournalEntry): Promise<void> {
  await transact('readwrite', (entries) => entries.put(entry));
}

/** Removes a text that the server has. */
export async function dropFromJournal(person: string, slot: string): Promise<void> {
  await transact('readwrite', (entries) => entries.delete([person, slot]));
}

/** Returns the texts of this person. */
export async function readJournal(person: string): Promise<readonly JournalEntry[]> {
  const range = () => IDBKeyRange.bound([person], [person, []]);
  const all = (entries: IDBObjectStore) => entries.getAll(range()) as IDBRequest<JournalEntry[]>;
  return (await transact('readonly', all)) ?? [];
}
