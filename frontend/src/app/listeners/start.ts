import type { TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch } from '@/state/hooks';
import type { RootState } from '@/state/root';

/** Registers a listener, which receives actions and may dispatch others. */
export type StartListening = TypedStartListening<RootState, AppDispatch>;
