import { useCallback, useEffect, useState } from 'react';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { describeError } from '@/lib/errors';
import { useAppDispatch } from '@/state/hooks';

/** What is known about the text of a file. */
export type Reading =
  | { readonly is: 'unasked' }
  | { readonly is: 'waiting' }
  | { readonly is: 'ready'; readonly text: string }
  | { readonly is: 'none' }
  | { readonly is: 'failed'; readonly message: string };

/** Pauses between two questions: the first, how much longer each is, and the longest, in milliseconds. */
const pauses = { first: 1000, growth: 2, longest: 10_000 } as const;

/** How long to wait for a text, in milliseconds. */
const longestWait = 120_000;

/** The text of an uploaded file, requested at once or from `start` on, until the server has read it. */
export function useFileText(fileId: string, isAsked: boolean): [Reading, start: () => void] {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState(isAsked ? 1 : 0);
  const [reading, setReading] = useState<Reading>(isAsked ? { is: 'waiting' } : { is: 'unasked' });

  useEffect(() => {
    if (asked === 0) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const end = Date.now() + longestWait;
    const ask = async (pause: number) => {
      const found = await read();
      if (isOver) return;
      if (found !== null) setReading(found);
      else if (Date.now() + pause > end)
        setReading({ is: 'failed', message: 'Its text has not been read yet.' });
      else timer = setTimeout(() => void ask(Math.min(pause * pauses.growth, pauses.longest)), pause);
    };
    /** `null` while the server is reading the file. */
    const read = async (): Promise<Reading | null> => {
      try {
        const { state, text } = await dispatch(api.endpoints.getFileText.initiate(fileId, afresh)).unwrap();
        if (state === 'waiting') return null;
        return state === 'none' || text === null || text.trim() === ''
          ? { is: 'none' }
          : { is: 'ready', text };
      } catch (error) {
        return { is: 'failed', message: describeError(error, 'Its text could not be requested.') };
      }
    };
    void ask(pauses.first);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, dispatch, fileId]);

  const start = useCallback(() => {
    setReading({ is: 'waiting' });
    setAsked((times) => times + 1);
  }, []);
  return [reading, start];
}
