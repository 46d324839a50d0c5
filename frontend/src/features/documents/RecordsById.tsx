import { useCallback } from 'react';
import type { DocumentSummary } from '@/api/types';
import { Frame } from '@/components/Frame';
import { VirtualList } from '@/components/VirtualList';
import { DocumentRow } from './DocumentRow';

interface RecordsByIdProps {
  readonly records: readonly DocumentSummary[];
}

/** The records whose id begins with the text of the search. Nothing if there are none. */
export function RecordsById({ records }: RecordsByIdProps) {
  const render = useCallback(
    (document: DocumentSummary) => <DocumentRow document={document} onDelete={null} />,
    [],
  );
  if (records.length === 0) return null;
  return (
    <Frame caption="Records by id">
      <VirtualList
        label="Records by id"
        items={records}
        itemKey={(document) => document.id}
        render={render}
      />
    </Frame>
  );
}
