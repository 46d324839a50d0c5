import { act, render, screen } from '@testing-library/react';
import { WindowedRows } from './WindowedRows';

const itemAt = (index: number) => (index < 90 ? `Row ${index + 1}` : undefined);

afterEach(() => {
  jest.restoreAllMocks();
});

test('a printed long list contains all loaded rows and the number of missing ones', () => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150);
  render(
    <WindowedRows
      count={100}
      itemAt={itemAt}
      itemKey={(item) => item}
      render={(item) => <p>{item}</p>}
      label="Records"
    />,
  );
  expect(screen.queryByText('Row 90')).not.toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
    // The browser lays out the page before any other code runs.
    expect(screen.getByText('Row 90')).toBeInTheDocument();
  });
  expect(screen.getAllByRole('listitem')).toHaveLength(90);
  expect(screen.getByText('Not loaded: 10 more rows.')).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
  expect(screen.queryByText('Row 90')).not.toBeInTheDocument();
});
