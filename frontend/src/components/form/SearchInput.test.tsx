import { act, fireEvent, render, screen } from '@testing-library/react';
import { SearchInput } from './SearchInput';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

test('a search starts after a pause, and once and at once when the field loses the focus', () => {
  const onSearch = jest.fn();
  render(<SearchInput label="Words" maxLength={100} value="" onSearch={onSearch} />);
  const field = screen.getByRole('searchbox');
  const rest = () =>
    act(() => {
      jest.advanceTimersByTime(1000);
    });
  fireEvent.change(field, { target: { value: 'door' } });
  expect(onSearch).not.toHaveBeenCalled();
  rest();
  expect(onSearch.mock.calls).toEqual([['door']]);
  fireEvent.blur(field);
  expect(onSearch).toHaveBeenCalledTimes(1);
  fireEvent.change(field, { target: { value: 'doors' } });
  fireEvent.blur(field);
  expect(onSearch.mock.calls).toEqual([['door'], ['doors']]);
  rest();
  expect(onSearch).toHaveBeenCalledTimes(2);
});
