import { api } from '@/api/endpoints';
import type { ClaimUploadApiResponse } from '@/api/generated';
import { askWhoIsThere } from '@/api/session';
import { sessionEndNoted } from '@/api/sessionEnd';
import { describeError } from '@/lib/errors';
import type { AppDispatch } from './hooks';
import { noResponse, sendFile, stallLimit, type UploadOutcome } from './uploader';

interface Uploading {
  readonly kind: 'file' | 'picture';
  readonly signal: AbortSignal;
  /** Receives the share that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export type UploadResult =
  | { readonly is: 'claimed'; readonly claimed: ClaimUploadApiResponse }
  | { readonly is: 'canceled' }
  | {
      readonly is: 'failed';
      readonly message: string;
      /** A notification has already shown it. */
      readonly isNoticed: boolean;
    };

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

/** Uploads a file and claims it for a text or as an attachment. Never rejects. */
export async function uploadFile(
  dispatch: AppDispatch,
  file: File,
  options: Uploading,
): Promise<UploadResult> {
  const { kind, signal, onProgress } = options;
  const { createUpload, claimUpload } = api.endpoints;
  /** Claims what was sent; of a lost response too, because the whole file may have arrived. */
  const claim = async (fileURL: string, outcome: UploadOutcome) => {
    try {
      return await answerOf(dispatch(claimUpload.initiate({ fileURL })), signal);
    } catch (error) {
      if (outcome.is === 'lost') return null;
      throw error;
    }
  };
  const lost = (message: string): UploadResult => ({ is: 'failed', message, isNoticed: false });
  const send = async (): Promise<UploadResult> => {
    const asked = dispatch(createUpload.initiate(kind === 'file' ? undefined : kind));
    const ticket = await answerOf(asked, signal);
    if (ticket === null) return lost(noResponse);
    const outcome = await sendFile({
      url: ticket.uploadURL,
      file,
      signal,
      onProgress: (progress) => {
        if (!signal.aborted) onProgress(progress);
      },
      onSessionEnd: (at, now) => {
        dispatch(sessionEndNoted({ at, foreground: true, now }));
      },
    });
    if (outcome.is === 'canceled') return outcome;
    if (outcome.is === 'refused') {
      const { status, message } = outcome.error;
      // This request goes past the cache, so nothing else would notice that the session has ended.
      if (status === 401 || status === 423) void dispatch(askWhoIsThere());
      return lost(message);
    }
    if (outcome.is === 'lost' && !outcome.wasSent) return lost(outcome.message);
    const claimed = await claim(ticket.uploadURL, outcome);
    if (claimed !== null) return { is: 'claimed', claimed };
    return lost(outcome.is === 'lost' ? outcome.message : noResponse);
  };
  let result: UploadResult;
  try {
    result = await send();
  } catch (error) {
    result = { is: 'failed', message: describeError(error, 'File upload error'), isNoticed: true };
  }
  return signal.aborted ? { is: 'canceled' } : result;
}
