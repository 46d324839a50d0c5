import { act, render, screen } from '@testing-library/react';
import { searchChoice, searchText, type SearchValues } from '@/lib/searchState';
import { RouterProvider } from '@/router/RouterProvider';
import { makeBareRouter } from '@/testing/memoryRouter';
import { useSearchState } from './useSearchState';

const schema = { q: searchText(20), tab: searchChoice(['first', 'second']) };

type Change = ReturnType<typeof useSearchState<typeof schema>>[1];

function setUp(entries: string[]) {
  const seen: SearchValues<typeof schema>[] = [];
  const latest: { change: Change } = { change: () => undefined };
  function Screen() {
    const [values, change] = useSearchState(schema);
    seen.push(values);
    latest.change = change;
    return <p>{`${values.tab} ${values.q}`}</p>;
  }
  const router = makeBareRouter(...entries.map((search) => ({ search, state: { from: '/there' } })));
  render(
    <RouterProvider router={router}>
      <Screen />
    </RouterProvider>,
  );
  return { router, seen, latest };
}

test('the values come from the address and follow it', async () => {
  const { router } = setUp(['?q=lamp&tab=second']);
  expect(screen.getByText('second lamp')).toBeInTheDocument();
  await act(() => router.navigate('/?tab=third'));
  expect(screen.getByText('first')).toBeInTheDocument();
});

test('a change replaces the history entry and keeps other parameters and the state', () => {
  const { router, latest } = setUp(['', '?q=lamp&other=1']);
  act(() => {
    latest.change({ tab: 'second' });
  });
  expect(router.state.historyAction).toBe('REPLACE');
  expect(router.state.preventScrollReset).toBe(true);
  expect(router.state.location).toMatchObject({
    search: '?q=lamp&other=1&tab=second',
    state: { from: '/there' },
  });
});

test('a change may clear everything else', () => {
  const { router, latest } = setUp(['?q=lamp&other=1']);
  act(() => {
    latest.change({ tab: 'second' }, { clear: true });
  });
  expect(router.state.location.search).toBe('?tab=second');
});

test('a pushed change is undone by Back', async () => {
  const { router, latest } = setUp(['?q=lamp']);
  act(() => {
    latest.change({ tab: 'second' }, { push: true });
  });
  expect(router.state.location.search).toBe('?q=lamp&tab=second');
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('?q=lamp');
});

test('the values stay the same object while the address does not change', async () => {
  const { router, seen } = setUp(['?q=lamp']);
  await act(() => router.navigate('/?q=lamp', { state: 'other' }));
  expect(new Set(seen).size).toBe(1);
});

test('two changes before a render are both kept', () => {
  const { router, latest } = setUp(['?other=1']);
  act(() => {
    latest.change({ q: 'lamp' });
    latest.change({ tab: 'second' });
  });
  expect(router.state.location.search).toBe('?other=1&q=lamp&tab=second');
});
