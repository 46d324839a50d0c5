import { createEvent, fireEvent, waitFor } from '@testing-library/react';
import { giveKept, hearKeys, holdForScreen, setShell } from './keyboard';
import { keyTime } from './keyTime';

/** Presses keys at these times while a screen is coming, has them given, and answers which sequences they were. */
async function type(...presses: readonly (readonly [key: string, at: number])[]): Promise<readonly string[]> {
  const sequences: string[] = [];
  const passed: string[] = [];
  const read = jest.fn((keys: string) => () => {
    sequences.push(keys);
  });
  setShell({ firsts: new Set(['g']), areOn: () => true, sequence: read, onDropped: () => undefined });
  let isComing = true;
  const free = holdForScreen(() => (isComing ? keyTime() : null));
  const stop = hearKeys();
  for (const [key, at] of presses) {
    const event = createEvent.keyDown(document.body, { key });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(document.body, event);
  }
  isComing = false;
  const note = ({ key }: KeyboardEvent) => passed.push(key);
  document.body.onkeydown = note;
  await giveKept();
  await waitFor(() => {
    expect(passed.length + 2 * sequences.length).toBeGreaterThanOrEqual(presses.length);
  });
  document.body.onkeydown = null;
  stop();
  free();
  return sequences;
}

test('two keys are a sequence by when they were pressed, however they are given', async () => {
  const now = keyTime();
  expect(await type(['g', now], ['d', now + 50])).toEqual(['g d']);
  expect(await type(['g', now], ['d', now + 1500])).toEqual([]);
});
