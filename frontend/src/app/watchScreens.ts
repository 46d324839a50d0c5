import type { createMemoryRouter } from 'react-router-dom';
import { holdForScreen } from '@/keyboard/keyboard';
import { keyTime } from '@/keyboard/keyTime';

type Router = ReturnType<typeof createMemoryRouter>;

/** The path of the screen on the page. */
let shown = '';

/** Says which screen the page shows, by its path. Called after the screen can take keys. */
export function screenShown(pathname: string): void {
  shown = pathname;
}

/** What stands for the whole of a screen, or of its tab, until its first answer comes. */
const waiting = 'main > [aria-busy="true"], main [role="tabpanel"] > [aria-busy="true"]';

/**
 * Has keys kept for a screen between the navigation to it and its arrival: until then the page shows, and would act on, the
 * one before. A change of the search parameters, such as the words of a search, stays on the screen and holds nothing.
 * Returns a function that ends this.
 */
export function watchScreens(router: Router): () => void {
  const wantedPath = () => (router.state.navigation.location ?? router.state.location).pathname;
  let wanted = '';
  let since = 0;
  const note = () => {
    if (wantedPath() === wanted) return;
    wanted = wantedPath();
    since = keyTime();
  };
  note();
  const unsubscribe = router.subscribe(note);
  const release = holdForScreen(() =>
    wantedPath() === shown && document.querySelector(waiting) === null ? null : since,
  );
  return () => {
    unsubscribe();
    release();
  };
}
