import { mostFiles, type AttachedFile } from '@/lib/attachedFiles';
import { newAttemptKey } from '@/lib/keys';
import { plural } from '@/lib/text';
import { uploadProblem } from '@/lib/uploads';
import type { AppDispatch } from '@/state/hooks';
import { uploadFile } from '@/state/upload';

/** The state of an upload since the form was opened. */
export type FileState =
  | { readonly is: 'waiting' }
  | {
      readonly is: 'sending';
      /** From 0 to 1. */
      readonly progress: number;
    }
  | { readonly is: 'failed'; readonly message: string; readonly canRetry: boolean }
  | { readonly is: 'done' };

export type FileStates = ReadonlyMap<string, FileState>;

/** The form that the files belong to. */
export interface FilesHost {
  readonly dispatch: AppDispatch;
  readonly files: () => readonly AttachedFile[];
  readonly setFiles: (files: readonly AttachedFile[]) => void;
  readonly onChange: (states: FileStates) => void;
  /** Receives the message about chosen files that did not fit; `null` removes it. */
  readonly onLeft: (message: string | null) => void;
  /** Shows why something was not done. */
  readonly refuse: (title: string, description: string) => void;
}

/** Number of concurrent uploads; the others wait. The server allows three per user, and pictures need some. */
const atOnce = 2;

/** Uploads files to a form, whose list of files is the only record of what is attached and in which order. */
export function makeFileUploads(host: FilesHost) {
  const states = new Map<string, FileState>();
  const sources = new Map<string, File>();
  const queue: string[] = [];
  const running = new Map<string, AbortController>();
  const waiting = new Set<() => void>();

  const setState = (key: string, state: FileState) => {
    states.set(key, state);
    host.onChange(new Map(states));
  };

  const forget = (key: string) => {
    running.get(key)?.abort();
    running.delete(key);
    states.delete(key);
    sources.delete(key);
    const at = queue.indexOf(key);
    if (at >= 0) queue.splice(at, 1);
  };

  const fail = (key: string, file: File, message: string, canRetry: boolean, isNoticed = false) => {
    setState(key, { is: 'failed', message, canRetry });
    if (!isNoticed) host.refuse('File upload error', `${file.name}: ${message}`);
  };

  const send = async (key: string, file: File, stop: AbortController) => {
    setState(key, { is: 'sending', progress: 0 });
    const result = await uploadFile(host.dispatch, file, {
      kind: 'file',
      signal: stop.signal,
      onProgress: (progress) => setState(key, { is: 'sending', progress }),
    });
    if (stop.signal.aborted || result.is === 'canceled') return;
    running.delete(key);
    if (result.is === 'failed') {
      fail(key, file, result.message, true, result.isNoticed);
    } else {
      const { fileId } = result.claimed;
      sources.delete(key);
      setState(key, { is: 'done' });
      host.setFiles(host.files().map((one) => (one.key === key ? { ...one, fileId } : one)));
    }
    goOn();
  };

  function goOn() {
    while (running.size < atOnce) {
      const key = queue.shift();
      const file = key === undefined ? undefined : sources.get(key);
      if (key === undefined || file === undefined) break;
      const stop = new AbortController();
      running.set(key, stop);
      void send(key, file, stop);
    }
    if (running.size > 0) return;
    for (const tell of waiting) tell();
    waiting.clear();
  }

  const begin = (key: string) => {
    queue.push(key);
    setState(key, { is: 'waiting' });
  };

  return {
    /** Attaches files after those on the form. */
    take: (files: readonly File[]) => {
      const present = host.files();
      const taken = files.slice(0, Math.max(0, mostFiles - present.length));
      const begun = taken.map((file) => {
        const key = newAttemptKey();
        sources.set(key, file);
        return { key, file };
      });
      host.setFiles([
        ...present,
        ...begun.map(({ key, file: { name, size } }) => ({ key, fileId: null, name, size })),
      ]);
      for (const { key, file } of begun) {
        const problem = uploadProblem(file);
        if (problem === null) begin(key);
        else fail(key, file, problem, false);
      }
      goOn();
      const left = files.length - taken.length;
      host.onLeft(left === 0 ? null : `${plural(left, 'file')} of ${files.length} not attached.`);
    },
    retry: (key: string) => {
      begin(key);
      goOn();
    },
    /** Cancels the uploads of files that are no longer on the form. */
    follow: () => {
      const present = new Set(host.files().map(({ key }) => key));
      const gone = [...states.keys()].filter((key) => !present.has(key));
      if (gone.length === 0) return;
      gone.forEach(forget);
      host.onChange(new Map(states));
      goOn();
    },
    /** Resolves when no upload is running; `undefined` if none is. */
    pending: (): Promise<void> | undefined =>
      running.size === 0 ? undefined : new Promise((resolve) => waiting.add(resolve)),
    /** Cancels all uploads, for a form that was closed. */
    stopAll: () => {
      queue.splice(0);
      for (const stop of running.values()) stop.abort();
    },
  };
}

export type FileEngine = ReturnType<typeof makeFileUploads>;
