import { combineReducers } from '@reduxjs/toolkit';
import { api } from '@/api/endpoints';
import { sessionSlice } from '@/api/sessionSlice';
import { uiSlice } from './uiSlice';

/** The state of the store: the server's responses, the session and the window. */
export const rootReducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  [uiSlice.name]: uiSlice.reducer,
});

export type RootState = ReturnType<typeof rootReducer>;
