import { useEffect, useRef } from 'react';
import type { FormHandle } from '@/components/form/formStore';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { isStored, mostFiles, type AttachedFile } from '@/lib/attachedFiles';
import { uploadLimits } from '@/lib/uploads';
import type { PictureUploads } from '../pictures/usePictureUploads';
import { uploadLocked } from '../uploadLocked';
import { DropSign } from './DropSign.style';
import { DropZone } from './DropZone.style';
import { FileRowList } from './FileRowList';
import type { TextTarget } from './takeText';
import { useFileDrop } from './useFileDrop';
import type { FileUploads } from './useFileUploads';

export interface UploadZoneProps {
  readonly form: FormHandle<{ title: string; content: string; files: readonly AttachedFile[] }>;
  readonly uploads: FileUploads;
  readonly pictures: PictureUploads;
  /** Maximum length of the content, in characters. */
  readonly limit: number;
  /** Why the files are invalid. */
  readonly error: string | undefined;
  /** The author writes the title, so the text of a file may fill an empty one. */
  readonly hasTitle?: boolean;
}

const most = `up to ${mostFiles} of 10 MB each`;
const hint = `Or drop them anywhere. Supported: ${uploadLimits.shown}, ${most}. Pictures go into the text.`;

/** Moves the focus to the input when the last row disappears with the button that was pressed. */
function useFocusBack(count: number) {
  const zone = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count === 0 && before.current > 0 && document.activeElement === document.body)
      zone.current?.querySelector('input')?.focus();
    before.current = count;
  }, [count]);
  return zone;
}

/** The number of files, and how many of them could not be uploaded: their rows may have to be scrolled to. */
function Count({ uploads: { files, underWay } }: Pick<UploadZoneProps, 'uploads'>) {
  const failed = files.filter((file) => !isStored(file)).length - underWay;
  return (
    <Text as="p" tone="muted" size="dense" upper>
      Files {files.length}
      {failed > 0 && (
        <Text tone="danger" size="dense">
          {`, ${failed} not attached`}
        </Text>
      )}
    </Text>
  );
}

/** Where files are attached. During a lockdown no file can be chosen, but attached files stay. */
export function UploadZone(props: UploadZoneProps) {
  const { form, uploads, pictures, limit, error, hasTitle = true } = props;
  const { files, isLocked, left } = uploads;
  const problem = error ?? left;
  const isFull = files.length >= mostFiles;
  const full = `${mostFiles} files, the most that a record takes.`;
  const isOver = useFileDrop((dropped) => void pictures.take(dropped));
  const target: TextTarget = {
    form: form as unknown as TextTarget['form'],
    area: () => pictures.area.current,
    limit,
    hasTitle,
  };
  const zone = useFocusBack(files.length);
  return (
    <Stack gap="xs" ref={zone}>
      {files.length > 0 && <Count uploads={uploads} />}
      {files.length > 0 && <FileRowList uploads={uploads} target={target} />}
      <DropZone
        ref={form.ref('files')}
        label="Choose files"
        accept={uploadLimits.extensions}
        disabled={isLocked || isFull}
        onFiles={(chosen) => void pictures.take(chosen)}
      >
        <div role="status">
          {isLocked ? (
            <Text as="p" tone="warn" strong>
              {uploadLocked}
            </Text>
          ) : (
            <Text tone="muted" size="dense">
              {isFull ? full : hint}
            </Text>
          )}
        </div>
      </DropZone>
      {isOver && (
        <DropSign refused={isLocked}>
          {isLocked ? uploadLocked : isFull ? full : 'Drop files to attach them. Pictures go into the text.'}
        </DropSign>
      )}
      {problem !== null && (
        <Text as="p" tone="danger" size="dense" role="alert">
          <b>ERR</b> {problem}
        </Text>
      )}
    </Stack>
  );
}
