import { useCallback, useMemo, useState } from 'react';
import type { AuditView } from '@/api/auditLog';
import { Button } from '@/components/Button';
import { Grid, Stack } from '@/components/Layout';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { Footnote } from '@/components/Text';
import { withDays, type LogRow } from './entries';
import { EntryRow } from './EntryRow';
import { LogHeads } from './LogLine.style';
import type { AuditEntries } from './useAuditEntries';

const words: Readonly<Record<AuditView, { readonly loading: string; readonly empty: string }>> = {
  admin: { loading: 'LOADING AUDIT LOGS', empty: 'NO AUDIT LOGS FOUND' },
  user: { loading: 'LOADING USER LOGS', empty: 'NO USER LOGS FOUND' },
};

/** Usual height of a collapsed and an expanded entry, in pixels. */
const heights = { closed: 32, open: 300 } as const;

/**
 * Number of entries before the end of the loaded ones at which more are requested: about a second of fast scrolling.
 */
const ahead = 60;

const idOf = ({ entry }: LogRow) => entry.id;
const dayOf = ({ day }: LogRow) => day;

interface EntryListProps {
  readonly entries: AuditEntries;
  readonly view: AuditView;
  readonly narrowed: boolean;
  /** The first day is after the last one, so nothing can match. */
  readonly reversed: boolean;
  readonly openAll: boolean;
  /** Number of the entry at which the chain is broken; `null` if it is intact. */
  readonly brokenAt: number | null;
  readonly onClear: () => void;
  /** The other view, if entries match the filters there; otherwise `null`. */
  readonly elsewhere: { readonly label: string; readonly count: number; readonly onShow: () => void } | null;
}

/** Continues a search of a long log, which stops after a number of entries even if none of them matched. */
function SearchFurther(props: {
  readonly searchedTo: number;
  readonly busy: boolean;
  readonly onSearch: () => void;
}) {
  return (
    <Stack>
      <Footnote role="status">{`Searched back to entry ${props.searchedTo}.`}</Footnote>
      <div>
        <Button onClick={props.onSearch} disabled={props.busy}>
          Search further back
        </Button>
      </div>
    </Stack>
  );
}

/** The text of an empty log or an empty search. */
function Nothing(props: Pick<EntryListProps, 'view' | 'narrowed' | 'reversed' | 'onClear' | 'elsewhere'>) {
  const { view, narrowed, reversed, onClear, elsewhere } = props;
  if (!narrowed) return <EmptyState title={words[view].empty} hint="Nothing has been recorded here yet." />;
  return (
    <EmptyState
      title={words[view].empty}
      hint={reversed ? 'The first day is after the last one.' : 'No entry matches the filters.'}
      action={
        <Grid columns="auto auto" gap="sm">
          <Button onClick={onClear}>Clear filters</Button>
          {elsewhere !== null && (
            <Button onClick={elsewhere.onShow}>{`${elsewhere.count} in ${elsewhere.label}`}</Button>
          )}
        </Grid>
      }
    />
  );
}

/** One view of the log. More entries are requested before its end is reached. */
export function EntryList(props: EntryListProps) {
  const { entries, view, narrowed, reversed, openAll, brokenAt, onClear, elsewhere } = props;
  const { data: items, total, searchedTo, hasMore, isFetching, failure, retry, fetchMore } = entries;
  const [opened, setOpened] = useState<string | null>(null);
  const rows = useMemo(() => items && withDays(items, !hasMore), [items, hasMore]);
  const render = useCallback(
    (row: LogRow) => {
      const { id, number } = row.entry;
      return (
        <EntryRow
          row={row}
          open={openAll || opened === id}
          broken={number === brokenAt}
          onToggle={() => setOpened((before) => (before === id ? null : id))}
        />
      );
    },
    [openAll, opened, brokenAt],
  );

  const problem = failure !== null && (
    <ErrorState title="Failed to load more of the security log" message={failure} onRetry={retry} />
  );
  const further = searchedTo !== null && (
    <SearchFurther searchedTo={searchedTo} busy={isFetching} onSearch={fetchMore} />
  );
  const rest = problem || further;
  return (
    <Loaded
      query={{ ...entries, data: rows }}
      what="the security log"
      label={words[view].loading}
      empty={rest || <Nothing {...{ view, narrowed, reversed, onClear, elsewhere }} />}
    >
      {(shown) => (
        <Stack>
          <div aria-busy={isFetching}>
            <LogHeads />
            <VirtualList
              key={String(openAll)}
              label={view === 'admin' ? 'AUDIT LOGS' : 'USER LOGS'}
              items={shown}
              itemKey={idOf}
              groupOf={dayOf}
              total={total}
              estimate={openAll ? heights.open : heights.closed}
              ahead={ahead}
              onEndReached={fetchMore}
              render={render}
            />
          </div>
          {rest}
        </Stack>
      )}
    </Loaded>
  );
}
