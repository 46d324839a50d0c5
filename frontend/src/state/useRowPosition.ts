import { useCallback, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useAppDispatch, useAppSelector } from './hooks';
import { rowFocused, type RowPosition } from './uiSlice';

/**
 * The row that had the focus when this history entry was left, if the user returns to it; otherwise `null`. Report each
 * row that takes the focus.
 */
export function useRowPosition(): readonly [RowPosition | null, (place: RowPosition) => void] {
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const type = useNavigationType();
  const places = useAppSelector((state) => state.ui.rowPositions);
  const [left] = useState(() =>
    type === NavigationType.Pop ? (places.find(([entry]) => entry === key)?.[1] ?? null) : null,
  );
  const remember = useCallback(
    (place: RowPosition) => {
      dispatch(rowFocused({ entry: key, place }));
    },
    [dispatch, key],
  );
  return [left, remember];
}
