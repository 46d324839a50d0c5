import { useRef } from 'react';

interface FocusReturn {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Puts the focus back where it was when a layer opened. The layers are opened by state and not by a trigger of their
 * own, so they would not know. Where that place is gone, the heading of the screen takes it; where what was decided in
 * the layer has moved the focus already, it stays there.
 */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const known = opener.current !== document.body && opener.current?.isConnected === true;
      const target = known ? opener.current : document.querySelector('main h1');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
