import { readSessionEnd } from './baseQuery';
import { toAppError, type AppError } from './errors';

/** How a download ended. */
export type DownloadOutcome =
  | { readonly is: 'done'; readonly name: string; readonly file: Blob }
  | { readonly is: 'canceled' }
  | { readonly is: 'refused'; readonly error: AppError }
  | { readonly is: 'lost'; readonly message: string };

interface Downloading {
  /** The call that answers with a file. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Receives what has arrived, in bytes, and how much there is in all; `null` if the server does not say. */
  readonly onProgress: (received: number, total: number | null) => void;
  /** Receives when the session ends without further activity, and when the server said so; both in milliseconds. */
  readonly onSessionEnd: (at: number, now: number) => void;
}

const lost: DownloadOutcome = {
  is: 'lost',
  message: 'The connection was lost during the download. Check it and try again.',
};

/** The name that the server gives the file. */
function nameOf(response: Response): string {
  const found = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '');
  return found?.[1] ?? 'download';
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads the whole body and reports each part. */
async function received(response: Response, onProgress: Downloading['onProgress']): Promise<Blob> {
  const length = Number(response.headers.get('Content-Length') ?? '');
  const total = length > 0 ? length : null;
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    parts.push(part.value);
    count += part.value.length;
    onProgress(count, total);
  }
  return new Blob(parts, { type: response.headers.get('Content-Type') ?? '' });
}

/** Downloads a file and reports how much of it has arrived. */
export async function downloadFile({
  url,
  signal,
  onProgress,
  onSessionEnd,
}: Downloading): Promise<DownloadOutcome> {
  try {
    const response = await fetch(new URL(url, window.location.origin), { signal });
    const now = Date.now();
    const ends = readSessionEnd((name) => response.headers.get(name), now);
    if (ends !== null) onSessionEnd(ends, now);
    if (!response.ok) {
      const error = toAppError({ status: response.status, data: await bodyOf(response) }, response);
      return { is: 'refused', error };
    }
    return { is: 'done', name: nameOf(response), file: await received(response, onProgress) };
  } catch {
    return signal.aborted ? { is: 'canceled' } : lost;
  }
}
