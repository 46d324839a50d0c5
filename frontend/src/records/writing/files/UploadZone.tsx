import { useEffect, useRef } from 'react';
import { lazyPart } from '@/components/lazyPart';
import type { FormHandle } from '@/components/form/formStore';
import { Stack } from '@/components/Layout';
import { PartFailed } from '@/components/PartFailed';
import { Text } from '@/components/Text';
import { mostFiles, type AttachedFile } from '@/lib/attachedFiles';
import { uploadLimits } from '@/lib/uploads';
import type { PictureUploads } from '../pictures/usePictureUploads';
import { uploadLocked } from '../uploadLocked';
import { DropZone } from './DropZone.style';
import type { FileRowListProps } from './FileRowList';
import type { FileUploads } from './useFileUploads';

const Rows = lazyPart<FileRowListProps>(
  async () => (await import(/* webpackChunkName: "file-rows" */ './FileRowList')).FileRowList,
  { Failed: PartFailed },
);

interface FormValues {
  readonly title: string;
  readonly content: string;
  readonly files: readonly AttachedFile[];
}

interface UploadZoneProps<Values extends FormValues> {
  readonly form: FormHandle<Values>;
  readonly uploads: FileUploads;
  readonly pictures: PictureUploads;
  /** Maximum length of the content, in characters. */
  readonly limit: number;
  /** Why the files are refused. */
  readonly error: string | undefined;
  /** The title is written by hand. */
  readonly hasTitle?: boolean;
}

const hint = `Or drop them here. Supported: ${uploadLimits.shown}, up to ${mostFiles} files of 10 MB each. Pictures go into the text.`;

/** Moves the focus to the input when the last row is gone with the button that was pressed. */
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

/** Where files are attached. While the site is locked no file can be chosen; those that are attached stay. */
export function UploadZone<Values extends FormValues>(props: UploadZoneProps<Values>) {
  const { form, uploads, pictures, limit, error, hasTitle = true } = props;
  const { files, isLocked, left } = uploads;
  const problem = error ?? left;
  const isFull = files.length >= mostFiles;
  const writing = form as unknown as FileRowListProps['target']['form'];
  const zone = useFocusBack(files.length);
  return (
    <Stack gap="xs" ref={zone}>
      <Text as="p" tone="muted" size="dense" upper>
        Files{files.length > 0 && ` ${files.length}`}
      </Text>
      {files.length > 0 && (
        <Rows
          uploads={uploads}
          target={{ form: writing, area: () => pictures.area.current, limit, hasTitle }}
        />
      )}
      <DropZone
        ref={form.ref('files' as Parameters<typeof form.ref>[0])}
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
              {isFull ? `${mostFiles} files, the most that a record takes.` : hint}
            </Text>
          )}
        </div>
      </DropZone>
      {problem !== null && (
        <Text as="p" tone="danger" size="dense" role="alert">
          <b>ERR</b> {problem}
        </Text>
      )}
    </Stack>
  );
}
