import { useEffect, useLayoutEffect, useRef } from 'react';
import { keyTime } from '@/keyboard/keyTime';
import { useScope } from '@/keyboard/useScope';
import { useAppDispatch, useAppSelector, useStatusLine } from './hooks';
import { keyRefused, type ShownRecord } from './uiSlice';
import type { KeyMap } from './useKeyMap';

/**
 * How long a case must have been on screen before keys decide on it, in milliseconds: an earlier key was meant for
 * another case.
 */
export const decisionDelay = 150;

/**
 * Single keys that decide on a case. Keys pressed before the case has been on screen for `decisionDelay` are ignored,
 * and the status line says so. `shown` identifies the case.
 */
export function useDecisionKeys(shown: string, keys: KeyMap): void {
  const dispatch = useAppDispatch();
  const since = useRef(0);
  useLayoutEffect(() => {
    since.current = keyTime();
  }, [shown]);
  useScope('screen', ({ key, at, isReplayed, isRepeat }) => {
    const decide = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (decide === undefined) return null;
    const isEarly = isReplayed || at - since.current < decisionDelay;
    return () => {
      if (isRepeat) return;
      dispatch(keyRefused(isEarly ? key : null));
      if (!isEarly) decide();
    };
  });
}

/**
 * Sets the status line of a desk: the open case, the count, or the key that was pressed too early. `rows` is the number
 * of cases.
 */
export function useDeskStatus(rows: number, position: number | null, about?: ShownRecord): void {
  const dispatch = useAppDispatch();
  const refused = useAppSelector((state) => state.ui.earlyKey);
  const count = position === null ? String(rows) : `${position} of ${rows}`;
  useStatusLine(
    'REVIEW',
    refused === null ? count : `${refused} came too early: not done`,
    about === undefined ? undefined : 'j k case',
    about,
  );
  useEffect(
    () => () => {
      dispatch(keyRefused(null));
    },
    [dispatch],
  );
  // Registered after the case, whose scope comes first once it is mounted. On a case that the user may not decide,
  // these keys have no effect.
  useScope('shell', ({ key, isReplayed }) => {
    const isEarly = isReplayed || document.querySelector('main [aria-busy="true"]') !== null;
    if (rows === 0 || !isEarly || !/^[1-5ar]$/.test(key)) return null;
    return () => {
      dispatch(keyRefused(key));
    };
  });
}
