/** A database of the browser in memory, as far as the journal needs one: jsdom has none. */

type Key = readonly [string, string];

/** What a request has besides its result. */
interface Request {
  result: unknown;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

/** Puts a database in place of the browser's. With `isBroken`, it cannot be opened. Returns what is in it, by its keys. */
export function fakeIndexedDb(isBroken = false): ReadonlyMap<string, unknown> {
  const rows = new Map<string, { readonly key: Key; readonly value: unknown }>();
  const nameOf = (key: Key) => JSON.stringify(key);
  const store = {
    put: (value: { readonly person: string; readonly slot: string }) => {
      const key: Key = [value.person, value.slot];
      rows.set(nameOf(key), { key, value: structuredClone(value) });
      return { result: key };
    },
    delete: (key: Key) => ({ result: void rows.delete(nameOf(key)) }),
    getAll: ([person]: readonly [string]) => ({
      result: [...rows.values()].filter(({ key }) => key[0] === person).map(({ value }) => value),
    }),
  };
  const database = {
    createObjectStore: () => store,
    transaction: () => {
      const transaction: { oncomplete?: () => void; objectStore: () => typeof store } = {
        objectStore: () => store,
      };
      setTimeout(() => transaction.oncomplete?.());
      return transaction;
    },
  };
  const open = () => {
    const request: Request = { result: database };
    setTimeout(() => {
      if (isBroken) request.onerror?.();
      else {
        request.onupgradeneeded?.();
        request.onsuccess?.();
      }
    });
    return request;
  };
  Object.assign(globalThis, {
    indexedDB: { open },
    // The lower bound says whose rows they are.
    IDBKeyRange: { bound: (from: unknown) => from },
    structuredClone: (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown,
  });
  return rows;
}

/** Puts locks in place of the browser's, which jsdom does not have. */
export function fakeLocks(): void {
  const held = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  const free = (name: string) => {
    held.delete(name);
    waiting.get(name)?.shift()?.();
  };
  const request = async (
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    act: (lock: object | null) => Promise<void>,
  ) => {
    if (held.has(name) && options.ifAvailable === true) {
      await act(null);
      return;
    }
    if (held.has(name))
      await new Promise<void>((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
    if (options.signal?.aborted === true) {
      free(name);
      return;
    }
    held.add(name);
    try {
      await act({});
    } finally {
      free(name);
    }
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}
