import { clearStored, readStored, writeStored } from './storage';

/**
 * Why a script that was asked for did not come: the line is down, and the same script can be asked for again; or
 * another release is served by now, and only a reload brings its scripts.
 */
export type LoadFailure = 'line' | 'release';

/** How long the server may take to answer what it serves, in milliseconds. */
const patience = 5000;

/** The scripts that the page came with. Those that are fetched later carry no `defer`. */
function ownScripts(): readonly string[] {
  return [...document.querySelectorAll('script[defer][src]')].flatMap(
    (script) => script.getAttribute('src') ?? [],
  );
}

/** Asks for the page as it is served now and compares its scripts with those that run here. */
export async function whyNotLoaded(): Promise<LoadFailure> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
    if (!answer.ok) return 'line';
    const page = await answer.text();
    return ownScripts().some((src) => !page.includes(src)) ? 'release' : 'line';
  } catch {
    return 'line';
  }
}

/** Whether the one reload for a screen is still to be had; it counts as taken by asking. */
export function claimReload(screen: string): boolean {
  if (readStored('reloadedFor') === screen) return false;
  writeStored('reloadedFor', screen);
  // Where nothing can be remembered it would never be the last one.
  return readStored('reloadedFor') === screen;
}

/** The screen is there: the next time its scripts are gone it may be reloaded for again. */
export function releaseReload(screen: string): void {
  if (readStored('reloadedFor') === screen) clearStored('reloadedFor');
}
