import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusTarget } from '@/components/PageLink';
import { useLateScrollRestoration } from '@/state/useLateScrollRestoration';
import type { ContentsEntry } from './Contents.style';
import { currentHeading, matchesIn, outlineOf, partOf, showMatch } from './rendered';

/** A rendered text. A new object after each rendering. */
interface Rendered {
  readonly box: HTMLElement;
}

/** The matches of a search in a rendered text. */
export interface Matches {
  readonly count: number;
  /** Index of the current match, from 0. */
  readonly current: number | null;
  readonly step: (by: 1 | -1) => void;
}

/** What is known about a text once it is rendered. */
interface Reading {
  /** The rendered text; `null` until it is rendered. */
  readonly box: HTMLElement | null;
  readonly onRendered: (box: HTMLElement) => void;
  readonly contents: readonly ContentsEntry[];
  /** Id of the heading in view. */
  readonly heading: string | null;
  readonly matches: Matches;
}

function useHeadingInView(contents: readonly ContentsEntry[]): string | null {
  const [heading, setHeading] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setHeading(currentHeading(contents));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    soon();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [contents]);
  return heading;
}

function useMatches(rendered: Rendered | null): Matches {
  const count = useMemo(() => (rendered === null ? 0 : matchesIn(rendered.box)), [rendered]);
  const [at, setAt] = useState<number | null>(null);
  const current = at !== null && at < count ? at : null;
  const step = (by: 1 | -1) => {
    if (rendered === null || count === 0) return;
    const from = current ?? (by === 1 ? -1 : 0);
    const next = (from + by + count) % count;
    showMatch(rendered.box, next);
    setAt(next);
  };
  return { count, current, step };
}

/**
 * The contents and matches of a rendered text. A newly opened text starts at the heading in the address, otherwise at
 * its first match; on the way back its scroll position is restored.
 */
export function useReading(): Reading {
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const { hash } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const isPlaced = useRef(false);
  useLateScrollRestoration(rendered !== null);
  const onRendered = useCallback((box: HTMLElement) => setRendered({ box }), []);

  useEffect(() => {
    if (rendered === null || isPlaced.current) return;
    isPlaced.current = true;
    const part = partOf(rendered.box, hash);
    if (part !== null) {
      if (!isReturn || window.scrollY === 0) part.scrollIntoView();
      // So that the heading of the screen does not take the focus when it comes later.
      part.toggleAttribute('data-named', true);
      focusTarget(part);
    } else if (!isReturn) showMatch(rendered.box, 0);
  }, [rendered, hash, isReturn]);

  const contents = useMemo(() => (rendered === null ? [] : outlineOf(rendered.box)), [rendered]);
  return {
    box: rendered?.box ?? null,
    onRendered,
    contents,
    heading: useHeadingInView(contents),
    matches: useMatches(rendered),
  };
}
