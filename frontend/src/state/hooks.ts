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

// What the lint rule points everybody else to.
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
/** The store itself, to read it when something happens and not when something is shown. */
export const useAppStore = useStore.withTypes<Store<RootState>>();

/** Shows a notice. Calls that change something have theirs in `api/notices.ts`; this is for the rest. */
export function useToast(): (toast: Omit<Toast, 'id'>) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (toast) => {
      dispatch(toastShown(toast));
    },
    [dispatch],
  );
}

/** What the status bar says while this screen is shown. */
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

/** Names the window, and the pages that are printed of it, after the record that this screen shows. */
export function useRecordTitle(title: string, label: string | null = null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(recordNamed({ title: lineSafe(title), label }));
    return () => {
      dispatch(recordNamed(null));
    };
  }, [dispatch, title, label]);
}
