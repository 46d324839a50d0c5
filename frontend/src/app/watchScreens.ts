import type { createMemoryRouter } from 'react-router-dom';
import { holdForScreen } from '@/lib/keyHold';

type Router = ReturnType<typeof createMemoryRouter>;

/** How long keys wait for a screen that does not arrive, in milliseconds. */
const patience = 5000;

/** The entry of the history whose screen is on the page. */
let shown = '';

/** Says which entry of the history the page shows. Called after its screen can take keys. */
export function screenShown(key: string): void {
  shown = key;
}

/**
 * Holds the keys of the screen between a navigation and the arrival of its screen: until then the page shows, and would act
 * on, the one before. Returns a function that ends this.
 */
export function watchScreens(router: Router): () => void {
  let wanted = '';
  let since = 0;
  const note = () => {
    const { navigation, location } = router.state;
    const key = navigation.location?.key ?? location.key;
    if (key === wanted) return;
    wanted = key;
    since = performance.now();
  };
  note();
  const unsubscribe = router.subscribe(note);
  const release = holdForScreen(() => {
    const { navigation, location } = router.state;
    const isComing = navigation.state !== 'idle' || location.key !== shown;
    return isComing && performance.now() - since < patience;
  });
  return () => {
    unsubscribe();
    release();
  };
}
