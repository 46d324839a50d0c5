import { useState, type ReactNode } from 'react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Provider } from 'react-redux';
import { GlobalStyles } from '@/theme/GlobalStyles';
import type { AppStore } from './store';

interface AppProvidersProps {
  readonly store: AppStore;
  /** The policy's nonce: without it the browser refuses every style the client makes. */
  readonly nonce?: string | undefined;
  readonly children: ReactNode;
}

/** Store, styles and everything else the screens stand on. */
export function AppProviders({ store, nonce, children }: AppProvidersProps) {
  // Once: another cache would insert every style again.
  const [cache] = useState(() => createCache({ key: 'ft', ...(nonce ? { nonce } : {}) }));
  return (
    <CacheProvider value={cache}>
      <GlobalStyles />
      <Provider store={store}>{children}</Provider>
    </CacheProvider>
  );
}
