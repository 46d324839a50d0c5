import type { DocumentRecord } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { DownloadButton } from '@/components/Button';
import { ClearanceLadder } from '@/components/ClearanceLadder';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Footnote, Text } from '@/components/Text';
import { clearanceName } from '@/lib/clearance';
import { formatDate, formatDateTime } from '@/lib/dates';

/** The facts about the document besides its text. */
export function RecordPanel({ document }: { readonly document: DocumentRecord }) {
  const { clearanceLevel, filePath } = document;
  return (
    <Frame caption="Record">
      <Stack gap="md">
        <DefinitionList
          items={[
            { term: 'Clearance', value: <LevelBadge level={clearanceLevel} /> },
            { term: 'Reserved for', value: clearanceName(clearanceLevel) },
          ]}
        />
        <ClearanceLadder level={clearanceLevel} />
        <DefinitionList
          items={[
            { term: 'Category', value: document.category },
            {
              term: 'Status',
              value: (
                <Text tone="ok" size="dense">
                  APPROVED
                </Text>
              ),
            },
            { term: 'Version', value: document.version },
            { term: 'Created', value: formatDate(document.createdAt) },
            { term: 'Last updated', value: formatDateTime(document.updatedAt) },
            { term: 'Submitted by', value: document.submittedByUsername },
            { term: 'Document ID', value: document.id },
          ]}
        />
        {filePath !== null && <DownloadButton href={filePath}>Download attachment</DownloadButton>}
        <Footnote>Every view and download of this record is logged.</Footnote>
      </Stack>
    </Frame>
  );
}
