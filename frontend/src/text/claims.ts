/** Claims on unsaved texts, so that no two windows of this browser save the same one. */

import { isLeased, lease } from './leases';

function nameOf(slot: string): string {
  return `facility.unsaved.${slot}`;
}

/** The locks of this browser; `undefined` without a secure connection, where leases replace them. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Claims a text for this window until the returned function is called or the window is gone. */
export function claimSlot(slot: string): () => void {
  const available = locks();
  if (available === undefined) return lease(nameOf(slot));
  const given = new AbortController();
  let release = () => given.abort();
  void available
    .request(nameOf(slot), { signal: given.signal }, () => {
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .catch(() => undefined);
  return () => release();
}

/** Whether no window is writing a text. A shared lock, so that windows that only check do not block each other. */
export async function isSlotFree(slot: string): Promise<boolean> {
  const available = locks();
  if (available === undefined) return !isLeased(nameOf(slot));
  const look = { ifAvailable: true, mode: 'shared' } as const;
  return available.request(nameOf(slot), look, (lock) => lock !== null);
}

/** Runs `act` with a claim on the text, unless another window is writing it. */
export async function withFreeSlot(slot: string, act: () => Promise<void>): Promise<void> {
  const available = locks();
  if (available === undefined) {
    if (isLeased(nameOf(slot))) return;
    const release = lease(nameOf(slot));
    await act().finally(release);
    return;
  }
  await available.request(nameOf(slot), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
  });
}
