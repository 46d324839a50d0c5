import type { createMemoryRouter } from 'react-router-dom';
import { holdForScreen } from '@/keyboard/keyboard';

type Router = ReturnType<typeof createMemoryRouter>;

/** How long keys wait for a screen that does not arrive, in milliseconds. */
const patience = 5000;

/** The path of the screen on the page. */
let shown = '';

/** Says which screen the page shows, by its path. Called after the screen can take keys. */
export function screenShown(pathname: string): void {
  shown = pathname;
}

/**
 * Holds the keys of the screen between a navigation and the arrival of its screen: until then the page shows, and would act
 * on, the one before. A change of the search parameters, such as the words of a search, stays on the screen and holds
 * nothing. Returns a function that ends this.
 */
export function watchScreens(router: Router): () => void {
  const wantedPath = () => (router.state.navigation.location ?? router.state.location).pathname;
  let wanted = '';
  let since = 0;
  const note = () => {
    if (wantedPath() === wanted) return;
    wanted = wantedPath();
    since = performance.now();
  };
  note();
  const unsubscribe = router.subscribe(note);
  const release = holdForScreen(() => wantedPath() !== shown && performance.now() - since < patience);
  return () => {
    unsubscribe();
    release();
  };
}
