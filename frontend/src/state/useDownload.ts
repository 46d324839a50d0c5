import { useEffect, useRef, useState } from 'react';
import { downloadFile } from '@/api/download';
import { askWhoIsThere } from '@/api/session';
import { sessionEndNoted } from '@/api/sessionEnd';
import type { DownloadState } from '@/lib/download';
import { formatBytes } from '@/lib/text';
import { useAppDispatch, useToast } from './hooks';

/** A download, and what can be done with it. */
export interface Download {
  readonly state: DownloadState;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Hands a file to the browser, which saves it like any download. */
function save(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by then; the address would keep it in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

/** Downloads a file that the server makes for this call. Leaving the screen cancels it. */
export function useDownload(url: string): Download {
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [state, setState] = useState<DownloadState>({ is: 'idle' });
  const running = useRef<AbortController>(undefined);

  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const run = async (signal: AbortSignal) => {
    const outcome = await downloadFile({
      url,
      signal,
      onProgress: (received, total) => {
        if (!signal.aborted) setState({ is: 'downloading', received, total });
      },
      onSessionEnd: (at, now) => {
        dispatch(sessionEndNoted({ at, foreground: true, now }));
      },
    });
    if (signal.aborted || outcome.is === 'canceled') return;
    if (outcome.is === 'done') {
      save(outcome.name, outcome.file);
      toast({
        tone: 'ok',
        title: 'Archive downloaded',
        description: `${outcome.name}, ${formatBytes(outcome.file.size)}`,
      });
      setState({ is: 'idle' });
      return;
    }
    const message = outcome.is === 'refused' ? outcome.error.message : outcome.message;
    // This request goes past the cache, so nothing else would notice that the session has ended.
    if (outcome.is === 'refused' && (outcome.error.status === 401 || outcome.error.status === 423))
      void dispatch(askWhoIsThere());
    setState({ is: 'failed', message });
  };

  return {
    state,
    start: () => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setState({ is: 'preparing' });
      void run(controller.signal);
    },
    cancel: () => {
      running.current?.abort();
      setState({ is: 'idle' });
    },
  };
}
