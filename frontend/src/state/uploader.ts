import { readSessionEnd } from '@/api/baseQuery';
import { toAppError } from '@/api/errors';
import type { AppError } from '@/lib/errors';
import { mediaTypeOf } from '@/lib/uploads';

/** Time without progress or response after which an upload counts as lost, in milliseconds. */
export const stallLimit = 60_000;

/** The same once the whole file was sent: the server may read other pictures first. */
const readLimit = 170_000;

/** The message if a response does not arrive in that time. */
export const noResponse = 'The server did not respond in time. Choose the file again.';

export type UploadOutcome =
  | { readonly is: 'stored' }
  | { readonly is: 'canceled' }
  | { readonly is: 'refused'; readonly error: AppError }
  /** No response. The server has the file if all of it was sent. */
  | { readonly is: 'lost'; readonly message: string; readonly wasSent: boolean };

interface Sending {
  /** Where the file goes, with its ticket. */
  readonly url: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Receives when the session ends without further activity, and when the server said so; both in milliseconds. */
  readonly onSessionEnd: (at: number, now: number) => void;
}

function withName(url: string, name: string): string {
  const target = new URL(url, window.location.origin);
  target.searchParams.set('filename', name);
  return target.href;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Sends the bytes of a file in one request. `XMLHttpRequest`, because `fetch` does not report upload progress. */
export function sendFile({ url, file, signal, onProgress, onSessionEnd }: Sending): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ is: 'canceled' });
      return;
    }
    const request = new XMLHttpRequest();
    let wasSent = false;
    let timer: ReturnType<typeof setTimeout>;
    const end = (outcome: UploadOutcome) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const stop = (outcome: UploadOutcome) => {
      end(outcome);
      request.abort();
    };
    const cancel = () => stop({ is: 'canceled' });
    const restartTimer = () => {
      clearTimeout(timer);
      const limit = wasSent ? readLimit : stallLimit;
      timer = setTimeout(() => stop({ is: 'lost', message: noResponse, wasSent }), limit);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.upload.onload = () => {
      wasSent = true;
      restartTimer();
    };
    request.onload = () => {
      const { status } = request;
      const now = Date.now();
      const ends = readSessionEnd((name) => request.getResponseHeader(name), now);
      if (ends !== null) onSessionEnd(ends, now);
      end(
        status >= 200 && status < 300
          ? { is: 'stored' }
          : { is: 'refused', error: toAppError({ status, data: parseBody(request.responseText) }) },
      );
    };
    request.onerror = () =>
      end({
        is: 'lost',
        message: 'The connection was lost during the upload. Check it and choose the file again.',
        wasSent,
      });
    signal.addEventListener('abort', cancel, { once: true });
    request.open('PUT', withName(url, file.name));
    request.setRequestHeader('Content-Type', mediaTypeOf(file.name, file.type));
    restartTimer();
    request.send(file);
  });
}
