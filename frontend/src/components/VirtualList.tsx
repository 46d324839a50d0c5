import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';

const List = styled.ol`
  position: relative;

  > li:first-of-type > article {
    border-top: 0;
  }
`;

const Slot = styled.li`
  position: absolute;
  top: 0;
  left: 0;
  width: 100%;
`;

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  readonly render: (item: Item) => ReactNode;
  /** Names the list. */
  readonly label: string;
  /** All there are, loaded or not; `aria-setsize`. */
  readonly total?: number | undefined;
  /** Called when the end comes near. */
  readonly onEndReached?: (() => void) | undefined;
  /** A first guess of a row's height in pixels. */
  readonly estimate?: number | undefined;
  /** From how many rows on only the visible ones are on the page. */
  readonly threshold?: number | undefined;
}

/**
 * A list that scrolls with the window and stays fast with a hundred thousand rows. ↑ ↓ and j k move between rows, Home
 * and End go to the ends; a row that holds the focus stays on the page however far it is scrolled away.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  return props.items.length > (props.threshold ?? 60) ? <Windowed {...props} /> : <Whole {...props} />;
}

function moveTarget(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(count - 1, from + 1);
    case 'ArrowUp':
    case 'k':
      return Math.max(0, from - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Where a key press happened, if moving between rows may answer it. */
function rowOf(event: React.KeyboardEvent): number | null {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return null;
  if (target.closest('input, textarea, select, [contenteditable]')) return null;
  const row = target.closest<HTMLElement>('[data-row]');
  return row ? Number(row.dataset.row) : null;
}

function focusRow(list: HTMLElement | null, index: number): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  // A row without a link or a button marks what the keys stop at.
  const target = row?.querySelector<HTMLElement>('a, button, [data-stop]');
  target?.focus();
  return target !== null && target !== undefined;
}

function Whole<Item>({ items, itemKey, render, label, total, onEndReached }: VirtualListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!onEndReached || !end.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEndReached();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => {
      observer.disconnect();
    };
  }, [onEndReached, items.length]);

  return (
    <>
      {/* The keys are a convenience over the links and buttons in the rows, which Tab reaches as well. */}
      <List
        ref={list}
        aria-label={label}
        onKeyDown={(event) => {
          const from = rowOf(event);
          const to = from === null ? null : moveTarget(event.key, from, items.length);
          if (to !== null && focusRow(list.current, to)) event.preventDefault();
        }}
      >
        {items.map((item, index) => (
          <li
            key={itemKey(item)}
            data-row={index}
            aria-setsize={total ?? items.length}
            aria-posinset={index + 1}
          >
            {render(item)}
          </li>
        ))}
      </List>
      <div ref={end} />
    </>
  );
}

function Windowed<Item>(props: VirtualListProps<Item>) {
  const { items, itemKey, render, label, total, onEndReached, estimate = 150 } = props;
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState<number | null>(null);
  const pendingFocus = useRef<number | null>(null);
  const [margin, setMargin] = useState(0);

  useLayoutEffect(() => {
    setMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);

  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan: 6,
    scrollMargin: margin,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : itemKey(item);
    },
    // The row with the focus stays, or the keyboard would lose its place.
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return active === null || active >= items.length || shown.includes(active)
        ? shown
        : [...shown, active].sort((left, right) => left - right);
    },
  });

  const rows = virtualizer.getVirtualItems();
  const lastShown = rows.at(-1)?.index ?? 0;

  useEffect(() => {
    if (onEndReached && lastShown >= items.length - 10) onEndReached();
  }, [onEndReached, lastShown, items.length]);

  useEffect(() => {
    if (pendingFocus.current !== null && focusRow(list.current, pendingFocus.current))
      pendingFocus.current = null;
  });

  return (
    // As above: the keys only move between what Tab reaches as well.
    <List
      ref={list}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => {
        const row = event.target.closest<HTMLElement>('[data-row]');
        setActive(row ? Number(row.dataset.row) : null);
      }}
      onKeyDown={(event) => {
        const from = rowOf(event);
        const to = from === null ? null : moveTarget(event.key, from, items.length);
        if (to === null) return;
        event.preventDefault();
        pendingFocus.current = to;
        setActive(to);
        virtualizer.scrollToIndex(to);
        if (focusRow(list.current, to)) pendingFocus.current = null;
      }}
    >
      {rows.map((row) => {
        const item = items[row.index];
        return item === undefined ? null : (
          <Slot
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            data-row={row.index}
            aria-setsize={total ?? items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - margin}px)` }}
          >
            {render(item)}
          </Slot>
        );
      })}
    </List>
  );
}
