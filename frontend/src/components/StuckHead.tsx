import { useEffect, useRef, useState } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { GroupHead, type GroupHeadProps } from './GroupHead';

/** The height of the head of a group, in pixels. */
const height = 32;

const Place = styled.div`
  position: sticky;
  z-index: 2;
  height: 0;

  > div {
    background: ${theme.color.panel};
  }
`;

/** The row at the top of the window, and where the head of its group stands, in pixels. */
interface Top {
  readonly row: number;
  /** The lower edge of the bar at the top of the window. */
  readonly edge: number;
  /** How far the head of the next group has pushed this one up. */
  readonly pushed: number;
}

function measure(list: Element | null | undefined): Top | null {
  if (!list) return null;
  const edge = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const box = list.getBoundingClientRect();
  if (box.top >= edge || box.bottom <= edge) return null;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')];
  const tops = rows.map((row) => ({ row, rect: row.getBoundingClientRect() }));
  const first = tops.find(({ rect }) => rect.top <= edge && rect.bottom > edge);
  if (first === undefined) return null;
  const ends = tops
    .filter(({ row, rect }) => rect.top > edge && row.querySelector(':scope > h2') !== null)
    .map(({ rect }) => rect.top);
  const room = Math.min(box.bottom, ...ends) - edge;
  return { row: Number(first.row.dataset.row), edge, pushed: Math.max(0, Math.round(height - room)) };
}

interface StuckHeadProps {
  /** The head of the group that a row belongs to; `null` if that is not known. */
  readonly headAt: (index: number) => GroupHeadProps | null;
}

/**
 * The head of the group at the top of the window, which stays there while its rows scroll. It copies the head in the list,
 * whose rows are placed one by one, so that no head of theirs could stick. Place it before its list, in the same element.
 */
export function StuckHead({ headAt }: StuckHeadProps) {
  const place = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState<Top | null>(null);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const next = measure(place.current?.nextElementSibling);
      setTop((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
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
  }, [headAt]);

  const head = top === null ? null : headAt(top.row);
  return (
    <Place ref={place} aria-hidden="true" style={{ top: top === null ? 0 : top.edge - top.pushed }}>
      {head !== null && <GroupHead {...head} isCopy />}
    </Place>
  );
}
