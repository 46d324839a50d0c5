import { useEffect, useLayoutEffect, useState } from 'react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Provider } from 'react-redux';
import { hearKeys } from '@/keyboard/keyboard';
import type { Router } from '@/router/router';
import { GlobalStyles } from '@/theme/GlobalStyles';
import { Screens } from './router';
import type { AppStore } from './store';
import { watchScreens } from './watchScreens';

interface AppProvidersProps {
  readonly store: AppStore;
  readonly router: Router;
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
        <Screens router={router} />
      </Provider>
    </CacheProvider>
  );
}
