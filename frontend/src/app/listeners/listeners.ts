import { createListenerMiddleware } from '@reduxjs/toolkit';
import type { AppDispatch } from '@/state/hooks';
import type { RootState } from '@/state/root';
import { listenForNotices } from './notices';
import { listenForOpened } from './opened';
import { listenForPreferences } from './preferences';
import { listenForRecovery } from './recovery';
import { listenForSession } from './session';

export function makeListeners() {
  const listeners = createListenerMiddleware<RootState, AppDispatch>();
  listenForNotices(listeners.startListening);
  listenForOpened(listeners.startListening);
  listenForSession(listeners.startListening);
  listenForPreferences(listeners.startListening);
  listenForRecovery(listeners.startListening);
  return listeners;
}
