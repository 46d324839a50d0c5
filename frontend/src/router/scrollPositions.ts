const storageKey = 'facility.scrolled';

function readScrollPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Scroll position of each history entry in pixels, by the entry's key. */
export const scrollPositions = readScrollPositions();

/** Stores the positions for a reload. */
export function storeScrollPositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(scrollPositions));
  } catch {
    // Storage failed: the page starts at its top after a reload.
  }
}
