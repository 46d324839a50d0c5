import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { listTag } from '@/api/tags';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { server } from '@/testing/server';
import { pagesAround } from './pages';

/** Height of every row, in pixels. The window of the tests is 768 pixels high. */
const rowHeight = 120;

/** Waits for the list to render only its visible rows: that code loads after the first 60. */
async function list(): Promise<HTMLElement> {
  const found = () => screen.getByRole('list', { name: 'Documents' });
  await waitFor(() => expect(within(found()).getAllByRole('listitem').length).toBeLessThan(60));
  return found();
}
const record = (number: number) => ({ name: `Record ${number}` });

/** Serves `count` documents. While `broken` is set, the page that begins there fails. */
function serve(count: number) {
  const told = { asked: [] as string[], broken: null as number | null, held: null as number | null };
  server.use(
    http.get('*/api/documents', async ({ request }) => {
      const { searchParams } = new URL(request.url);
      const skip = Number(searchParams.get('skip') ?? 0);
      const matching = searchParams.has('q') ? count - 1 : count;
      told.asked.push(`${searchParams.get('q') ?? ''}${skip}`);
      if (told.held === skip) await new Promise(() => undefined);
      if (told.broken === skip)
        return HttpResponse.json({ code: 'unavailable', message: 'No answer.' }, { status: 503 });
      const rows = Array.from({ length: Math.min(60, matching - skip) }, (_row, index) =>
        factory.summary({ id: `id-${skip + index + 1}`, title: `Record ${skip + index + 1}` }),
      );
      return HttpResponse.json(rows, {
        headers: { 'X-Total-Count': String(matching), 'X-Accessible-Count': String(count) },
      });
    }),
  );
  return told;
}

function scrollTo(top: number) {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  window.dispatchEvent(new Event('scroll'));
}

beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight);
  jest.spyOn(window, 'scrollTo').mockImplementation((...to: unknown[]) => {
    const [wanted] = to as [ScrollToOptions | undefined];
    // Asynchronous, as in a browser.
    queueMicrotask(() =>
      act(() => {
        scrollTo(wanted?.top ?? 0);
      }),
    );
  });
});

afterEach(() => {
  jest.restoreAllMocks();
  scrollTo(0);
});

test.each([
  [[0, 13], 100_000, [0]],
  [[8, 21], 100_000, [0, 1]],
  [[70, 80], 100_000, [0, 1, 2]],
  [[500], 100_000, [7, 8, 9]],
  [[99_990, 99_999], 100_000, [1666]],
  // The focused row is far from the visible ones.
  [[3, 6000], 100_000, [0, 99, 100]],
])('the rows %j of %d need the pages %j', (rows, count, expected) => {
  expect(pagesAround(rows, count)).toEqual(expected);
});

test('only visible rows are on the page, each with its position', async () => {
  const { asked } = serve(100_000);
  renderRoute('/documents', { user: factory.user() });
  const rows = within(await list()).getAllByRole('listitem');
  expect(rows.length).toBeLessThan(20);
  expect(rows[2]).toHaveAttribute('aria-posinset', '3');
  expect(rows[2]).toHaveAttribute('aria-setsize', '100000');
  // The full height, so that the scrollbar is correct.
  expect(await list()).toHaveStyle({ height: `${100_000 * rowHeight}px` });
  expect(asked).toEqual(['0']);
});

test('one key moves to the last row without requesting the rows between', async () => {
  const { asked } = serve(100_000);
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await list();
  act(() => {
    screen.getByRole('link', record(1)).focus();
  });
  await operator.keyboard('{End}');
  const last = await screen.findByRole('link', record(100_000));
  await waitFor(() => expect(last).toHaveFocus());
  expect(asked).toEqual(['0', '99960']);
  await operator.keyboard('k');
  expect(screen.getByRole('link', record(99_999))).toHaveFocus();
  await operator.keyboard('{PageUp}');
  expect(screen.getByRole('link', record(99_994))).toHaveFocus();
  await operator.keyboard('{Home}');
  await waitFor(() => expect(screen.getByRole('link', record(1))).toHaveFocus());
});

test('an announcement refreshes only the visible pages', async () => {
  const { asked } = serve(100_000);
  const { store } = renderRoute('/documents', { user: factory.user() });
  await list();
  act(() => {
    scrollTo(6000 * rowHeight);
  });
  expect(await screen.findByRole('link', record(6001))).toBeInTheDocument();
  asked.length = 0;
  act(() => {
    store.dispatch(api.util.invalidateTags([listTag('Document')]));
  });
  await waitFor(() => expect([...asked].sort()).toEqual(['0', '5940', '6000']));
});

test('a row that is not loaded shows its number and keeps the keyboard focus', async () => {
  const told = serve(100_000);
  told.held = 99_960;
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await list();
  act(() => {
    screen.getByRole('link', record(1)).focus();
  });
  await operator.keyboard('{End}');
  expect(await screen.findByText('RETRIEVING RECORD 100,000')).toHaveFocus();
  await operator.keyboard('{ArrowUp}');
  expect(screen.getByText('RETRIEVING RECORD 99,999')).toHaveFocus();
});

test('a failed page keeps the loaded rows and can be requested again', async () => {
  const told = serve(100);
  told.broken = 60;
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await list();
  act(() => {
    scrollTo(20 * rowHeight);
  });
  expect(await screen.findByText('No answer.')).toBeInTheDocument();
  expect(screen.getByRole('link', record(21))).toBeInTheDocument();
  expect(told.asked).toEqual(['0', '60']);
  told.broken = null;
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('No answer.')).not.toBeInTheDocument());
  expect(told.asked).toEqual(['0', '60', '60']);
});

test('a new search cancels the previous request and keeps the shown rows in the meantime', async () => {
  const asked: string[] = [];
  const ended: string[] = [];
  serve(100_000);
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await list();
  server.use(
    http.get('*/api/documents', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      asked.push(q);
      request.signal.addEventListener('abort', () => {
        ended.push(q);
      });
      return q === 'door'
        ? HttpResponse.json([factory.summary({ title: 'The door' })])
        : new Promise(() => undefined);
    }),
  );
  await operator.type(screen.getByLabelText('Search title or content'), 'do');
  await waitFor(() => expect(asked).toEqual(['do']));
  expect(screen.getByRole('link', record(1))).toBeInTheDocument();
  await operator.type(screen.getByLabelText('Search title or content'), 'or');
  expect(await screen.findByRole('link', { name: 'The door' })).toBeInTheDocument();
  expect(ended).toContain('do');
});
