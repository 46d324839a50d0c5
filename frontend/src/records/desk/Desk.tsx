import { useLayoutEffect, useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Frame } from '@/components/Frame';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, length, media } = theme;

/** The widths of a list beside what it opens, in pixels. */
const lists = { queue: 304, versions: 400 } as const;

const Split = styled('div', omitProps('list'))<{ readonly list: keyof typeof lists }>`
  /* The panes have their own air above and below. */
  margin: -8px 0;
  display: grid;
  grid-template: minmax(0, 1fr) auto / ${({ list }) => lists[list]}px minmax(0, 1fr);
  /* Down to the status bar, less the border of the frame and the padding of the page. */
  height: max(440px, calc(100dvh - var(--desk-top, 300px) - ${length.statusBar} - 26px));

  html:has([data-line='true']) & {
    height: max(440px, calc(100dvh - var(--desk-top, 108px) - ${length.statusBar} - 10px));
  }

  > :first-child {
    border-right: 1px solid ${color.hair};
  }
`;

/** What a desk has open, with a scroll of its own. */
export const TextScroll = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  padding: 24px;

  &:focus-visible {
    outline-offset: -2px;
  }

  ${media.belowTablet} {
    overflow: visible;
  }

  ${media.phone} {
    padding: 16px;
  }
`;

/** How far down the page an element begins, in pixels: what it has of the window's height is the rest. */
function useTop() {
  // A state and not a ref: where one pane fits, the box comes only when the window becomes wider.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (!box) return undefined;
    const measure = () => setTop(Math.round(box.getBoundingClientRect().top + window.scrollY));
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

interface DeskProps {
  readonly list?: keyof typeof lists;
  readonly queue: ReactNode;
  /** The case beside it; `null` for none. */
  readonly children: ReactNode;
  /** Only one pane fits: the case if there is one, else the queue. */
  readonly onePane: boolean;
}

/**
 * A desk for decisions: the queue on the left and the one open case on the right, each with its own scroll, over one
 * bar.
 */
export function Desk({ list = 'queue', queue, children, onePane }: DeskProps) {
  const { setBox, top } = useTop();
  if (onePane) return children ?? <Frame flush>{queue}</Frame>;
  return (
    <div ref={setBox}>
      <Frame flush>
        <Split list={list} style={top === null ? {} : { ['--desk-top' as string]: `${top}px` }}>
          {queue}
          {children}
        </Split>
      </Frame>
    </div>
  );
}
