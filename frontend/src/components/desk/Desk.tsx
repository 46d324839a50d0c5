import { useLayoutEffect, useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Frame } from '@/components/Frame';
import { omitProps } from '@/components/omitProps';
import { theme } from '@/theme/theme';

const { color, media } = theme;

/** The border of the frame, the padding of the page and the bar at its foot, in pixels. */
const below = 58;

const Split = styled('div', omitProps('list'))<{ readonly list: number }>`
  /* The panes have their own air above and below. */
  margin: -8px 0;
  display: grid;
  grid-template-columns: ${({ list }) => list}px minmax(0, 1fr);
  height: max(440px, calc(100dvh - var(--desk-top, 300px) - ${below}px));

  > :first-of-type {
    border-right: 1px solid ${color.hair};
  }

  ${media.belowWide} {
    grid-template-columns: ${({ list }) => Math.min(list, 384)}px minmax(0, 1fr);
  }
`;

/** How far down the page an element begins, in pixels: what it has of the window's height is the rest. */
function useTop() {
  // A state and not a ref: where one pane fits, the box comes only when the window becomes wider.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!box) return undefined;
    const measure = () => {
      setTop(Math.round(box.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above may wrap or grow: another window width, a lockdown, a failure that is told there.
    const observer = new ResizeObserver(measure);
    const main = box.closest('main');
    if (main) observer.observe(main);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [box]);
  return { setBox, top };
}

/** The widths of a list beside what it opens, in pixels. */
const lists = { wide: 528, narrow: 400 } as const;

interface DeskProps {
  /** The width of the queue. */
  readonly list?: keyof typeof lists | undefined;
  readonly queue: ReactNode;
  /** The case beside it; `null` for none. */
  readonly children: ReactNode;
  /** Only one pane fits: the case if there is one, else the queue. */
  readonly onePane: boolean;
}

/** A desk for decisions: the queue on the left and the one open case on the right, each with its own scroll. */
export function Desk({ list = 'wide', queue, children, onePane }: DeskProps) {
  const { setBox, top } = useTop();
  if (onePane) return children ?? <Frame flush>{queue}</Frame>;
  return (
    <div ref={setBox}>
      <Frame flush>
        <Split list={lists[list]} style={top === null ? {} : { ['--desk-top' as string]: `${top}px` }}>
          {queue}
          {children}
        </Split>
      </Frame>
    </div>
  );
}
