import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface Slots {
  /** After the title. */
  readonly titleEnd: HTMLElement | null;
  /** The right end. */
  readonly end: HTMLElement | null;
}

/** The places in the head of the case beside a queue; none where a case is a page of its own. */
export const CaseHead = createContext<Slots | null>(null);

/** Puts something into the head of the case, which stays in sight; `null` for a case without one. */
export function useCaseHead(): ((part: ReactNode, slot: keyof Slots) => ReactNode) | null {
  const slots = use(CaseHead);
  if (slots === null) return null;
  return (part, slot) => {
    const place = slots[slot];
    return place === null ? null : createPortal(part, place);
  };
}
