import { useState } from 'react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AppError } from '@/lib/errors';
import { Loaded, type LoadedQuery } from './Loaded';

type Query = LoadedQuery<readonly string[]>;

const refetch = jest.fn();
const settled: Query = { isFetching: false, refetch };

const failure = (status: AppError['status']): AppError => ({
  status,
  message: 'The database does not answer.',
});

function Note() {
  const [text, setText] = useState('');
  return <input aria-label="Note" value={text} onChange={(event) => setText(event.target.value)} />;
}

function show(query: Query) {
  return (
    <Loaded query={query} what="records" label="RETRIEVING RECORDS" empty={<p>NO RECORDS</p>}>
      {(records) => (
        <>
          <p>{records.join(', ')}</p>
          <Note />
        </>
      )}
    </Loaded>
  );
}

test('shows the waiting state during the first attempt', () => {
  render(show({ ...settled, isFetching: true }));
  expect(screen.getByRole('status')).toHaveTextContent('RETRIEVING RECORDS');
});

test('shows the empty state for an empty list', () => {
  render(show({ ...settled, data: [] }));
  expect(screen.getByText('NO RECORDS')).toBeInTheDocument();
});

test('a failed first attempt shows its reason, and the retry button keeps the focus', async () => {
  const { rerender } = render(show({ ...settled, error: failure(503) }));
  expect(screen.getByRole('alert')).toHaveTextContent(
    'ERROR: Failed to load recordsThe database does not answer.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledTimes(1);
  rerender(show({ ...settled, error: failure(503), isFetching: true }));
  expect(screen.getByRole('button')).toHaveFocus();
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
});

test.each([[503], [500], ['NETWORK'], ['PARSE'], [408], [429]] as const)(
  'a refresh that fails with %s keeps the data, what was typed there, and says so without an alarm',
  async (status) => {
    const { rerender } = render(show({ ...settled, data: ['a', 'b'] }));
    await userEvent.type(screen.getByLabelText('Note'), 'half a line');
    rerender(show({ ...settled, data: ['a', 'b'], error: failure(status) }));
    expect(screen.getByText('a, b')).toBeInTheDocument();
    expect(screen.getByLabelText('Note')).toHaveValue('half a line');
    expect(screen.getByRole('status')).toHaveTextContent('Not up to date. The database does not answer.');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  },
);

test.each([[400], [403], [404], [409], [410]])(
  'a refresh that is refused with %d replaces the data',
  (status) => {
    render(show({ ...settled, data: ['a', 'b'], error: failure(status) }));
    expect(screen.queryByText('a, b')).not.toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load records');
  },
);

test('a screen can show its own failure state', () => {
  render(
    <Loaded
      query={{ ...settled, error: failure(404) }}
      what="records"
      failed={({ busy }) => <p>{busy ? 'again' : 'gone'}</p>}
    >
      {() => null}
    </Loaded>,
  );
  expect(screen.getByText('gone')).toBeInTheDocument();
});
