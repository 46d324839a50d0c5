import { setScreenRequested } from '@/keyboard/keyboard';
import { keyTime } from '@/keyboard/keyTime';
import type { Router } from '@/router/router';

/** The address of the mounted screen. */
let shown = '';

/**
 * The parts of an address that distinguish screens and their parts, such as tabs and cases: each takes the focus or
 * handles other keys.
 */
type Address = Readonly<Record<'pathname' | 'search' | 'hash', string>>;

const nameOf = ({ pathname, search, hash }: Address) => pathname + search + hash;

/** Reports the mounted screen or part. Called once it can handle keys. */
export function reportScreen(address: Address): void {
  shown = nameOf(address);
}

/** The waiting state of a whole screen or tab. */
const waiting = 'main > [aria-busy="true"], main [role="tabpanel"] > [aria-busy="true"]';

/**
 * Buffers keys from the navigation to a screen, or to another part of it, until it is mounted: until then the page
 * shows the previous screen, which would handle them. Typing in a field continues even if it changes the address.
 * Returns a function that stops this.
 */
export function watchScreens(router: Router): () => void {
  const wantedName = () => nameOf(router.state.pending ?? router.state.location);
  let wanted = '';
  let since = 0;
  const note = () => {
    if (wantedName() === wanted) return;
    wanted = wantedName();
    since = keyTime();
  };
  note();
  const unsubscribe = router.subscribe(note);
  const release = setScreenRequested(() =>
    wantedName() === shown && document.querySelector(waiting) === null ? null : since,
  );
  return () => {
    unsubscribe();
    release();
  };
}
