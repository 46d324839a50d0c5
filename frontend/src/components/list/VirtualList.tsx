import { useCallback, useState, type ReactNode } from 'react';
import { lazyPart } from '../lazyPart';
import { PartFailed } from '../PartFailed';
import { WholeRows, type RowsProps } from './Rows';
import type { WindowedRowsProps } from './WindowedRows';

/** Number of rows above which only the visible ones are rendered. */
const threshold = 60;

/** The first rows, as many as in a list that is rendered in full. */
function FirstRows<Item>({ count, ...rest }: RowsProps<Item>) {
  return <WholeRows {...rest} count={Math.min(count, threshold)} />;
}

/** The code for long lists is loaded after the first rows, which are shown until then. */
const WindowedRows = lazyPart<WindowedRowsProps<unknown>>(
  async () => (await import(/* webpackChunkName: "windowed-rows" */ './WindowedRows')).WindowedRows,
  {
    waiting: (rows) => <FirstRows {...rows} />,
    Failed: ({ wanted, failure, onRetry }) => (
      <>
        <FirstRows {...wanted} />
        <PartFailed failure={failure} onRetry={onRetry} wanted={wanted} />
      </>
    ),
  },
);

/** The generic type of the loaded component. */
const LongRows = WindowedRows as <Item>(props: WindowedRowsProps<Item>) => ReactNode;

// Loaded together with the screen, so that a long list is usually rendered only once.
void WindowedRows.preload();

/** Default number of rows before the end of the loaded ones at which more are requested. */
const nearEnd = 10;

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  /** Renders an item. A row renders again only if its item or this function changes. */
  readonly render: (item: Item) => ReactNode;
  /** The group of an item, whose head is sticky under the masthead; see `RowsProps`. */
  readonly groupOf?: RowsProps<Item>['groupOf'];
  readonly label: string;
  /** Total number of items, including those that are not loaded; `aria-setsize`. */
  readonly total?: number | undefined;
  /** Receives the rendered rows, if not all rows are rendered. */
  readonly onShown?: ((rows: readonly number[]) => void) | undefined;
  /** Called when the user scrolls near the end. */
  readonly onEndReached?: (() => void) | undefined;
  /** Number of rows before the end that counts as near. */
  readonly ahead?: number | undefined;
  /** Estimated height of a row in pixels, until it is measured. */
  readonly estimate?: number | undefined;
  /** The row to focus once it is available. */
  readonly focusAt?: RowsProps<Item>['focusAt'];
}

/**
 * A list that grows at its end, scrolls with the window and stays fast when it is long. ↑ ↓ and j k move between rows,
 * Page Up and Page Down by one screenful, Home and End to the ends. The focused row stays mounted even if it is
 * scrolled out of view.
 */
export function VirtualList<Item>({
  items,
  onShown,
  onEndReached,
  ahead = nearEnd,
  estimate,
  ...rest
}: VirtualListProps<Item>) {
  const itemAt = useCallback((index: number) => items[index], [items]);
  const count = items.length;
  const onRows = useCallback(
    (rows: readonly number[]) => {
      onShown?.(rows);
      if (onEndReached && (rows.at(-1) ?? 0) >= count - ahead) onEndReached();
    },
    [onShown, onEndReached, ahead, count],
  );
  const [focused, setFocused] = useState<number | null>(null);
  return count > threshold ? (
    <LongRows
      {...rest}
      count={count}
      itemAt={itemAt}
      onShown={onRows}
      estimate={estimate}
      focused={focused}
      onRowFocus={setFocused}
    />
  ) : (
    <WholeRows {...rest} count={count} itemAt={itemAt} onEndReached={onEndReached} onRowFocus={setFocused} />
  );
}

/** The same list with a fixed number of rows, each of which is loaded shortly before it becomes visible. */
export function PagedList<Item>(props: RowsProps<Item>) {
  const [focused, setFocused] = useState<number | null>(null);
  const onRowFocus = (row: number | null) => {
    setFocused(row);
    props.onRowFocus?.(row);
  };
  return props.count > threshold ? (
    <LongRows {...props} focused={focused} onRowFocus={onRowFocus} />
  ) : (
    <WholeRows {...props} onRowFocus={onRowFocus} />
  );
}
