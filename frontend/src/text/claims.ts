/** Which unsaved texts a window of this browser is writing, so that no other window saves them behind its back. */

import { isLeased, lease } from './leases';

function nameOf(slot: string): string {
  return `facility.unsaved.${slot}`;
}

/** The locks of this browser. Without a secure connection there are none, and leases stand in for them. */
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

/** Whether no window is writing a text. Those who only look do not hide it from each other. */
export async function isSlotFree(slot: string): Promise<boolean> {
  const available = locks();
  if (available === undefined) return !isLeased(nameOf(slot));
  const look = { ifAvailable: true, mode: 'shared' } as const;
  return available.request(nameOf(slot), look, (lock) => lock !== null);
}

/**
 * Runs `act` for a text that no window is writing.
 */
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
