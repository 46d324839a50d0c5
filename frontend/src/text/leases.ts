/**
 * Claims on texts for browsers without locks, that is, without a secure connection. They are entries in the browser's
 * storage that this page renews and other windows read.
 */

/** Interval between renewals of a claim, in milliseconds. */
const renewal = 10_000;

/** Lifetime of a claim, in milliseconds. Browsers run the timers of hidden windows only once a minute. */
const leaseTime = 90_000;

/** Random id of this page. */
const page = String(Math.random());

/** Number of claims of this page by name. */
const held = new Map<string, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Writes to the storage. If it is blocked, only this page knows of its claims. */
function store(act: () => void): void {
  try {
    act();
  } catch {
    // The storage is blocked or full.
  }
}

function write(name: string): void {
  store(() => localStorage.setItem(name, JSON.stringify({ page, at: Date.now() })));
}

function erase(name: string): void {
  store(() => {
    if (readLease(name)?.page === page) localStorage.removeItem(name);
  });
}

function readLease(name: string): { readonly page: string; readonly at: number } | null {
  try {
    const { page: by, at } = JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, unknown>;
    return typeof by === 'string' && typeof at === 'number' ? { page: by, at } : null;
  } catch {
    return null;
  }
}

function writeAll(): void {
  for (const name of held.keys()) write(name);
}

function eraseAll(): void {
  for (const name of held.keys()) erase(name);
}

/** Claims a name until the returned function is called or the page is gone. */
export function lease(name: string): () => void {
  held.set(name, (held.get(name) ?? 0) + 1);
  write(name);
  if (timer === undefined) {
    timer = setInterval(writeAll, renewal);
    window.addEventListener('pagehide', eraseAll);
    window.addEventListener('pageshow', writeAll);
  }
  let isGiven = true;
  return () => {
    if (!isGiven) return;
    isGiven = false;
    const count = (held.get(name) ?? 1) - 1;
    if (count > 0) held.set(name, count);
    else {
      held.delete(name);
      erase(name);
    }
  };
}

/** Whether this page or another one claims a name. A claim with a time ahead of this clock expires like any other. */
export function isLeased(name: string): boolean {
  if (held.has(name)) return true;
  const found = readLease(name);
  return found !== null && found.page !== page && Math.abs(Date.now() - found.at) < leaseTime;
}
