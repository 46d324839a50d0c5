import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import styled from '@emotion/styled';
import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { formatCount } from '@/lib/text';
import { theme } from '@/theme/theme';
import { GroupRailBox, GroupRails, stretchesOf } from './GroupHead';
import { focusRow, isFocusFree, moveTarget, rowAround, rowOf } from './rowKeys';
import { clearOfGroupHead, NotPrinted, RowContent, type RowsProps } from './Rows';
import { usePrinting } from './usePrinting';

const { color, font } = theme;

const Pending = styled.div`
  display: grid;
  align-content: center;
  padding: 16px 12px;
  border-top: 1px dashed ${color.hair};
  font: ${font.dense};
  color: ${color.muted};
`;

interface PendingRowProps {
  /** Row number, counted from 1. */
  readonly number: number;
  /** Estimated height in pixels. */
  readonly height: number;
}

/** Placeholder for a row that is being loaded. Keys stop at it as at any other row. */
export function PendingRow({ number, height }: PendingRowProps) {
  return (
    <Pending data-stop tabIndex={-1} style={{ height }}>
      RETRIEVING RECORD {formatCount(number)}
    </Pending>
  );
}

const List = styled.ol`
  position: relative;
  ${clearOfGroupHead}

  > li {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    contain: layout style;
  }

  > li[data-row='0'] > article {
    border-top: 0;

    &::before {
      content: none;
    }
  }
`;

/** Number of rows rendered above and below the visible ones. */
const overscan = 6;

/** Heights that the bars at the top and bottom of the window cover, in pixels. */
const bars = { top: 112, bottom: 64 } as const;

function mountedRows(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>(':scope > li[data-known]') ?? [])];
}

function meanHeight(rows: readonly HTMLElement[]): number | null {
  if (rows.length === 0) return null;
  return Math.round(rows.reduce((sum, row) => sum + row.offsetHeight, 0) / rows.length);
}

/** The rows to render: those in view, or all loaded ones while the page is printed. */
function useDrawn<Item>(
  inView: readonly Pick<VirtualItem, 'index' | 'start'>[],
  { count, itemAt, total = count }: RowsProps<Item>,
) {
  const isPrinting = usePrinting();
  if (!isPrinting) return { isPrinting, rows: inView, missing: 0 };
  const all = Array.from({ length: count }, (_row, index) => ({ index, start: 0 }));
  const rows = all.filter(({ index }) => itemAt(index) !== undefined);
  return { isPrinting, rows, missing: total - rows.length };
}

export interface WindowedRowsProps<Item> extends RowsProps<Item> {
  /** The row that had the focus in the list that this one replaces; it gets the focus back. */
  readonly focused?: number | null | undefined;
}

/**
 * A list that renders only its visible rows. A row whose item is not loaded is a placeholder with its number. The page
 * is as high as the whole list, so the scrollbar reaches every row. All loaded rows are printed.
 */
