import { readSessionEnd } from '@/api/baseQuery';
import { toAppError, type AppError } from '@/api/errors';
import { mediaTypeOf } from '@/lib/uploads';

interface Sending {
  /** Where the file goes, with its ticket. */
  readonly url: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Told when the session ends if nothing more is done, and when that was said; both in milliseconds. */
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

/**
 * Sends the bytes of a file in one request. `fetch` cannot tell how much has gone out, so this is the older interface.
 * Answers why it failed; `null` when it did not, or when it was called off (`signal` tells the two apart).
 */
export function sendFile({ url, file, signal, onProgress, onSessionEnd }: Sending): Promise<AppError | null> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(null);
      return;
    }
    const request = new XMLHttpRequest();
    const callOff = () => {
      request.abort();
    };
    const end = (outcome: AppError | null) => {
      signal.removeEventListener('abort', callOff);
      resolve(outcome);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    };
    request.onload = () => {
      const { status } = request;
      const now = Date.now();
      const ends = readSessionEnd((name) => request.getResponseHeader(name), now);
      if (ends !== null) onSessionEnd(ends, now);
      end(
        status >= 200 && status < 300 ? null : toAppError({ status, data: parseBody(request.responseText) }),
      );
    };
    request.onerror = () => {
      end({ status: 'NETWORK', message: 'The upload broke off. Check the connection and try again.' });
    };
    request.onabort = () => {
      end(null);
    };
    signal.addEventListener('abort', callOff, { once: true });
    request.open('PUT', withName(url, file.name));
    request.setRequestHeader('Content-Type', mediaTypeOf(file.name));
    request.send(file);
  });
}
