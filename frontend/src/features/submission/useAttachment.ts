import { useCallback, useEffect, useRef, useState } from 'react';
import { useClaimUploadMutation, useCreateUploadMutation } from '@/api/endpoints';
import { askWhoIsThere } from '@/api/session';
import { sessionEndNoted } from '@/api/sessionEnd';
import { describeError } from '@/lib/errors';
import { uploadProblem } from '@/lib/uploads';
import { useAppDispatch, useToast } from '@/state/hooks';
import type { AttachedFile, RecordText } from '@/text/recordText';
import { noResponse, sendFile, stallLimit, type UploadOutcome } from './uploader';

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

/** A call that can be canceled: a mutation. */
interface Call<Answer> {
  readonly abort: () => void;
  readonly unwrap: () => Promise<Answer>;
}

/** The response of a call; `null` if it does not arrive in time or the upload is canceled. */
async function answerOf<Answer>(call: Call<Answer>, signal: AbortSignal): Promise<Answer | null> {
  const stop = new AbortController();
  const abort = () => {
    stop.abort();
    call.abort();
  };
  const timer = setTimeout(abort, stallLimit);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await call.unwrap();
  } catch (error) {
    if (stop.signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
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
  const [createUpload] = useCreateUploadMutation();
  const [claimUpload] = useClaimUploadMutation();
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

  /** Claims what was sent; of a lost response too, because the whole file may have arrived. */
  const claim = async (fileURL: string, outcome: UploadOutcome, signal: AbortSignal) => {
    try {
      return await answerOf(claimUpload({ fileURL }), signal);
    } catch (error) {
      if (outcome.is === 'lost') return null;
      throw error;
    }
  };

  /** Returns the path of the claimed file; `null` if it was canceled, or failed and the failure is shown. */
  const send = async (file: File, signal: AbortSignal): Promise<string | null> => {
    const lost = (message: string) => {
      if (!signal.aborted) refuse(file.name, message);
      return null;
    };
    const ticket = await answerOf(createUpload(), signal);
    if (ticket === null) return lost(noResponse);
    const outcome = await sendFile({
      url: ticket.uploadURL,
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
    if (outcome.is === 'refused') {
      const { status, message } = outcome.error;
      // This request goes past the cache, so nothing else would notice that the session has ended.
      if (status === 401 || status === 423) void dispatch(askWhoIsThere());
      return lost(message);
    }
    if (outcome.is === 'lost' && !outcome.wasSent) return lost(outcome.message);
    const claimed = await claim(ticket.uploadURL, outcome, signal);
    return claimed?.objectPath ?? lost(outcome.is === 'lost' ? outcome.message : noResponse);
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
      // The notice of the call shows it as well.
      if (!run.signal.aborted)
        setAttachment({
          state: 'failed',
          name: file.name,
          message: describeError(error, 'File upload error'),
        });
    }
  };

  return { attachment, attach, adopt, remove };
}
