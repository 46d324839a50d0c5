import { useCallback, useState } from 'react';
import type { Submission } from '@/api/types';
import { Button } from '@/components/Button';
import { Segments } from '@/components/form/Segments';
import { Select } from '@/components/form/Select';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { usePreload } from '@/components/lazyPart';
import { useFocusKept } from '@/components/list/useFocusKept';
import { VirtualList } from '@/components/list/VirtualList';
import { Loaded, type LoadedQuery } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';
import { useIsPhone } from '@/components/useMedia';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { polling } from './ownQueries';
import { ownRows, statusChoices, type OwnRow, type StatusFilter } from './ownRows';
import { OwnSubmission } from './OwnSubmission';
import { useRevise } from './useRevise';
import { useWithdrawal } from './WithdrawSubmission';

interface OwnSubmissionsProps {
  readonly query: LoadedQuery<readonly Submission[]>;
  /** The place that the list is on, which has the status filter in its address. */
  readonly at?: 'submission' | 'drafts' | undefined;
}

export function OwnSubmissions({ query, at = 'submission' }: OwnSubmissionsProps) {
  return (
    <Loaded
      query={query}
      what="submissions"
      label="RETRIEVING SUBMISSIONS"
      empty={
        <EmptyState
          title="NOTHING SUBMITTED YET"
          hint="Your submissions and their review status appear here."
        />
      }
    >
      {(submissions) => <Submissions all={submissions} at={at} />}
    </Loaded>
  );
}

interface SubmissionsProps {
  readonly all: readonly Submission[];
  readonly at: 'submission' | 'drafts';
}

interface Opened {
  readonly opened: ReadonlySet<string>;
  /** The submission that the address leads to; empty for none. */
  readonly led: string;
}

const keyOf = ({ submission }: OwnRow) => submission.id;
const groupOf = ({ group }: OwnRow) => group;

function Submissions({ all, at }: SubmissionsProps) {
  usePreload(MarkdownText);
  useRowKeys();
  const [{ status, submission: asked }, changeSearch] = useSearchState(places[at].search);
  const [{ opened, led }, setOpened] = useState<Opened>({ opened: new Set(), led: '' });
  // A link opens the one that it leads to, beside those that are open.
  if (led !== asked) setOpened({ opened: asked === '' ? opened : new Set([...opened, asked]), led: asked });
  const [askWithdrawal, withdrawal] = useWithdrawal();
  const now = useNow(polling);
  const onRevise = useRevise();
  const kept = useFocusKept<HTMLDivElement>('article');
  const rows = ownRows(all, status);
  useStatusLine(status === 'all' ? 'READY' : 'FILTER', `${rows.length} / ${all.length}`);

  const onToggle = useCallback(
    (id: string) =>
      setOpened((before) => {
        const next = new Set(before.opened);
        if (!next.delete(id)) next.add(id);
        return { ...before, opened: next };
      }),
    [],
  );
  const render = useCallback(
    (row: OwnRow) => (
      <OwnSubmission
        row={row}
        now={now}
        open={opened.has(row.submission.id)}
        onToggle={onToggle}
        onRevise={onRevise}
        onWithdraw={askWithdrawal}
      />
    ),
    [now, opened, onToggle, onRevise, askWithdrawal],
  );
  const setStatus = (next: StatusFilter) => changeSearch({ status: next });

  return (
    <div {...kept}>
      <Stack gap="xl">
        <StatusChoice all={all} value={status} onChange={setStatus} />
        {rows.length === 0 ? (
          <EmptyState
            title="NO SUBMISSIONS OF THIS STATUS"
            hint="Clear the filter to see all of your submissions."
            action={<Button onClick={() => setStatus('all')}>Clear filter</Button>}
          />
        ) : (
          <Frame label="My submissions" flush>
            <VirtualList
              key={`${status} ${asked}`}
              label="My submissions"
              items={rows}
              itemKey={keyOf}
              groupOf={groupOf}
              estimate={96}
              render={render}
              focusAt={asked === '' ? null : { index: 0, key: asked, isMoved: true }}
            />
          </Frame>
        )}
      </Stack>
      {withdrawal}
    </div>
  );
}

interface StatusChoiceProps {
  readonly all: readonly Submission[];
  readonly value: StatusFilter;
  readonly onChange: (status: StatusFilter) => void;
}

/** The status filter: side by side, on a phone one below the other. */
function StatusChoice({ all, value, onChange }: StatusChoiceProps) {
  const phone = useIsPhone();
  const options = statusChoices(all);
  if (!phone)
    return (
      <Row>
        <Segments label="Status" options={options} value={value} onChange={onChange} />
      </Row>
    );
  return (
    <Select
      label="Status"
      options={options}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}
