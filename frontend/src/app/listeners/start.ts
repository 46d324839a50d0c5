import type { TypedStartListening } from '@reduxjs/toolkit';
import type { AppDispatch } from '@/state/hooks';
import type { RootState } from '@/state/root';

/** How a listener is set up: it is told what has happened, and may answer with something else. */
export type StartListening = TypedStartListening<RootState, AppDispatch>;
