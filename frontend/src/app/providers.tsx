import { useEffect, useLayoutEffect, useState } from 'react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Provider } from 'react-redux';
import { listenToKeys } from '@/keyboard/keyboard';
import type { Router } from '@/router/router';
import { GlobalStyles } from '@/theme/GlobalStyles';
import { Screens } from './router';
import type { AppStore } from './store';
import { watchScreens } from './watchScreens';

interface AppProvidersProps {
  readonly store: AppStore;
  readonly router: Router;
  /** The nonce of the content security policy; without it the browser refuses every style that the client adds. */
  readonly nonce?: string | undefined;
}

export function AppProviders({ store, router, nonce }: AppProvidersProps) {
  // Created once: another cache would insert all styles again.
  const [cache] = useState(() => createCache({ key: 'ft', ...(nonce ? { nonce } : {}) }));
  useLayoutEffect(listenToKeys, []);
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
