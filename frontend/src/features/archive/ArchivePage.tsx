import { useState, type ReactNode } from 'react';
import { useGetBoardQuery, useListArchiveSectionsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { ArchiveSection } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { Text } from '@/components/Text';
import { useOnePane } from '@/components/useMedia';
import { formatDate } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { canManageSections } from '@/lib/permissions';
import { places } from '@/lib/places';
import { plural } from '@/lib/text';
import { useSearchState } from '@/state/useSearchState';
import { ShelfEditor, ShelfFoot } from './ArchiveShelf.style';
import { SectionDocuments } from './SectionDocuments';
import { SectionForm } from './SectionForm';
import { SectionHead } from './SectionPane';
import { rowsOf, treeOf, typeName } from './sections';
import { SectionTree } from './SectionTree.style';

/** The archive: its sections, and the documents of one of them. Administrators create and change sections. */
export function ArchivePage() {
  const user = useUser();
  const query = useListArchiveSectionsQuery(canManageSections(user) ? { inactive: true } : {});
  const known = query.data;
  const documents = known?.reduce((sum, { documentCount }) => sum + documentCount, 0) ?? 0;
  return (
    <>
      <PageHeader
        title="Archive"
        subtitle={
          known === undefined
            ? 'Archived records by section'
            : `${plural(known.length, 'section')}, ${plural(documents, 'document')}`
        }
        actions={
          <>
            {canManageSections(user) && <RequestsLink />}
            <PlaceLink to={paths.home}>Main terminal</PlaceLink>
          </>
        }
      />
      <Loaded query={query} what="archive sections" label="RETRIEVING SECTIONS" isEmpty={() => false}>
        {(sections) => <Archive sections={sections} />}
      </Loaded>
    </>
  );
}

function RequestsLink() {
  const { data: board } = useGetBoardQuery(undefined);
  const count = board?.waiting?.archiveRequests.count ?? 0;
  return (
    <PlaceLink to={paths.archiveRequests}>
      {count === 0 ? 'Archive requests' : `Archive requests (${count})`}
    </PlaceLink>
  );
}

function Archive({ sections }: SectionsProps) {
  const onePane = useOnePane();
  const [{ section: asked }, changeSearch] = useSearchState(places.archive.search);
  const [editing, setEditing] = useState<string | null>(null);
  const chosen = sections.find(({ id }) => id === asked);
  const shown = chosen ?? (onePane ? undefined : rowsOf(sections)[0]?.section);
  const create = <CreateSection sections={sections} onCreated={(id) => changeSearch({ section: id })} />;
  const list = (
    <SectionList
      sections={sections}
      current={shown?.id ?? ''}
      foot={shown === undefined && create}
      onOpen={() => setEditing(null)}
    />
  );
  if (shown === undefined) return list;
  const shelf = (
    <Shelf
      section={shown}
      sections={sections}
      isEditing={editing === shown.id}
      foot={!onePane && editing !== shown.id && create}
      onEdit={setEditing}
    />
  );
  return onePane ? (
    <Stack>
      <div>
        <LinkButton size="sm" to={paths.archive}>
          All sections
        </LinkButton>
      </div>
      {shelf}
    </Stack>
  ) : (
    <Grid columns="360px minmax(0, 1fr)">
      {list}
      {shelf}
    </Grid>
  );
}

interface SectionsProps {
  readonly sections: readonly ArchiveSection[];
}

function CreateSection({
  sections,
  onCreated,
}: SectionsProps & { readonly onCreated: (id: string) => void }) {
  if (!canManageSections(useUser())) return null;
  return (
    <ShelfFoot>
      <Stack gap="sm">
        <Text as="h3" strong tone="bright" upper>
          Create section
        </Text>
        <SectionForm section={null} sections={sections} onSaved={({ id }) => onCreated(id)} />
      </Stack>
    </ShelfFoot>
  );
}

interface SectionListProps extends SectionsProps {
  /** Id of the selected section. */
  readonly current: string;
  readonly foot: ReactNode;
  readonly onOpen: () => void;
}

/** The sections as a tree, grouped by the type of the top one. */
function SectionList({ sections, current, foot, onOpen }: SectionListProps) {
  const manages = canManageSections(useUser());
  return (
    <Frame caption={`Sections ${sections.length}`} flush>
      {sections.length === 0 && (
        <EmptyState
          title="NO ARCHIVE SECTIONS"
          hint={manages ? 'Create the first one below.' : 'Sections appear here once they are created.'}
        />
      )}
      <SectionTree
        groups={treeOf(sections).map(({ heading, rows }) => ({
          heading,
          lines: rows.map(({ section, depth }) => ({
            id: section.id,
            name: section.name,
            mark: section.sectionType,
            type: typeName(section.sectionType),
            description: section.description,
            created: formatDate(section.createdAt),
            depth,
            count: section.documentCount,
            isClosed: !section.isActive,
          })),
        }))}
        current={current}
        pathOf={paths.archiveSection}
        onOpen={onOpen}
      />
      {foot}
    </Frame>
  );
}

interface ShelfProps extends SectionsProps {
  readonly section: ArchiveSection;
  readonly isEditing: boolean;
  readonly foot: ReactNode;
  /** Opens the form of a section; `null` closes it. */
  readonly onEdit: (id: string | null) => void;
}

function Shelf({ section, sections, isEditing, foot, onEdit }: ShelfProps) {
  const close = () => onEdit(null);
  return (
    <Frame caption={typeName(section.sectionType)} flush>
      {isEditing ? (
        <SectionEditor key={`edit ${section.id}`} section={section} sections={sections} onClose={close} />
      ) : (
        <SectionHead
          section={section}
          parent={sections.find(({ id }) => id === section.parentSection)}
          onEdit={() => onEdit(section.id)}
        />
      )}
      <SectionDocuments key={section.id} section={section} />
      {foot}
    </Frame>
  );
}

/** The form of the selected section, in place of its head. */
function SectionEditor({
  section,
  sections,
  onClose,
}: SectionsProps & { readonly section: ArchiveSection; readonly onClose: () => void }) {
  return (
    <ShelfEditor>
      <Stack gap="sm">
        <Text as="h3" strong tone="bright" upper>
          Edit section
        </Text>
        <SectionForm section={section} sections={sections} onSaved={onClose} onCancel={onClose} />
      </Stack>
    </ShelfEditor>
  );
}
