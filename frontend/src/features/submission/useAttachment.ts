import { useCallback, useEffect, useRef, useState } from 'react';
import { useClaimUploadMutation, useCreateUploadMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { askWhoIsThere } from '@/api/session';
import { sessionEndNoted } from '@/api/sessionEnd';
import { uploadProblem } from '@/lib/uploads';
import type { AttachedFile } from './draft';
import { sendFile } from './uploader';
import { useAppDispatch, useToast } from '@/state/hooks';

/** The one file of a submission, in whatever state it is in. */
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
  /** Takes over a file that the server holds already; `null` takes the present one away. */
  readonly adopt: (file: AttachedFile | null) => void;
  /** Calls an upload off, or takes the file away again. */
  readonly remove: () => void;
}

function startingWith(file: AttachedFile | null): Attachment {
  return file === null ? none : { state: 'attached', ...file };
}

/** Sends a file and claims it for the next submission. `onAttached` is called with the file once it is the operator's. */
export function useAttachment(
  initial: AttachedFile | null,
  onAttached: (file: File) => void,
): AttachmentControl {
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [createUpload] = useCreateUploadMutation();
  const [claimUpload] = useClaimUploadMutation();
  const [attachment, setAttachment] = useState(() => startingWith(initial));
  const running = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const remove = useCallback(() => {
    running.current?.abort();
    setAttachment(none);
  }, []);

  const adopt = useCallback((file: AttachedFile | null) => {
    running.current?.abort();
    setAttachment(startingWith(file));
  }, []);

  const refuse = (name: string, message: string) => {
    setAttachment({ state: 'failed', name, message });
    toast({ tone: 'danger', title: 'File upload error', description: message });
  };

  /** Answers the path of the claimed file; `null` when it failed in a way that has been told. */
  const send = async (file: File, signal: AbortSignal): Promise<string | null> => {
    const { uploadURL } = await createUpload().unwrap();
    const failure = await sendFile({
      url: uploadURL,
      file,
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) setAttachment({ state: 'sending', name: file.name, size: file.size, progress });
      },
      onSessionEnd: (at, now) => {
        dispatch(sessionEndNoted({ at, foreground: true, now }));
      },
    });
    if (signal.aborted) return null;
    if (failure !== null) {
      refuse(file.name, failure.message);
      // This request goes past the cache, so nothing else would notice that the session has ended.
      if (failure.status === 401 || failure.status === 423) void dispatch(askWhoIsThere());
      return null;
    }
    const { objectPath } = await claimUpload({ fileURL: uploadURL }).unwrap();
    return objectPath;
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
    setAttachment({ state: 'sending', name: file.name, size: file.size, progress: 0 });
    try {
      const path = await send(file, run.signal);
      if (path === null || run.signal.aborted) return;
      setAttachment({ state: 'attached', name: file.name, path });
      onAttached(file);
    } catch (error) {
      // The notice of the call has told it as well.
      if (!run.signal.aborted)
        setAttachment({ state: 'failed', name: file.name, message: describeError(error) });
    }
  };

  return { attachment, attach, adopt, remove };
}
