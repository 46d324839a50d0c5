import type { DocumentRecord } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { ClearanceLadder } from '@/components/ClearanceLadder';
import { CopyText } from '@/components/CopyText';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Footnote, Text } from '@/components/Text';
import { clearanceName } from '@/lib/clearance';
import { formatDate, formatDateTime } from '@/lib/dates';

/** The facts about the document besides its text. */
export function RecordPanel({ document }: { readonly document: DocumentRecord }) {
  const { clearanceLevel } = document;
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
            { term: 'Version', value: document.version },
            { term: 'Created', value: formatDate(document.createdAt) },
            { term: 'Last updated', value: formatDateTime(document.updatedAt) },
            { term: 'Submitted by', value: document.submittedByUsername },
          ]}
        />
        <CopyText label="Document ID" text={document.id} />
        <Footnote>Every view and download of this record is logged.</Footnote>
      </Stack>
    </Frame>
  );
}
