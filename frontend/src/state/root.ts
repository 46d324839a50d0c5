import { combineReducers } from '@reduxjs/toolkit';
import { api } from '@/api/endpoints';
import { uiSlice } from './uiSlice';

/** Everything the store holds: the server's answers, and what belongs to this window. */
export const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [uiSlice.name]: uiSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
