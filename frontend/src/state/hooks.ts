import { useCallback, useEffect } from 'react';
import type { Store, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { lineSafe } from '@/lib/text';
import type { RootState } from './root';
import {
  readyStatus,
  recordNamed,
  statusSet,
  toastShown,
  type Mode,
  type ShownRecord,
  type Toast,
} from './uiSlice';

export type AppDispatch = ThunkDispatch<RootState, undefined, UnknownAction>;

// The lint rule refers to these typed hooks.
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** The store itself, for reading state in an event handler instead of rendering it. */
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** Shows a notification. The notifications of mutations are in `api/notices.ts`; this is for all others. */
export function useToast(): (toast: Omit<Toast, 'id'>) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (toast) => {
      dispatch(toastShown(toast));
    },
    [dispatch],
  );
}

/** Sets the content of the status bar while this screen is mounted. */
export function useStatusLine(
  mode: Mode,
  count: string | null = null,
  hints?: string,
  about?: ShownRecord,
): void {
  const dispatch = useAppDispatch();
  const { title, label = null } = about ?? {};
  useEffect(() => {
    const named = title === undefined ? undefined : { title: lineSafe(title), label };
    dispatch(statusSet({ mode, count, hints, about: named }));
  }, [dispatch, mode, count, hints, title, label]);
  useEffect(
    () => () => {
      dispatch(statusSet(readyStatus));
    },
    [dispatch],
  );
}

/** Sets the title of the window, and of pages printed from it, to the record on this screen. */
export function useRecordTitle(title: string, label: string | null = null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(recordNamed({ title: lineSafe(title), label }));
    return () => {
      dispatch(recordNamed(null));
    };
  }, [dispatch, title, label]);
}
