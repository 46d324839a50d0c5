import { useCallback, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { DocumentFilters } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { DocumentSummary } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { StickyFoot, Stack } from '@/components/Layout';
import { PagedList } from '@/components/list/VirtualList';
import { Loaded } from '@/components/Loaded';
import { EmptyState, ErrorState } from '@/components/States';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { paths } from '@/lib/paths';
import { canArchiveDocument, canDeleteDocument, canEditDocument } from '@/lib/permissions';
import { RecordHeads } from '@/records/rows/RecordRow';
import type { RecordState } from '@/state/recordState';
import { useRowPosition } from '@/state/useRowPosition';
import { useView } from '@/state/useView';
import { DocumentRow } from './DocumentRow';
import { makeRows, type RecordEntry } from './rows';
import { searchOf, type Grouping } from './search';
import type { Density } from './useDensity';
import type { SoughtRow } from './useFoundById';
import type { Records } from './useRecords';

interface RecordListProps {
  readonly records: Records;
  readonly density: Density;
  readonly groupedBy: Grouping;
  readonly narrowed: boolean;
  /** The search also found records by their id, which are shown elsewhere. */
  readonly foundById: boolean;
  /** The row that the reader was sent to; `null` for none. */
  readonly sought: SoughtRow | null;
  /** Suggested searches if this one finds nothing. */
  readonly suggestions: ReactNode;
  readonly onClear: () => void;
  readonly onArchive: (document: DocumentSummary) => void;
  readonly onDelete: (document: DocumentSummary) => void;
}

const heights: Readonly<Record<Density, number>> = { comfortable: 108, compact: 32 };

const keyOf = ({ document }: RecordEntry) => document.id;
const groupIn = ({ group }: RecordEntry) => group;

/** Focus request for a row that is at the beginning of the list. */
function focusTargetOf(sought: SoughtRow | null) {
  const index = sought?.index ?? null;
  return sought === null || index === null ? null : { index, key: sought.id, isMoved: true };
}

/** Returns the router state for the link of a row: this list, the row, and the search to mark. */
function useLinkState(filters: DocumentFilters): (index: number) => RecordState {
  const { id: person } = useUser();
  const { key: entry } = useLocation();
  return useCallback(
    (index) => ({ person, marked: filters.q ?? null, list: { entry, search: searchOf(filters), index } }),
    [person, entry, filters],
  );
}

/** The list of documents. Its rows are loaded shortly before they come into view. */
export function RecordList(props: RecordListProps) {
  const { records, density, groupedBy, sought, onArchive, onDelete } = props;
  const { reader, level } = useView();
  const { filters, counts, itemAt, onShown, busy, error, refetch, failure, retry } = records;
  const [rowLeft, rememberRow] = useRowPosition();
  const matching = counts?.matching ?? 0;
  const [makeRow] = useState(makeRows);
  const rowAt = useCallback(
    (index: number) => makeRow(itemAt, index, matching, groupedBy),
    [makeRow, itemAt, matching, groupedBy],
  );
  const passOn = useLinkState(filters);
  const render = useCallback(
    ({ document, index }: RecordEntry) => (
      <DocumentRow
        document={document}
        density={density}
        viewLevel={level}
        linkState={passOn(index)}
        onArchive={canArchiveDocument(reader, document) ? onArchive : null}
        onDelete={canDeleteDocument(reader, document) ? onDelete : null}
        canEdit={canEditDocument(reader, document)}
      />
    ),
    [reader, level, density, passOn, onArchive, onDelete],
  );

  return (
    <Loaded
      query={{ data: counts, error, isFetching: busy, refetch }}
      what="documents"
      empty={<NoRecords {...props} />}
      isEmpty={(known) => known.matching === 0}
    >
      {() => (
        <Stack>
          <div aria-busy={busy}>
            {groupedBy === null && (
              // Groups have headings; without them, the headings of the records would skip a level.
              <VisuallyHidden as="h2">Matching documents</VisuallyHidden>
            )}
            <RecordHeads onPaperOnly={density === 'comfortable'} />
            <PagedList
              key={density}
              label="Documents"
              count={matching}
              itemAt={rowAt}
              itemKey={keyOf}
              render={render}
              groupOf={groupIn}
              onShown={onShown}
              estimate={heights[density]}
              focusAt={rowLeft ?? focusTargetOf(sought)}
              onRowFocus={(index) => {
                const row = index === null ? undefined : rowAt(index);
                if (index !== null && row !== undefined) rememberRow({ index, key: keyOf(row) });
              }}
            />
          </div>
          {failure !== null && (
            <StickyFoot>
              <ErrorState title="Failed to load documents" message={failure} onRetry={retry} />
            </StickyFoot>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function NoRecords({
  records: {
    filters: { q = '' },
  },
  narrowed,
  foundById,
  suggestions,
  onClear,
}: Pick<RecordListProps, 'records' | 'narrowed' | 'foundById' | 'suggestions' | 'onClear'>) {
  const { canSubmit } = useView();
  if (foundById) {
    return (
      <EmptyState
        title="NO OTHER DOCUMENTS FOUND"
        hint="No title or content has these words."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  if (narrowed) {
    return (
      <EmptyState
        title="NO DOCUMENTS FOUND MATCHING CRITERIA"
        action={
          <>
            {suggestions}
            <Text as="p" tone="muted">
              {q === '' || /[\p{L}\p{N}]/u.test(q)
                ? 'Clear a filter or search for fewer words.'
                : 'Symbols alone cannot be searched. Type a letter or a digit.'}
            </Text>
            <Button onClick={onClear}>Clear filters</Button>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      title="NO DOCUMENTS FOUND MATCHING CRITERIA"
      hint="No documents are on file at your clearance yet."
      action={canSubmit && <LinkButton to={paths.submission}>Submit the first</LinkButton>}
    />
  );
}