export function WindowedRows<Item>(props: WindowedRowsProps<Item>) {
  const {
    count,
    itemAt,
    itemKey,
    render,
    groupOf,
    label,
    total = count,
    onShown,
    estimate = 150,
    focused = null,
    focusAt = null,
    onRowFocus,
  } = props;
  const begin = focused ?? (focusAt === null ? null : Math.min(focusAt.index, count - 1));
  const list = useRef<HTMLOListElement>(null);
  /** The focused row stays mounted, so that the keyboard keeps its position. */
  const [active, setActive] = useState(begin);
  /** The row to focus as soon as it is rendered and loaded. */
  const aim = useRef(begin);
  const wantedKey = useRef(focused === null ? focusAt?.key : undefined);
  const [margin, setMargin] = useState(0);
  const [typical, setTypical] = useState(estimate);
  /** None in the first rendering, which is one long task: half of those rows are out of view. */
  const [around, setAround] = useState(0);

  // The virtualizer recalculates all heights when one of these functions changes, and only then.
  const estimateSize = useCallback(() => typical, [typical]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- recalculates the heights for a new estimate
  const getItemKey = useCallback((index: number) => index, [typical]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range);
      return active === null || active >= range.count || shown.includes(active)
        ? shown
        : [...shown, active].sort((left, right) => left - right);
    },
    [active],
  );
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize,
    getItemKey,
    rangeExtractor,
    overscan: around,
    scrollMargin: margin,
    scrollPaddingStart: bars.top,
    scrollPaddingEnd: bars.bottom,
  });
  const rows = virtualizer.getVirtualItems();
  const shown = rows.map((row) => row.index);
  const shownText = shown.join();

  // Most rows are as high as the first visible ones, so this estimate rarely needs correction.
  const begun = rows.length > 0;
  useLayoutEffect(() => {
    const mean = meanHeight(mountedRows(list.current));
    if (mean !== null) setTypical(mean);
  }, [begun]);
  useEffect(() => {
    if (!begun) return;
    startTransition(() => {
      setAround(overscan);
    });
  }, [begun]);
  useLayoutEffect(() => {
    setMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);

  // Not if it is the row where the list was left: the scroll position is restored already.
  const isMoved = focused === null && focusAt?.isMoved === true;
  useEffect(() => {
    if (isMoved && aim.current !== null) virtualizer.scrollToIndex(aim.current, { align: 'center' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, on the way back
  }, []);

  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let width = element.offsetWidth;
    const observer = new ResizeObserver(() => {
      if (element.offsetWidth === width) return;
      width = element.offsetWidth;
      // Another width changes the height of every row; the reader stays at the same row.
      const place = virtualizer.range?.startIndex ?? 0;
      const shown = mountedRows(element);
      setMargin(element.getBoundingClientRect().top + window.scrollY);
      setTypical((before) => meanHeight(shown) ?? before);
      virtualizer.measure();
      for (const row of shown) virtualizer.measureElement(row as HTMLLIElement);
      if (place > 0) virtualizer.scrollToIndex(place, { align: 'start' });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [virtualizer]);

  useEffect(() => {
    onShown?.(shown);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new array on each render, even of the same rows
  }, [onShown, shownText]);

  useEffect(() => {
    const to = aim.current;
    // The user may have moved on by now.
    if (
      wantedKey.current !== undefined &&
      !isFocusFree() &&
      list.current?.contains(document.activeElement) !== true
    ) {
      aim.current = null;
      wantedKey.current = undefined;
    }
    if (aim.current === null || to === null || !focusRow(list.current, to, true) || itemAt(to) === undefined)
      return;
    aim.current = null;
    // Rows were added or removed in the meantime: the item is near its old index.
    const moved = shown.find((index) => {
      const item = itemAt(index);
      return item !== undefined && itemKey(item) === wantedKey.current;
    });
    wantedKey.current = undefined;
    if (moved !== undefined && moved !== to) focusRow(list.current, moved, true);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const from = rowOf(event);
    const fitting = (virtualizer.range?.endIndex ?? 0) - (virtualizer.range?.startIndex ?? 0) - 1;
    const to = from === null ? null : moveTarget(event.key, from, count, fitting);
    if (to === null) return;
    event.preventDefault();
    aim.current = to;
    setActive(to);
    // Browsers scroll to a wrong position when they bring a focused element into view about 16 million pixels down a
    // page.
    if (to === 0) virtualizer.scrollToOffset(0);
    else virtualizer.scrollToIndex(to);
    if (focusRow(list.current, to, true) && itemAt(to) !== undefined) aim.current = null;
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    // The user moved the focus elsewhere. A removed row has no related target.
    if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
      aim.current = null;
  };

  const drawn = useDrawn(rows, props);
  const used = new Set<string>();
  const stretches =
    groupOf === undefined
      ? []
      : stretchesOf(
          rows.map(({ index, start, size }) => {
            const item = itemAt(index);
            return { group: item === undefined ? null : groupOf(item), top: start - margin, height: size };
          }),
        );
  const content = (
    // These keys are optional: Tab also reaches the links and buttons in the rows.
    <List
      ref={list}
      aria-label={label}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => {
        const row = rowAround(event.target);
        setActive(row);
        onRowFocus?.(row);
      }}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {drawn.rows.map(({ index, start }) => {
        const item = itemAt(index);
        // While one of two pages is outdated, both may contain the same item.
        const name = item === undefined ? `row ${index}` : itemKey(item);
        const key = used.has(name) ? `row ${index}` : name;
        used.add(key);
        return (
          <li
            key={key}
            // Heights on paper differ from those on the screen.
            ref={drawn.isPrinting ? undefined : virtualizer.measureElement}
            data-index={index}
            data-row={index}
            data-known={item === undefined ? undefined : ''}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {item === undefined ? (
              <PendingRow number={index + 1} height={typical} />
            ) : (
              <RowContent item={item} render={render} groupOf={groupOf} />
            )}
          </li>
        );
      })}
    </List>
  );
  return (
    <GroupRailBox>
      {content}
      <GroupRails stretches={stretches} />
      <NotPrinted count={drawn.missing} />
    </GroupRailBox>
  );
}
