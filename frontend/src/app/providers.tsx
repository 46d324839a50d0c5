import { useEffect, useLayoutEffect, useState } from 'react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { hearKeys } from '@/keyboard/keyboard';
import { GlobalStyles } from '@/theme/GlobalStyles';
import type { makeMemoryRouter } from './router';
import type { AppStore } from './store';
import { watchScreens } from './watchScreens';

interface AppProvidersProps {
  readonly store: AppStore;
  readonly router: ReturnType<typeof makeMemoryRouter>;
  /** The policy's nonce: without it the browser refuses every style the client makes. */
  readonly nonce?: string | undefined;
}

export function AppProviders({ store, router, nonce }: AppProvidersProps) {
  // Once: another cache would insert every style again.
  const [cache] = useState(() => createCache({ key: 'ft', ...(nonce ? { nonce } : {}) }));
  useLayoutEffect(hearKeys, []);
  useEffect(() => watchScreens(router), [router]);
  return (
    <CacheProvider value={cache}>
      <GlobalStyles />
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </CacheProvider>
  );
}
