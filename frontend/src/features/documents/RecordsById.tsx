import { useCallback } from 'react';
import type { DocumentSummary } from '@/api/types';
import { Frame } from '@/components/Frame';
import { VirtualList } from '@/components/list/VirtualList';
import { canArchiveDocument, canDeleteDocument, canEditDocument } from '@/lib/permissions';
import { useView } from '@/state/useView';
import { DocumentRow } from './DocumentRow';
import type { Density } from './useDensity';

interface RecordsByIdProps {
  readonly records: readonly DocumentSummary[];
  /** Id of the record that the reader was sent to. */
  readonly sought: string | null;
  readonly density: Density;
  readonly onArchive: (document: DocumentSummary) => void;
  readonly onDelete: (document: DocumentSummary) => void;
}

/** The records whose id begins with the text of the search. Renders nothing if there are none. */
export function RecordsById({ records, sought, density, onArchive, onDelete }: RecordsByIdProps) {
  const { reader, level } = useView();
  const render = useCallback(
    (document: DocumentSummary) => (
      <DocumentRow
        document={document}
        density={density}
        viewLevel={level}
        onArchive={canArchiveDocument(reader, document) ? onArchive : null}
        onDelete={canDeleteDocument(reader, document) ? onDelete : null}
        canEdit={canEditDocument(reader, document)}
      />
    ),
    [density, reader, level, onArchive, onDelete],
  );
  if (records.length === 0) return null;
  return (
    <Frame flush caption="Records by id">
      <VirtualList
        label="Records by id"
        items={records}
        itemKey={(document) => document.id}
        render={render}
        focusAt={sought === null ? null : { index: 0, key: sought, isMoved: true }}
      />
    </Frame>
  );
}
