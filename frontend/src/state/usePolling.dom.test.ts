import { act, renderHook } from '@testing-library/react';
import { usePolling } from './usePolling';

let visibility: jest.SpyInstance<DocumentVisibilityState, []>;

function look(state: DocumentVisibilityState): void {
  visibility.mockReturnValue(state);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

beforeEach(() => {
  visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});

afterEach(() => {
  visibility.mockRestore();
});

test('a hidden window does not poll until it is visible again', () => {
  const { result } = renderHook(() => usePolling(5000));
  expect(result.current).toEqual({ pollingInterval: 5000 });
  look('hidden');
  expect(result.current).toEqual({ pollingInterval: 0 });
  look('visible');
  expect(result.current).toEqual({ pollingInterval: 5000 });
});
