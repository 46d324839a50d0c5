import { configureStore } from '@reduxjs/toolkit';
import { api } from '@/api/endpoints';
import { rootReducer, type RootState } from '@/state/root';
import { makeListeners } from './listeners/listeners';

/** Creates a store; every test has its own. */
export function makeStore(preloadedState?: Partial<RootState>) {
  return configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults().prepend(makeListeners().middleware).concat(api.middleware),
    ...(preloadedState ? { preloadedState } : {}),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
