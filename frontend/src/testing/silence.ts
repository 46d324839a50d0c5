import { act } from '@testing-library/react';
import { http } from 'msw';
import { answerWithin } from '@/api/withTimeout';
import type { Method, PathOf } from './contract';
import { server } from './server';

/** Never responds to a request. Returns a function that counts the requests. */
export function neverAnswer<Name extends Method>(method: Name, path: PathOf<Name>): () => number {
  let asked = 0;
  server.use(
    http[method](`*${path}`, () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    }),
  );
  return () => asked;
}

/** Advances the fake timers beyond the time that a form waits for a response. */
export async function passAnswerTime(): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(answerWithin));
}
