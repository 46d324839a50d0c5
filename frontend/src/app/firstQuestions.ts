import { api } from '@/api/endpoints';
import { askWhoIsThere } from '@/api/session';
import type { AppStore } from './store';

/**
 * Requests what every screen waits for, while the code of the screen is loading: who is signed in, and whether the site
 * is locked. Screens that come before the response wait for the same request.
 */
export function askFirst({ dispatch }: AppStore): void {
  void dispatch(askWhoIsThere('person'));
  void dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { subscribe: false }));
}
