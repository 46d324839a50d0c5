import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setCurrentUser } from '@/api/session';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const pageSize = 60;

/** Serves records named by their row, from 0; the first `added` of them were published later. */
function serveList(count: number) {
  const told = { asked: [] as string[], added: 0, gone: null as string | null };
  const records = () =>
    [
      ...Array.from({ length: told.added }, (_row, index) => `added-${index}`),
      ...Array.from({ length: count }, (_row, index) => `row-${index}`),
    ].filter((id) => id !== told.gone);
  server.use(
    http.get('*/api/documents', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const skip = Number(searchParams.get('skip') ?? 0);
      searchParams.delete('view');
      searchParams.delete('limit');
      told.asked.push(searchParams.toString());
      const all = records();
      const rows = all
        .slice(skip, skip + pageSize)
        .map((id) => factory.summary({ id, title: `Record ${id}` }));
      return HttpResponse.json(rows, {
        headers: { 'X-Total-Count': String(all.length), 'X-Accessible-Count': String(all.length) },
      });
    }),
  );
  answer('get', '/api/documents/:id', ({ params }) => {
    const id = String(params.id);
    return factory.document({
      id,
      title: `Record ${id}`,
      content: 'The lamp, the lamplight and the red lamp.',
    });
  });
  answer('get', '/api/documents/suggestions', []);
  return told;
}

const title = (id: string) => screen.findByRole('heading', { level: 1, name: `Record ${id}` });
const neighbors = () => screen.findByRole('navigation', { name: 'Records before and after' });

/** Opens the list and then a record by its link. */
async function openFrom(list: string, id: string) {
  const view = renderRoute(list, { user: factory.user() });
  await view.operator.click(await screen.findByRole('link', { name: `Record ${id}` }));
  await title(id);
  return view;
}

describe('from a list', () => {
  test('j and k replace the record by its neighbors, and Back leads to the row read last', async () => {
    const { asked } = serveList(4);
    const { operator, router } = await openFrom('/documents?q=lamp&sort=newest', 'row-1');
    const links = within(await neighbors());
    expect(links.getByRole('link', { name: 'Previous record: Record row-0' })).toBeInTheDocument();
    expect(links.getByRole('link', { name: 'Next record: Record row-2' })).toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.keyboard('j');
    await waitFor(async () => {
      expect(await title('row-2')).toHaveFocus();
    });
    expect(document.title).toBe('Record row-2 - Facility Terminal');
    await operator.keyboard('j');
    await title('row-3');
    await operator.keyboard('j');
    expect(await findToast('End of the list')).toHaveTextContent('This is the last record of the list.');
    expect(within(await neighbors()).getByText('End of the list')).toBeInTheDocument();
    await operator.keyboard('k');
    await title('row-2');
    // The list was loaded already.
    expect(asked).toEqual(['q=lamp&sort=newest']);
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('?q=lamp&sort=newest');
    await waitFor(() => expect(screen.getByRole('link', { name: 'Record row-2' })).toHaveFocus());
  });

  test('the link to the documents leads to the list with its filters', async () => {
    serveList(2);
    await openFrom('/documents?level=2', 'row-0');
    expect(screen.getByRole('link', { name: 'Documents' })).toHaveAttribute('href', '/documents?level=2');
  });

  test('a record that may not be read has neighbors too', async () => {
    serveList(3);
    const { operator } = await openFrom('/documents', 'row-0');
    refuse('get', '/api/documents/:id', 404, { code: 'not_found', message: 'There is no such document.' });
    await operator.click(screen.getByRole('link', { name: /^Next record/ }));
    await screen.findByRole('heading', { level: 1, name: 'DOCUMENT NOT FOUND' });
    expect(await screen.findByRole('link', { name: 'Next record: Record row-2' })).toBeInTheDocument();
  });
});

/** A history entry with a record of a list, as after a reload. */
const entry = (person: string, id: string, index: number, search = '') => ({
  pathname: `/documents/${id}`,
  state: { person, marked: null, list: { entry: 'list', search, index } },
});

/** Opens a record with the state of a stored history entry. */
async function openAt(user: ReturnType<typeof factory.user>, index: number, id = `row-${index}`) {
  const view = renderRoute('/documents/row-0', { user });
  await title('row-0');
  await act(() => view.router.navigate('/templates'));
  const { pathname, state } = entry(user.id, id, index, 'level=2');
  await act(() => view.router.navigate(pathname, { state }));
  await title(id);
  return view;
}

