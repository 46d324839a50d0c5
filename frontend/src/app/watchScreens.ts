import type { createMemoryRouter } from 'react-router-dom';
import { holdForScreen } from '@/keyboard/keyboard';
import { keyTime } from '@/keyboard/keyTime';

type Router = ReturnType<typeof createMemoryRouter>;

/** The path of the screen on the page, and the part of it that the address names. */
let shown = '';

/** What tells screens apart, and the named parts of one: each takes the focus. */
type Address = Readonly<Record<'pathname' | 'hash', string>>;

const nameOf = ({ pathname, hash }: Address) => pathname + hash;

/** Says which screen the page shows. Called after the screen, or its named part, can take keys. */
export function screenShown(address: Address): void {
  shown = nameOf(address);
}

/** What stands for the whole of a screen, or of its tab, until its first answer comes. */
const waiting = 'main > [aria-busy="true"], main [role="tabpanel"] > [aria-busy="true"]';

/**
 * Has keys kept for a screen between the navigation to it and its arrival: until then the page shows, and would act on, the
 * one before. A change of the search parameters, such as the words of a search, stays on the screen and holds nothing.
 * Returns a function that ends this.
 */
export function watchScreens(router: Router): () => void {
  const wantedName = () => nameOf(router.state.navigation.location ?? router.state.location);
  let wanted = '';
  let since = 0;
  const note = () => {
    if (wantedName() === wanted) return;
    wanted = wantedName();
    since = keyTime();
  };
  note();
  const unsubscribe = router.subscribe(note);
  const release = holdForScreen(() =>
    wantedName() === shown && document.querySelector(waiting) === null ? null : since,
  );
  return () => {
    unsubscribe();
    release();
  };
}
