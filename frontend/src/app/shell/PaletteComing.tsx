import { useEffect } from 'react';
import { resetTypedAhead, typeAhead } from '@/lib/typedAhead';
import { useAppDispatch } from '@/state/hooks';
import { layerOpened } from '@/state/uiSlice';

/** Shown while the palette loads. Keeps what the user types for the palette, so that no letter is a shortcut of the page. */
export function PaletteComing() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dispatch(layerOpened(null));
      else if (!typeAhead(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      // A palette that follows has taken the text already. Without one, the text is not for the next palette.
      resetTypedAhead();
    };
  }, [dispatch]);
  return null;
}
