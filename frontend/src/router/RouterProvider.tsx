import { createContext, startTransition, useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router as Locations } from 'react-router-dom';
import type { Router } from './router';
import { useScrollRestoration } from './useScrollRestoration';

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('There is no RouterProvider.');
  return router;
}

/** Navigates to an address. The function never changes. */
export function useNavigate(): Router['navigate'] {
  return useRouter().navigate;
}

/** Rendered after the screen, whose height limits the scroll position. */
function ScrollRestoration({ router, state }: { readonly router: Router; readonly state: Router['state'] }) {
  useScrollRestoration(router, state);
  return null;
}

interface RouterProviderProps {
  readonly router: Router;
  /** Shown until the code of the first screen is loaded. */
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

export function RouterProvider({ router, waiting, children }: RouterProviderProps) {
  const [state, setState] = useState(router.state);
  useLayoutEffect(() => {
    // Keys and clicks take precedence over rendering another screen.
    const show = () => startTransition(() => setState(router.state));
    const stop = router.subscribe(show);
    show();
    return stop;
  }, [router]);
  return (
    <RouterContext value={router}>
      <Locations location={state.location} navigationType={state.historyAction} navigator={router.navigator}>
        {state.isReady ? children : waiting}
        {state.isReady && <ScrollRestoration router={router} state={state} />}
      </Locations>
    </RouterContext>
  );
}
