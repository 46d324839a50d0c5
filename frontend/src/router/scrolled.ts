const storageKey = 'facility.scrolled';

function readScrolled(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** How far down each entry of the history was left, in pixels, by its key. */
export const scrolled = readScrolled();

/** Keeps it for when the page is loaded again. */
export function keepScrolled(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(scrolled));
  } catch {
    // The page begins at its top then.
  }
}
