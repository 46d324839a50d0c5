import type { ReactNode } from 'react';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Provider } from 'react-redux';
import { api } from '@/api/endpoints';
import { listTag } from '@/api/tags';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { server } from '@/testing/server';
import { useAdminDocuments } from './useAdminDocuments';

/** Serves three pages of two documents. A cursor is the index of the next row. */
function serve() {
  const documents = Array.from({ length: 6 }, (_row, index) => ({
    ...factory.document({ title: `Shelf ${index}` }),
    preview: null,
    redacted: false,
  }));
  const asked: string[] = [];
  server.use(
    http.get('*/api/admin/documents', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after') ?? '0';
      asked.push(after);
      const next = Number(after) + 2;
      const link = next < 6 ? { Link: `</api/admin/documents?limit=2&after=${next}>; rel="next"` } : {};
      return HttpResponse.json(documents.slice(Number(after), next), {
        headers: { 'X-Total-Count': '6', ...link },
      });
    }),
  );
  return { documents, asked };
}

test('a change refreshes only the first page and the visible ones, and the rows keep their positions', async () => {
  const { documents, asked } = serve();
  const store = makeStore();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  const { result } = renderHook(() => useAdminDocuments(), { wrapper });
  const rows = () => result.current.rows.map(({ title }) => title);
  for (const count of [2, 4, 6]) {
    await waitFor(() => expect(rows()).toHaveLength(count));
    act(() => {
      result.current.onEndReached();
    });
  }
  act(() => {
    result.current.onShown([4, 5]);
  });
  expect(asked).toEqual(['0', '2', '4']);
  const [, , third, , , last] = documents;
  if (third !== undefined) third.title = 'Changed out of sight';
  if (last !== undefined) last.title = 'Changed on screen';
  act(() => {
    store.dispatch(api.util.invalidateTags([listTag('Document')]));
  });
  await waitFor(() => expect(rows()[5]).toBe('Changed on screen'));
  expect(asked.slice(3).sort()).toEqual(['0', '4']);
  expect(rows()[2]).toBe('Shelf 2');
  // The page is refreshed when it becomes visible again.
  act(() => {
    result.current.onShown([2, 3, 4]);
  });
  await waitFor(() => expect(rows()[2]).toBe('Changed out of sight'));
});
