import { useEffect, useRef } from 'react';
import { dialogs } from '@/keyboard/dialogs';
import { holdForLayer, isDialogOpen } from '@/keyboard/keyboard';
import { keyTime } from '@/keyboard/keyTime';

/** Where the focus came from before the layer that is closing now: the layer that replaces it returns there. */
let replaced: Element | null = null;

function isUsable(element: Element | null): element is HTMLElement {
  return element instanceof HTMLElement && element !== document.body && element.isConnected;
}

/**
 * The longest that keys wait for the focus after a layer, in milliseconds: a layer that goes with its page returns
 * none.
 */
const longestReturn = 500;

/** Keys that are kept from the end of a layer on. */
interface Hold {
  /** The layer has ended. */
  readonly begin: () => void;
  readonly release: () => void;
}

function holdForReturn(): Hold {
  let closedAt: number | null = null;
  const begin = () => {
    closedAt ??= keyTime();
  };
  const release = holdForLayer({
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
 * Returns the focus to where it was when a layer opened. State opens the layers, not a trigger of their own, so they
 * cannot know. If that element is gone, the heading of the screen gets the focus; if the action in the layer has moved
 * the focus already, it stays there. A part of the screen that asks for the focus while the layer has it gets it
 * afterwards. Keys that are pressed between the end of the layer and that moment wait for it: Tab goes on from where
 * the focus will be.
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
