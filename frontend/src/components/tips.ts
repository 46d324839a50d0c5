/**
 * Delay in milliseconds between hover or focus and the tooltip, and the time in which the next tooltip appears without
 * delay (spec section 9).
 */
export const tipTimes = { delay: 700, skip: 300 } as const;

/** Time in milliseconds for moving the pointer from an element to its tooltip. */
const bridge = 150;

/** Gives an element a tooltip. An attribute costs nothing until it is used, which matters in long lists. */
export function tip(text: string | null | undefined): { readonly 'data-tip'?: string } {
  return text ? { 'data-tip': text } : {};
}

/**
 * Shows the full text of an element in a tooltip if it is cut; `text` if the full text is more than the element
 * contains.
 */
export function cutTip(text = ''): { readonly 'data-tip-cut': string } {
  return { 'data-tip-cut': text };
}

export interface ShownTip {
  readonly target: HTMLElement;
  readonly text: string;
}

/** Events that close a tooltip, besides keys. */
const closingEvents = ['pointerdown', 'scroll'] as const;

const marked = '[data-tip], [data-tip-cut]';

function isCut(element: HTMLElement): boolean {
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 1;
}

/** The text of an element's tooltip; `null` for none. */
function textOf(element: HTMLElement): string | null {
  const { tip: text, tipCut } = element.dataset;
  if (text !== undefined) return text;
  if (tipCut === undefined || !isCut(element)) return null;
  return tipCut === '' ? element.textContent : tipCut;
}

/** The tooltip for an event target: that of the nearest element that has one. */
function tipAt(place: EventTarget | null): ShownTip | null {
  let target = place instanceof Element ? place.closest<HTMLElement>(marked) : null;
  while (target !== null) {
    const text = textOf(target);
    if (text !== null) return { target, text };
    target = target.parentElement?.closest<HTMLElement>(marked) ?? null;
  }
  return null;
}

/** The tooltip of the focused element: its own, or that of a cut text in it. */
function tipOfFocus(place: EventTarget | null): ShownTip | null {
  if (!(place instanceof HTMLElement) || !place.matches(':focus-visible')) return null;
  const within = place.querySelector<HTMLElement>('[data-tip-cut]');
  const cut = within === null ? null : textOf(within);
  return within !== null && cut !== null ? { target: within, text: cut } : tipAt(place);
}

/**
 * Watches pointer and focus, and reports the tooltip to show; `null` for none. Touch shows none, because the finger
 * would cover it. The pointer may rest on the tooltip itself. Returns a function that stops it, and one that closes the
 * tooltip and returns its target if it was open.
 */
export function watchTips(show: (shown: ShownTip | null) => void): {
  readonly stop: () => void;
  readonly close: () => HTMLElement | null;
} {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let current: HTMLElement | null = null;
  let explained: HTMLElement | null = null;
  let closedAt = Number.NEGATIVE_INFINITY;

  const close = () => {
    clearTimeout(waiting);
    clearTimeout(leaving);
    const closed = explained;
    explained = null;
    if (closed === null) return null;
    closedAt = Date.now();
    show(null);
    return closed;
  };
  const want = (next: ShownTip) => {
    clearTimeout(leaving);
    if (next.target === current) return;
    close();
    current = next.target;
    const open = () => {
      if (!next.target.isConnected) return;
      explained = next.target;
      show(next);
    };
    waiting = setTimeout(open, Date.now() - closedAt < tipTimes.skip ? 0 : tipTimes.delay);
  };
  const leave = () => {
    current = null;
    if (explained === null) clearTimeout(waiting);
    else leaving = setTimeout(close, bridge);
  };

  const onOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return;
    if (event.target instanceof Element && event.target.closest('[role=tooltip]')) {
      clearTimeout(leaving);
      return;
    }
    const next = tipAt(event.target);
    if (next !== null) want(next);
    else if (current !== null || explained !== null) leave();
  };
  const onFocus = (event: FocusEvent) => {
    const next = tipOfFocus(event.target);
    if (next === null) close();
    else want(next);
  };
  const onBlur = () => {
    current = null;
    close();
  };
  const root = document.documentElement;
  const capturing = { capture: true, passive: true };
  document.addEventListener('pointerover', onOver);
  root.addEventListener('pointerleave', onBlur);
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  // After an action the tooltip is in the way. It returns with the pointer or the focus.
  for (const act of closingEvents) document.addEventListener(act, close, capturing);
  return {
    stop: () => {
      document.removeEventListener('pointerover', onOver);
      root.removeEventListener('pointerleave', onBlur);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      for (const act of closingEvents) document.removeEventListener(act, close, capturing);
      close();
    },
    close,
  };
}
