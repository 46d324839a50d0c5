import { isRecord } from './isRecord';
import type { TextFile } from './pictures';
import { formatBytes } from './text';

/** The most files that a record can have. */
export const mostFiles = 20;

/** A file of a text that is being written. */
export interface AttachedFile {
  /** Tells it from the other files of the text. */
  readonly key: string;
  /** `null` until it is uploaded. */
  readonly fileId: string | null;
  readonly name: string;
  /** In bytes; `null` if only its address is known. */
  readonly size: number | null;
}

export type StoredFile = AttachedFile & { readonly fileId: string };

export function isStored(file: AttachedFile): file is StoredFile {
  return file.fileId !== null;
}

/** An answer with a text and its files. */
export interface WithAttached {
  readonly files?: readonly TextFile[];
  /** `/objects/…` of the first file. */
  readonly filePath?: string | null;
  readonly attachment?: { readonly name: string; readonly size: number } | null;
}

const objects = '/objects/';

export function fileAddress(fileId: string): string {
  return `${objects}${fileId}`;
}

function storedFile(fileId: string, name: string, size: number | null): StoredFile {
  return { key: fileId, fileId, name, size };
}

/** The file with this address, when nothing else of it is known. */
export function fileAt(path: string, name = 'Attachment', size: number | null = null): StoredFile {
  return storedFile(path.slice(path.lastIndexOf('/') + 1), name, size);
}

/** The files that are attached to a record, in their order. Answers without texts list none: they have the first. */
export function attachedFiles({ files = [], filePath, attachment }: WithAttached): readonly StoredFile[] {
  const listed = files.filter(({ kind }) => kind === 'file');
  if (listed.length > 0) return listed.map(({ fileId, name, size }) => storedFile(fileId, name, size));
  return filePath === null || filePath === undefined
    ? []
    : [fileAt(filePath, attachment?.name, attachment?.size)];
}

/** The ids of the files that are uploaded, as they are sent. */
export function idsOf(files: readonly AttachedFile[]): string[] {
  return files.flatMap(({ fileId }) => fileId ?? []);
}

/** Reads what was stored as files; `null` if it is no list. */
export function readAttached(stored: unknown): readonly AttachedFile[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.flatMap((one: unknown): AttachedFile[] => {
    if (!isRecord(one) || typeof one.key !== 'string' || typeof one.name !== 'string') return [];
    const { key, name, fileId, size } = one;
    return [
      {
        key,
        fileId: typeof fileId === 'string' ? fileId : null,
        name,
        size: typeof size === 'number' ? size : null,
      },
    ];
  });
}

/** The kind of a file by its name, and its size: `DOCX, 48.0 KB`. Empty if neither is known. */
export function kindAndSize({ name, size }: Pick<AttachedFile, 'name' | 'size'>): string {
  const kind = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return [kind, size === null ? undefined : formatBytes(size)]
    .filter((part) => part !== undefined)
    .join(', ');
}
