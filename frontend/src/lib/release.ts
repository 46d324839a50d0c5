import { clearStored, readStored, writeStored } from './storage';

/**
 * Why a script failed to load: the connection is down, and the same script can be requested again; or the server has
 * another release, and only a reload gets its scripts.
 */
export type LoadFailure = 'line' | 'release';

/** Time limit for the server's response, in milliseconds. */
const responseTimeout = 5000;

/** The scripts in the page's HTML. Scripts loaded later have no `defer`. */
function ownScripts(): readonly string[] {
  return [...document.querySelectorAll('script[defer][src]')].flatMap(
    (script) => script.getAttribute('src') ?? [],
  );
}

/** Fetches the page again and compares its scripts with those that are running. */
export async function findLoadFailure(): Promise<LoadFailure> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(responseTimeout) });
    if (!answer.ok) return 'line';
    const page = await answer.text();
    return ownScripts().some((src) => !page.includes(src)) ? 'release' : 'line';
  } catch {
    return 'line';
  }
}

/** Claims the one reload for a screen. Returns whether it was still available. */
export function claimReload(screen: string): boolean {
  if (readStored('reloadedFor') === screen) return false;
  writeStored('reloadedFor', screen);
  // Without storage every reload would look like the first, so there is none.
  return readStored('reloadedFor') === screen;
}

/** Allows another reload for a screen after it has loaded. */
export function releaseReload(screen: string): void {
  if (readStored('reloadedFor') === screen) clearStored('reloadedFor');
}
