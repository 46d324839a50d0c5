import { api } from '@/api/endpoints';
import { askWhoIsThere } from '@/api/session';
import type { AppStore } from './store';

/**
 * Requests what every screen needs while the screen's code is loading: who is signed in, and whether the site is
 * locked. Screens that mount before the response share the request.
 */
export function requestInitialData({ dispatch }: AppStore): void {
  void dispatch(askWhoIsThere('person'));
  void dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { subscribe: false }));
}
