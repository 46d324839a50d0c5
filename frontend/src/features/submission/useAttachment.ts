import { useCallback, useEffect, useRef, useState } from 'react';
import { uploadProblem } from '@/lib/uploads';
import { useAppDispatch, useToast } from '@/state/hooks';
import { uploadFile } from '@/state/upload';
import type { AttachedFile, RecordText } from '@/text/recordText';

export type Attachment =
  | { readonly state: 'none' }
  | {
      readonly state: 'sending';
      readonly name: string;
      readonly size: number;
      /** From 0 to 1. */
      readonly progress: number;
    }
  | ({ readonly state: 'attached' } & AttachedFile)
  | { readonly state: 'failed'; readonly name: string; readonly message: string };

const none: Attachment = { state: 'none' };

export interface AttachmentControl {
  readonly attachment: Attachment;
  readonly attach: (file: File) => Promise<void>;
  /** Attaches a file that the server already holds; `null` removes the present one. */
  readonly adopt: (file: AttachedFile | null) => void;
  /** Cancels the upload, or removes the file. */
  readonly remove: () => void;
}

function attached(file: AttachedFile | null): Attachment {
  return file === null ? none : { state: 'attached', ...file };
}

function startingWith({ file, lostFile }: Pick<RecordText, 'file' | 'lostFile'>): Attachment {
  if (lostFile === null) return attached(file);
  return {
    state: 'failed',
    name: lostFile,
    message: 'The upload was not completed. Choose the file again or dismiss it.',
  };
}

/**
 * Uploads a file and claims it for the next submission. `onAttached` is called with the file when that has succeeded.
 */
export function useAttachment(
  kept: Pick<RecordText, 'file' | 'lostFile'>,
  onAttached: (file: File) => void,
): AttachmentControl {
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [attachment, setAttachment] = useState(() => startingWith(kept));
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  const adopt = useCallback((file: AttachedFile | null) => {
    running.current?.abort();
    setAttachment(attached(file));
  }, []);

  const remove = useCallback(() => adopt(null), [adopt]);

  const refuse = (name: string, message: string) => {
    setAttachment({ state: 'failed', name, message });
    toast({ tone: 'danger', title: 'File upload error', description: message });
  };

  const attach = async (file: File) => {
    running.current?.abort();
    const problem = uploadProblem(file);
    if (problem !== null) {
      refuse(file.name, problem);
      return;
    }
    const run = new AbortController();
    running.current = run;
    const setProgress = (progress: number) =>
      setAttachment({ state: 'sending', name: file.name, size: file.size, progress });
    setProgress(0);
    const result = await uploadFile(dispatch, file, {
      kind: 'file',
      signal: run.signal,
      onProgress: setProgress,
    });
    if (result.is === 'canceled') return;
    if (result.is === 'claimed') {
      setAttachment({ state: 'attached', name: file.name, path: result.claimed.objectPath });
      onAttached(file);
    } else if (result.isNoticed) setAttachment({ state: 'failed', name: file.name, message: result.message });
    else refuse(file.name, result.message);
  };

  return { attachment, attach, adopt, remove };
}
