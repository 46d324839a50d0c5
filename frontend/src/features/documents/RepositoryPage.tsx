import { useMemo, useState } from 'react';
import type { DocumentFilters } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Frame, FrameFoot } from '@/components/Frame';
import { KeyCap } from '@/components/Kbd';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { useIsPhone } from '@/components/useMedia';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { repositoryKeys } from '@/keyboard/keys';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { useNavigate } from '@/router/RouterProvider';
import { useStatusLine } from '@/state/hooks';
import { useLateScrollRestoration } from '@/state/useLateScrollRestoration';
import { useKey } from '@/state/useKey';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { useView } from '@/state/useView';
import { matchingText } from './counts';
import { ArchiveDocument } from './ArchiveDocument';
import { useDeletion } from './DeleteDocument';
import { Filters } from './Filters';
import { RecordList } from './RecordList';
import { RecordsById } from './RecordsById';
import { filtersOf, groupingOf, isNarrowed } from './search';
import { Suggestions } from './Suggestions';
import { useDensity } from './useDensity';
import { useAuthors } from './useAuthors';
import { useRecords, type Records } from './useRecords';
import { useFoundById } from './useFoundById';
import { ViewBand, ViewChoice } from './ViewAs';

function accessibleText(counts: { readonly accessible: number } | undefined): string {
  return counts === undefined ? 'Counting records' : `${counts.accessible} accessible`;
}

/** Number of records that match these filters; `undefined` while the known number belongs to other filters. */
function matchingOf(records: Records, filters: DocumentFilters): number | undefined {
  return records.filters === filters ? records.counts?.matching : undefined;
}

/** The button for a new document: an icon beside the filters on a phone, otherwise a button beside the title. */
function NewDocument({ isShort = false }: { readonly isShort?: boolean }) {
  const { canSubmit } = useView();
  const isPhone = useIsPhone();
  if (!canSubmit || isPhone !== isShort) return null;
  return isShort ? (
    <LinkButton to={paths.submission}>
      <span aria-hidden="true">+</span>
      <VisuallyHidden>New Document</VisuallyHidden>
    </LinkButton>
  ) : (
    <LinkButton to={paths.submission}>
      New Document <KeyCap>{repositoryKeys.create}</KeyCap>
    </LinkButton>
  );
}

/** The repository: all documents within the reader's clearance, filtered by the address. */
export function RepositoryPage() {
  const view = useView();
  const navigate = useNavigate();
  const [search, changeSearch] = useSearchState(places.documents.search);
  const {
    level,
    reader: { clearanceLevel },
  } = view;
  const filters = useMemo(
    () => filtersOf(search, { clearanceLevel, level }),
    [search, clearanceLevel, level],
  );
  const records = useRecords(filters);
  const { sought, byId, soughtById } = useFoundById(records, search.q);
  const [documentToArchive, setDocumentToArchive] = useState<DocumentSummary | null>(null);
  const [askDeletion, deletion] = useDeletion();
  const [density, setDensity] = useDensity();
  useRowKeys();
  useKey(repositoryKeys.create, () => {
    if (view.canSubmit) void navigate(paths.submission);
  });

  const { counts } = records;
  const authors = useAuthors(records);
  useLateScrollRestoration(counts !== undefined);
  const matching = matchingOf(records, filters);
  const suggestions = <Suggestions search={search} matching={matching} />;
  useStatusLine(
    isNarrowed(filters) ? 'FILTER' : 'READY',
    counts === undefined ? null : `${matchingText(counts)} / ${counts.accessible}`,
  );

  return (
    <>
      <ViewBand />
      <PageHeader
        title="Document repository"
        subtitle={accessibleText(counts)}
        more={
          <>
            <ViewChoice />
            <PlaceLink to={paths.home}>Main terminal</PlaceLink>
            {view.canSubmit && <PlaceLink to={paths.drafts()}>My Workspace</PlaceLink>}
          </>
        }
        actions={<NewDocument />}
      />
      <Filters
        filters={filters}
        clearanceLevel={clearanceLevel}
        onChange={changeSearch}
        order={search.sort}
        authors={authors}
        density={density}
        onDensity={setDensity}
        end={<NewDocument isShort />}
      />
      <RecordsById
        records={byId}
        sought={soughtById}
        density={density}
        onArchive={setDocumentToArchive}
        onDelete={askDeletion}
      />
      <Frame flush label="Records">
        <RecordList
          records={records}
          density={density}
          groupedBy={groupingOf(records.filters)}
          narrowed={isNarrowed(filters)}
          foundById={byId.length > 0}
          sought={sought}
          suggestions={suggestions}
          onClear={() => changeSearch({ as: search.as }, { clear: true })}
          onArchive={setDocumentToArchive}
          onDelete={askDeletion}
        />
        <FrameFoot>
          <p role="status">
            {counts !== undefined && `Showing ${matchingText(counts)} of ${counts.accessible} accessible`}
          </p>
          {counts?.isAtLeast === true && (
            <p>
              The list ends after the first {counts.matching} matches. Search for more words or choose a level
              or a category to see the others.
            </p>
          )}
          {matching !== 0 && suggestions}
        </FrameFoot>
      </Frame>
      <ArchiveDocument document={documentToArchive} onClose={() => setDocumentToArchive(null)} />
      {deletion}
    </>
  );
}
