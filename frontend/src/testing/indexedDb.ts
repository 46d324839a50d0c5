/** An in-memory database with the functions that the journal needs: jsdom has none. */

type Key = readonly [string, string];

interface Request {
  result: unknown;
  onsuccess?: () => void;
  onerror?: () => void;
  onupgradeneeded?: () => void;
}

/** Replaces the browser's database. With `isBroken` it cannot be opened. Returns its contents by key. */
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
    // The lower bound contains the owner of the rows.
    IDBKeyRange: { bound: (from: unknown) => from },
    structuredClone: (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown,
  });
  return rows;
}

/** Replaces the browser's lock manager, which jsdom does not have. */
export function fakeLocks(): void {
  /** Number of holders by lock name; `Infinity` for an exclusive lock. */
  const held = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  const isTaken = (name: string, share: number) => {
    const count = held.get(name) ?? 0;
    return share === 1 ? count === Infinity : count > 0;
  };
  const free = (name: string, share: number) => {
    const left = share === 1 ? (held.get(name) ?? 1) - 1 : 0;
    held.set(name, left);
    if (left === 0) waiting.get(name)?.shift()?.();
  };
  const request = async (
    name: string,
    options: { readonly ifAvailable?: boolean; readonly mode?: LockMode; readonly signal?: AbortSignal },
    act: (lock: object | null) => unknown,
  ) => {
    const share = options.mode === 'shared' ? 1 : Infinity;
    if (isTaken(name, share) && options.ifAvailable === true) return act(null);
    if (isTaken(name, share))
      await new Promise<void>((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
    if (options.signal?.aborted === true) {
      free(name, share);
      return undefined;
    }
    held.set(name, share === 1 ? (held.get(name) ?? 0) + 1 : Infinity);
    try {
      return await act({});
    } finally {
      free(name, share);
    }
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}
