import type { DocumentRecord } from '@/api/types';
import { Frame } from '@/components/Frame';
import { lazyPart } from '@/components/lazyPart';
import { filesAnchor } from '@/lib/anchors';
import { attachedFiles } from '@/lib/attachedFiles';
import type { Term } from '@/lib/query';
import { FileList } from '@/records/rows/FileList';
import type { FoundFilesProps } from './FoundFiles';

const FoundFiles = lazyPart<FoundFilesProps>(
  async () => (await import(/* webpackChunkName: "discussion" */ './FoundFiles')).FoundFiles,
  {
    waiting: ({ files }) => <FileList bare files={files} />,
    Failed: ({ wanted: { files } }) => <FileList bare files={files} />,
  },
);

interface FilesProps {
  readonly document: DocumentRecord;
  /** The words and phrases of the search that led to the record. Keep the same list unless it changes. */
  readonly marked: readonly Term[];
}

/** The files of a record, after a search with what it found in them. Renders nothing for a record without files. */
export function Files({ document, marked }: FilesProps) {
  const files = attachedFiles(document);
  if (files.length === 0) return null;
  return (
    <Frame anchor={filesAnchor} caption="Files" count={files.length} list>
      {marked.length > 0 ? <FoundFiles files={files} marked={marked} /> : <FileList bare files={files} />}
    </Frame>
  );
}
