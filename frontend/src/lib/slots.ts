/** Which unsaved texts a window of this browser is writing, so that no other window saves them behind its back. */

function nameOf(slot: string): string {
  return `facility.unsaved.${slot}`;
}

/** The locks of this browser. Without a secure connection there are none. */
function locks(): LockManager | undefined {
  return 'locks' in navigator ? navigator.locks : undefined;
}

/** Claims a text for this window until the returned function is called or the window is gone. */
export function claimSlot(slot: string): () => void {
  const given = new AbortController();
  let release = () => {
    given.abort();
  };
  void locks()
    ?.request(nameOf(slot), { signal: given.signal }, () => {
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    })
    .catch(() => undefined);
  return () => {
    release();
  };
}

/**
 * Runs `act` for a text that no window is writing. Without locks it always runs: saving a text twice changes nothing.
 */
export async function withFreeSlot(slot: string, act: () => Promise<void>): Promise<void> {
  const available = locks();
  if (available === undefined) {
    await act();
    return;
  }
  await available.request(nameOf(slot), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
  });
}
