import { useEffect, useRef } from 'react';
import { dialogs } from '@/keyboard/dialogs';
import { registerLayer, isDialogOpen } from '@/keyboard/keyboard';
import { keyTime } from '@/keyboard/keyTime';

/**
 * Element to which the layer that is being replaced would return the focus; the layer that replaces it returns the
 * focus there.
 */
let replaced: Element | null = null;

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body && element.isConnected;
}

/**
 * Maximum time for which keys wait for the focus to return, in milliseconds: a layer that is removed with its page does
 * not return it.
 */
const longestReturn = 500;

/** Buffers keys from the end of a layer. */
interface Hold {
  /** Called when the layer has ended. */
  readonly begin: () => void;
  readonly release: () => void;
}

function holdForReturn(): Hold {
  let closedAt: number | null = null;
  const begin = () => {
    closedAt ??= keyTime();
  };
  const release = registerLayer({
    isWanted: () => {
      if (isDialogOpen()) return false;
      begin();
      return closedAt !== null && keyTime() - closedAt < longestReturn;
    },
    onPoint: () => {
      if (closedAt !== null && !isDialogOpen()) release();
    },
  });
  return { begin, release };
}

interface FocusReturn {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Returns the focus to where it was when a layer opened. Layers are opened by state without a trigger element, so they
 * do not know it. If that element is gone, the heading of the screen gets the focus; if the action of the layer has
 * already moved the focus, it stays there. A part of the screen that requests the focus while the layer has it gets it
 * afterwards. Keys pressed between the end of the layer and the return of the focus are buffered, so that Tab continues
 * from the right element.
 */
export function useFocusReturn(): FocusReturn {
  const opener = useRef<Element | null>(null);
  const leave = useRef<(() => void) | null>(null);
  const hold = useRef<Hold | null>(null);
  useEffect(
    () => () => {
      replaced = opener.current;
      hold.current?.begin();
    },
    [],
  );
  return {
    onOpenAutoFocus: () => {
      opener.current = isUsable(document.activeElement) ? document.activeElement : replaced;
      leave.current?.();
      const held = holdForReturn();
      hold.current = held;
      // The layer takes the focus back at once.
      const note = ({ target }: FocusEvent) => {
        const isAsked = target instanceof Element && target.closest('main') !== null;
        if (isAsked && !opener.current?.closest(dialogs)) opener.current = target;
      };
      document.addEventListener('focusin', note);
      leave.current = () => {
        held.release();
        document.removeEventListener('focusin', note);
      };
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      leave.current?.();
      replaced = null;
      if (isUsable(document.activeElement)) return;
      const target = isUsable(opener.current)
        ? opener.current
        : document.querySelector<HTMLElement>('main h1');
      opener.current = null;
      target?.focus({ preventScroll: true });
    },
  };
}