describe('a history entry that stored its list', () => {
  test('has neighbors across a page boundary, with only those pages loaded', async () => {
    const { asked } = serveList(200);
    await openAt(factory.user(), 119);
    expect(await screen.findByRole('link', { name: 'Next record: Record row-120' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Previous record: Record row-118' })).toBeInTheDocument();
    expect([...asked].sort()).toEqual(['level=2', 'level=2&skip=120', 'level=2&skip=60']);
  });

  test('finds the record at its new row', async () => {
    const told = serveList(200);
    told.added = 3;
    await openAt(factory.user(), 119);
    expect(await screen.findByRole('link', { name: 'Next record: Record row-120' })).toBeInTheDocument();
  });

  test('finds a record that has moved by many rows', async () => {
    const told = serveList(200);
    told.added = 40;
    await openAt(factory.user(), 100);
    expect(await screen.findByRole('link', { name: 'Next record: Record row-101' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Previous record: Record row-99' })).toBeInTheDocument();
  });

  test('has the rows around its old row if the record has left the list', async () => {
    const told = serveList(10);
    told.gone = 'row-4';
    await openAt(factory.user(), 4);
    expect(await screen.findByRole('link', { name: 'Next record: Record row-5' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Previous record: Record row-3' })).toBeInTheDocument();
  });

  test('of another user is ignored: there are no neighbors and no keys', async () => {
    const { asked } = serveList(10);
    const view = renderRoute('/documents/row-0', { user: factory.user() });
    await title('row-0');
    const { pathname, state } = entry('somebody-else', 'row-4', 4);
    await act(() => view.router.navigate(pathname, { state: { ...state, marked: 'lamp' } }));
    await title('row-4');
    await view.operator.keyboard('j');
    expect(view.router.state.location.pathname).toBe('/documents/row-4');
    expect(screen.queryByRole('navigation', { name: 'Records before and after' })).not.toBeInTheDocument();
    expect(screen.queryByText('lamp', { selector: 'mark' })).not.toBeInTheDocument();
    expect(asked).toEqual([]);
  });

  test('loses its list when another user signs in in this window', async () => {
    serveList(10);
    const { operator, router, store } = await openFrom('/documents', 'row-4');
    await neighbors();
    const other = factory.user({ username: 'm-holt' });
    answer('get', '/api/user', other);
    await act(() => store.dispatch(setCurrentUser(other)));
    await waitFor(() => expect(store.getState().session.user?.username).toBe('m-holt'));
    const at = router.state.location.pathname;
    await operator.keyboard('j');
    expect(router.state.location.pathname).toBe(at);
    expect(screen.queryByRole('navigation', { name: 'Records before and after' })).not.toBeInTheDocument();
  });

  test('shows why the list could not be loaded, and can request it again', async () => {
    serveList(10);
    refuse('get', '/api/documents', 503, { code: 'unavailable', message: 'The database does not answer.' });
    const { operator } = await openAt(factory.user(), 4);
    expect(await screen.findByText(/The database does not answer/)).toBeInTheDocument();
    serveList(10);
    await operator.click(within(await neighbors()).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Next record: Record row-5' })).toBeInTheDocument();
  });
});

test('a record opened without a list has no neighbors', async () => {
  const { asked } = serveList(10);
  const { operator, router } = renderRoute('/documents/row-4', { user: factory.user() });
  await title('row-4');
  await operator.keyboard('j');
  expect(router.state.location.pathname).toBe('/documents/row-4');
  expect(asked).toEqual([]);
});

describe('from a search', () => {
  const marks = () =>
    screen.queryAllByText(/./, { selector: 'mark[data-match]' }).map((mark) => mark.textContent);

  test('its words are marked until the marks are removed, also in neighboring records', async () => {
    serveList(3);
    const { operator, router } = await openFrom('/documents?q=%22red+lamp%22+-door+lamp', 'row-0');
    await waitFor(() => expect(marks()).toEqual(['lamp', 'lamplight', 'red lamp']));
    const bar = screen.getByRole('group', { name: 'Matches of the search' });
    expect(within(bar).getByRole('status')).toHaveTextContent('3 matches for "red lamp" -door lamp');
    await expectNoAxeViolations();
    await operator.keyboard('n');
    expect(within(bar).getByRole('status')).toHaveTextContent('Match 1 of 3');
    await operator.keyboard('N');
    expect(within(bar).getByRole('status')).toHaveTextContent('Match 3 of 3');
    expect(screen.getByText('red lamp')).toHaveAttribute('data-current');
    await operator.keyboard('j');
    await title('row-1');
    await waitFor(() => expect(marks()).toHaveLength(3));
    await operator.click(screen.getByRole('button', { name: 'Remove marks' }));
    await waitFor(() => expect(marks()).toEqual([]));
    expect(screen.getByText('The lamp, the lamplight and the red lamp.')).toBeInTheDocument();
    await operator.keyboard('j');
    await title('row-2');
    expect(await screen.findByText('The lamp, the lamplight and the red lamp.')).toBeInTheDocument();
    expect(marks()).toEqual([]);
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('?q=%22red+lamp%22+-door+lamp');
  });

  test('a search with fields only marks nothing', async () => {
    serveList(3);
    await openFrom('/documents?q=level:2', 'row-0');
    expect(await screen.findByText('The lamp, the lamplight and the red lamp.')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Matches of the search' })).not.toBeInTheDocument();
  });
});
