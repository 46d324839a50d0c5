import { api } from '@/api/endpoints';
import { askWhoIsThere } from '@/api/session';
import type { AppStore } from './store';

/**
 * Asks what every screen waits for: who is signed in, and whether the site is locked. Before the code of the screen has come,
 * so that both are on their way at once. Who has no answer by then waits for this one.
 */
export function askFirst({ dispatch }: AppStore): void {
  void dispatch(askWhoIsThere('person'));
  void dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { subscribe: false }));
}
