/**
 * Texts that the server does not have yet, in this browser's database. Unlike the storage of a window, it survives that
 * the browser is killed: a write is with the operating system once its transaction has completed. Each text belongs to
 * one person and is read for nobody else. Where the database is missing or blocked, the window alone keeps the text.
 */

const database = 'facility';
const store = 'unsaved';

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
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
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
      transaction.oncomplete = () => resolve(asked.result);
      transaction.onerror = transaction.onabort = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

/** Keeps a text in place of the one before. */
export async function keepInJournal(entry: JournalEntry): Promise<void> {
  await transact('readwrite', (entries) => entries.put(entry));
}

/** The shortest time between two writes of a text into the browser's database, in milliseconds. */
const pace = 200;

export interface JournalWriter {
  /** Keeps this value in place of the one before: the first at once, then the last one of each 200 ms. */
  readonly keep: (value: unknown) => void;
  /** Forgets what was kept, also what was about to be written. */
  readonly drop: () => void;
}

export function journalWriter(person: string, slot: string): JournalWriter {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: { readonly value: unknown } | null = null;
  const write = () => {
    timer = undefined;
    if (next === null) return;
    void keepInJournal({ person, slot, value: next.value });
    next = null;
    timer = setTimeout(write, pace);
  };
  return {
    keep: (value) => {
      next = { value };
      if (timer === undefined) write();
    },
    drop: () => {
      next = null;
      void dropFromJournal(person, slot);
    },
  };
}

/** Removes a text that the server has. */
export async function dropFromJournal(person: string, slot: string): Promise<void> {
  await transact('readwrite', (entries) => entries.delete([person, slot]));
}

export async function readJournal(person: string): Promise<readonly JournalEntry[]> {
  const range = () => IDBKeyRange.bound([person], [person, []]);
  const all = (entries: IDBObjectStore) => entries.getAll(range()) as IDBRequest<JournalEntry[]>;
  return (await transact('readonly', all)) ?? [];
}
