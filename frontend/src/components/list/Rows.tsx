import { memo, useEffect, useRef, useLayoutEffect, useState, type ReactNode, type RefObject } from 'react';
import styled from '@emotion/styled';
import { plural } from '@/lib/text';
import { PartBoundary } from '../Frame';
import {
  GroupHead,
  GroupRailBox,
  GroupRails,
  stretchesOf,
  type GroupHeadProps,
  type GroupStretch,
} from './GroupHead';
import { focusRow, isFocusFree, moveTarget, rowAround, rowOf } from './rowKeys';

/** Measures where the groups of a list begin and end. `groupAt` returns the group of the row with this index. */
function useStretches(
  list: RefObject<HTMLElement | null>,
  groupAt: (row: number) => GroupHeadProps | null,
): readonly GroupStretch[] {
  const [known, setKnown] = useState<{ readonly text: string; readonly stretches: readonly GroupStretch[] }>({
    text: '[]',
    stretches: [],
  });

  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = () => {
      const rows = [...element.querySelectorAll<HTMLElement>(':scope > li[data-row]')];
      const stretches = stretchesOf(
        rows.map((row) => ({
          group: groupAt(Number(row.dataset.row)),
          top: row.offsetTop,
          height: row.offsetHeight,
        })),
      );
      const text = JSON.stringify(stretches);
      setKnown((before) => (before.text === text ? before : { text, stretches }));
    };
    measure();
    // A row that expands moves the groups below it.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  });
  return known.stretches;
}

interface FocusTarget {
  readonly index: number;
  readonly key: string;
  /** It differs from the row at which the list was left, so it must be scrolled into view. */
  readonly isMoved?: boolean | undefined;
}

export interface RowsProps<Item> {
  readonly count: number;
  /** Returns the item of a row; `undefined` while it is not loaded. Pass a new function only if its results change. */
  readonly itemAt: (index: number) => Item | undefined;
  readonly itemKey: (item: Item) => string;
  /** Renders an item. A row renders again only if its item or this function changes. */
  readonly render: (item: Item) => ReactNode;
  /**
   * The group of an item, such as its month; `null` for none. Each group begins with a head that is sticky under the
   * masthead while its rows scroll. The function must not change.
   */
  readonly groupOf?: ((item: Item) => RowGroup | null) | undefined;
  readonly label: string;
  /** Total number of items, including those that are not loaded; `aria-setsize`. */
  readonly total?: number | undefined;
  /** Receives the rendered rows whenever they change. */
  readonly onShown?: ((rows: readonly number[]) => void) | undefined;
  /** Estimated height of a row in pixels, until it is measured. */
  readonly estimate?: number | undefined;
  /** Receives the row that takes the focus; `null` when the focus leaves the list. */
  readonly onRowFocus?: ((row: number | null) => void) | undefined;
  /** The row to focus once it is available: its index, and the key of its item, which may have moved. */
  readonly focusAt?: FocusTarget | null | undefined;
}

export interface RowGroup extends GroupHeadProps {
  /** The row is the first of its group and has the head above it. */
  readonly isFirst: boolean;
}

type RowContentProps<Item> = Pick<RowsProps<Item>, 'render' | 'groupOf'> & { readonly item: Item };

/** Calls `render` within the error boundary of the row. */
function Rendered<Item>({ item, render }: Pick<RowContentProps<Item>, 'item' | 'render'>) {
  return render(item);
}

/** The content of a row. Scrolling does not render it again. */
export const RowContent = memo(function RowContent<Item>({ item, render, groupOf }: RowContentProps<Item>) {
  const group = groupOf?.(item) ?? null;
  return (
    <>
      {group?.isFirst === true && <GroupHead name={group.name} count={group.count} />}
      <PartBoundary of={item}>
        <Rendered item={item} render={render} />
      </PartBoundary>
    </>
  );
}) as <Item>(props: RowContentProps<Item>) => ReactNode;

interface NotPrintedProps {
  /** Number of rows that are not loaded. */
  readonly count: number;
}

/** Says on paper how many rows are missing. */
export function NotPrinted({ count }: NotPrintedProps) {
  return count > 0 ? <p data-paper-only>Not loaded: {plural(count, 'more row')}.</p> : null;
}

/** The head of a group may cover the row at the top of the window. */
export const clearOfGroupHead = `
  > li :is(a, button) {
    scroll-margin-top: 24px;
  }
`;

const List = styled.ol`
  ${clearOfGroupHead}

  > li:first-of-type > article {
    border-top: 0;

    &::before {
      content: none;
    }
  }
`;

interface WholeRowsProps<Item> extends Omit<RowsProps<Item>, 'onShown' | 'estimate'> {
  /** Called when the user scrolls near the end. */
  readonly onEndReached?: (() => void) | undefined;
}

export function WholeRows<Item>(props: WholeRowsProps<Item>) {
  const { count, itemAt, itemKey, render, groupOf, label, total = count } = props;
  const { onEndReached, onRowFocus, focusAt } = props;
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const aim = useRef(focusAt ?? null);
  const stretches = useStretches(list, (row) => {
    const item = itemAt(row);
    return item === undefined ? null : (groupOf?.(item) ?? null);
  });

  useEffect(() => {
    const to = aim.current;
    if (to === null || count === 0) return;
    const rows = Array.from({ length: count }, (_row, index) => itemAt(index));
    const moved = rows.findIndex((item) => item !== undefined && itemKey(item) === to.key);
    // Rows of a later page are not known yet.
    if (moved === -1 && rows.includes(undefined)) return;
    aim.current = null;
    if (isFocusFree())
      focusRow(list.current, moved === -1 ? Math.min(to.index, count - 1) : moved, to.isMoved !== true);
  });

  useEffect(() => {
    if (!onEndReached || !end.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEndReached();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [onEndReached, count]);

  return (
    <GroupRailBox>
      {/* These keys are optional: Tab also reaches the links and buttons in the rows. */}
      <List
        ref={list}
        aria-label={label}
        onFocus={({ target }) => onRowFocus?.(rowAround(target))}
        onBlur={({ target }) => {
          if (target.isConnected) onRowFocus?.(null);
        }}
        onKeyDown={(event) => {
          const from = rowOf(event);
          const to = from === null ? null : moveTarget(event.key, from, count);
          if (to !== null && focusRow(list.current, to)) event.preventDefault();
        }}
      >
        {Array.from({ length: count }, (_row, index) => {
          const item = itemAt(index);
          return item === undefined ? null : (
            <li key={itemKey(item)} data-row={index} aria-setsize={total} aria-posinset={index + 1}>
              <RowContent item={item} render={render} groupOf={groupOf} />
            </li>
          );
        })}
      </List>
      <GroupRails stretches={stretches} />
      <NotPrinted count={total - count} />
      <div ref={end} />
    </GroupRailBox>
  );
}
