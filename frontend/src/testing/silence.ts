import { act } from '@testing-library/react';
import { http } from 'msw';
import { answerWithin } from '@/api/inTime';
import type { Method, PathOf } from './contract';
import { server } from './server';

/** Never answers a call. Returns the number of times it was asked. */
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

/** Lets the time pass after which a form no longer waits. The test has to use fake timers. */
export async function passAnswerTime(): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(answerWithin));
}
