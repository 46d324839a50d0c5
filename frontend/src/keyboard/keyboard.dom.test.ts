import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { replayBuffered, listenToKeys, setScreenRequested, setShell } from './keyboard';
import { keyTime } from './keyTime';

/**
 * Presses keys at the given times while a screen is loading, replays them, and returns the sequences that they formed.
 */
async function type(...presses: readonly (readonly [key: string, at: number])[]): Promise<readonly string[]> {
  const sequences: string[] = [];
  const passed: string[] = [];
  const read = jest.fn((keys: string) => () => {
    sequences.push(keys);
  });
  setShell({ firsts: new Set(['g']), areOn: () => true, sequence: read, onDropped: () => undefined });
  let isComing = true;
  const free = setScreenRequested(() => (isComing ? keyTime() : null));
  const stop = listenToKeys();
  for (const [key, at] of presses) {
    const event = createEvent.keyDown(document.body, { key });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(document.body, event);
  }
  isComing = false;
  const note = ({ key }: KeyboardEvent) => passed.push(key);
  document.body.onkeydown = note;
  await replayBuffered();
  await waitFor(() => expect(passed.length + 2 * sequences.length).toBeGreaterThanOrEqual(presses.length));
  document.body.onkeydown = null;
  stop();
  free();
  return sequences;
}

test('whether two keys form a sequence depends on when they were pressed, not when they are replayed', async () => {
  const now = keyTime();
  expect(await type(['g', now], ['d', now + 50])).toEqual(['g d']);
  expect(await type(['g', now], ['d', now + 1500])).toEqual([]);
});

/**
 * Types into the first of two fields while a screen is loading, and replays until the pointer is pressed in the second.
 */
async function typeAndPress(isComing: () => boolean, onDropped: () => void): Promise<readonly string[]> {
  document.body.innerHTML = '<label>One<input></label><label>Two<input></label>';
  setShell({ firsts: new Set(), areOn: () => true, sequence: () => null, onDropped });
  let isEarly = true;
  const free = setScreenRequested(() => (isEarly || isComing() ? keyTime() : null));
  const stop = listenToKeys();
  const person = userEvent.setup();
  screen.getByLabelText('One').focus();
  await person.keyboard('lamp');
  isEarly = false;
  await replayBuffered();
  await person.click(screen.getByLabelText('Two'));
  await person.keyboard('door');
  await replayBuffered();
  stop();
  free();
  return screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);
}

test('text typed before the pointer was pressed in another field is in the first field', async () => {
  const onDropped = jest.fn();
  expect(await typeAndPress(() => false, onDropped)).toEqual(['lamp', 'door']);
  expect(onDropped).not.toHaveBeenCalled();
});

test('keys that still wait when the pointer is pressed in a field are dropped with a notification and do not go there', async () => {
  const onDropped = jest.fn();
  expect(await typeAndPress(() => true, onDropped)).toEqual(['', 'door']);
  expect(onDropped).toHaveBeenCalledTimes(1);
});
