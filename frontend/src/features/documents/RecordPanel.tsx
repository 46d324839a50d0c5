import { useMemo, type ReactNode } from 'react';
import { useListArchiveSectionsQuery } from '@/api/endpoints';
import type { ArchiveSection, DocumentRecord } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { CopyText } from '@/components/CopyText';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { ClearanceLadder } from '@/components/LevelCells';
import { Footnote, Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { clearanceName } from '@/lib/clearance';
import { formatDate, formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { withheldLevels } from '@/lib/portions';
import { releaseWords, upcomingRelease } from '@/lib/releaseDate';
import { useNow } from '@/state/useNow';
import { useView } from '@/state/useView';
import { AuthorLink } from './AuthorLink';
import { Readers } from './Readers';

/** Interval at which a release date is compared with the time, in milliseconds. */
const releaseClock = 30_000;

/** The location of the document, unless it is simply in the repository. */
function locationOf(
  document: DocumentRecord,
  sections: readonly ArchiveSection[] | undefined,
): readonly { readonly term: string; readonly value: ReactNode }[] {
  const { isArchived, archiveSection, archivedAt, archiveRequested, archiveRequestSection } = document;
  const name = (id: string | null) => sections?.find((section) => section.id === id)?.name;
  const link = (id: string | null) => {
    const known = name(id);
    return known === undefined || id === null ? (
      'Unknown Section'
    ) : (
      <TextLink to={paths.archiveSection(id)}>{known}</TextLink>
    );
  };
  if (isArchived) {
    return [
      { term: 'Archive', value: link(archiveSection) },
      { term: 'Archived', value: archivedAt === null ? 'UNKNOWN' : formatDate(archivedAt) },
    ];
  }
  return archiveRequested ? [{ term: 'Archive requested', value: link(archiveRequestSection) }] : [];
}

export function RecordPanel({ document }: { readonly document: DocumentRecord }) {
  const { clearanceLevel, isArchived, archiveRequested, content } = document;
  const withheld = useMemo(() => withheldLevels(content ?? ''), [content]);
  const release = upcomingRelease(document.scheduledReleaseAt, useNow(releaseClock));
  const { asked, level } = useView();
  const isOwn = level === null;
  const { data: sections } = useListArchiveSectionsQuery(asked, { skip: !isArchived && !archiveRequested });
  return (
    <Frame caption="Record">
      <Stack gap="md">
        <ClearanceLadder level={clearanceLevel} />
        <DefinitionList
          items={[
            { term: 'Clearance', value: <LevelBadge level={clearanceLevel} /> },
            { term: 'Reserved for', value: clearanceName(clearanceLevel) },
            { term: 'Category', value: document.category },
            {
              term: 'Status',
              value: (
                <Text tone="ok" size="dense">
                  APPROVED
                </Text>
              ),
            },
            ...(release === null ? [] : [{ term: 'Releases', value: releaseWords(release) }]),
            ...locationOf(document, sections),
            { term: 'Version', value: document.version },
            { term: 'Created', value: formatDate(document.createdAt) },
            { term: 'Last updated', value: formatMoment(document.updatedAt) },
            { term: 'Submitted by', value: <AuthorLink name={document.submittedByUsername} /> },
          ]}
        />
        <Stack gap="md" data-screen-only>
          <CopyText label="Document ID" text={document.id} />
          {withheld.length > 0 && (
            <Footnote>
              Passages of level {withheld.join(', ')} are above {isOwn ? 'your' : 'this'} level and not shown.
            </Footnote>
          )}
          {isOwn && <Readers document={document} />}
          <Footnote>Every view and download of this record is logged.</Footnote>
        </Stack>
      </Stack>
    </Frame>
  );
}
