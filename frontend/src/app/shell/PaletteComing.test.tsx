import { fireEvent, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { makeStore } from '@/app/store';
import { takeTypedAhead } from '@/lib/typedAhead';
import { layerOpened } from '@/state/uiSlice';
import { PaletteComing } from './PaletteComing';

test('keys wait for the palette and are no shortcuts; Escape closes it', () => {
  const store = makeStore();
  store.dispatch(layerOpened('palette'));
  const shortcut = jest.fn();
  window.addEventListener('keydown', shortcut);
  const { unmount } = render(
    <Provider store={store}>
      <PaletteComing />
    </Provider>,
  );
  // False is the answer where a key's own effect, such as pressing the button that has the focus, was prevented.
  for (const key of ['e', '?', 'Enter']) expect(fireEvent.keyDown(document.body, { key })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: 'Tab' })).toBe(true);
  expect(shortcut).toHaveBeenCalledTimes(1);
  expect(takeTypedAhead()).toEqual({ text: 'e?', entered: true });
  fireEvent.keyDown(document.body, { key: 'y' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(store.getState().ui.layer).toBeNull();
  unmount();
  fireEvent.keyDown(document.body, { key: 'x' });
  expect(takeTypedAhead().text).toBe('');
  window.removeEventListener('keydown', shortcut);
});
