import { combineReducers } from '@reduxjs/toolkit';
import { api } from '@/api/endpoints';
import { sessionSlice } from '@/api/sessionSlice';
import { uiSlice } from './uiSlice';

/** Everything the store holds: the server's answers, who is at this window, and what belongs to the window. */
export const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [uiSlice.name]: uiSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
