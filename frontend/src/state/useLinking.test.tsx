import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { answer } from '@/testing/server';
import { useLinking } from './useLinking';

function setUp() {
  const store = makeStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  return renderHook(() => useLinking(), { wrapper });
}

test('records of the repository are suggested first and archived ones after them', async () => {
  const [open, archived] = [factory.summary({ title: 'Lamp one' }), factory.summary({ title: 'Lamp two' })];
  const calls = answer('get', '/api/documents', ({ url }) =>
    (url.searchParams.get('q') ?? '').includes('is:archived') ? [archived] : [open],
  );
  const { result } = setUp();
  act(() => {
    result.current.onQuery('lamp');
  });
  await waitFor(() =>
    expect(result.current.options.map(({ title }) => title)).toEqual(['Lamp one', 'Lamp two']),
  );
  const asked = calls.map(({ url }) => [url.searchParams.get('q'), url.searchParams.get('limit')]);
  expect(asked.sort()).toEqual([
    ['is:archived lamp', '3'],
    ['lamp', '8'],
  ]);
});

test('the digits of a label find one record, whether archived or not', async () => {
  const calls = answer('get', '/api/documents', [factory.summary({ title: 'Lamp one' })]);
  const { result } = setUp();
  act(() => {
    result.current.onQuery('DOC-3fa9c1');
  });
  await waitFor(() => expect(result.current.options).toHaveLength(1));
  expect(calls.map(({ url }) => url.searchParams.get('id'))).toEqual(['3fa9c1']);
});
