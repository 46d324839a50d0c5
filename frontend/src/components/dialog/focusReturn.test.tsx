import { fireEvent, render, screen } from '@testing-library/react';
import { replayBuffered, listenToKeys } from '@/keyboard/keyboard';
import { useFocusReturn } from './useFocusReturn';

let opened: (() => void) | undefined;

/** A minimal layer that takes the focus and returns it. */
function Layer() {
  opened = useFocusReturn().onOpenAutoFocus;
  return <div role="dialog" />;
}

test('keys wait for the focus to return from a layer, but not after a pointer press', async () => {
  const stop = listenToKeys();
  const heard: string[] = [];
  document.body.onkeydown = ({ key }) => heard.push(key);
  render(<Layer />).rerender(<Layer />);
  opened?.();
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  document.body.replaceChildren();
  fireEvent.keyDown(document.body, { key: 'a' });
  await replayBuffered();
  expect(heard).toEqual([]);
  fireEvent.mouseDown(document.body);
  expect(heard).toEqual(['a']);
  fireEvent.keyDown(document.body, { key: 'b' });
  expect(heard).toEqual(['a', 'b']);
  document.body.onkeydown = null;
  stop();
});
