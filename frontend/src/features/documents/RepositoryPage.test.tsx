import { act, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import type { DocumentSummary } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const counted = (matching: number, accessible: number) => ({
  headers: { 'X-Total-Count': String(matching), 'X-Accessible-Count': String(accessible) },
});

const list = () => screen.findByRole('list', { name: 'Documents' });

const lighthouse = factory.summary({
  id: '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab',
  clearanceLevel: 3,
  filePath: '/objects/0001',
});

test('a row shows the facts about its record, and the header counts', async () => {
  const calls = answer('get', '/api/documents', [lighthouse], counted(1, 128));
  const { store } = renderRoute('/documents', { user: factory.user() });
  const row = within(await list()).getByRole('article');
  expect(within(row).getByRole('link', { name: lighthouse.title })).toHaveAttribute(
    'href',
    `/documents/${lighthouse.id}`,
  );
  for (const fact of ['DOC-3FA9C1', 'clearance level 3', 'ENTITY', '2026-03-14', 'APPROVED'])
    expect(within(row).getByText(fact)).toBeInTheDocument();
  expect(within(row).getByText(/north shore station/)).toBeInTheDocument();
  expect(within(row).getByRole('link', { name: /^Attachment/ })).toHaveAttribute('href', '/objects/0001');
  expect(screen.getByText('Showing 1 of 128 accessible')).toHaveAttribute('role', 'status');
  expect(store.getState().ui.status).toEqual({ mode: 'READY', count: '1 / 128' });
  expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({ view: 'summary', limit: '60' });
  expect(screen.getByRole('link', { name: 'Main terminal' })).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'New Document' })).toHaveAttribute('href', '/submission');
  await expectNoAxeViolations();
});

test('a preview is shown as the plain text that the server sent', async () => {
  answer('get', '/api/documents', [factory.summary({ preview: 'Nobody *answers* the light…' })]);
  renderRoute('/documents', { user: factory.user() });
  expect(within(await list()).getByText('Nobody *answers* the light…')).toBeInTheDocument();
});

test("the address filters the list, at most up to the user's own level", async () => {
  const calls = answer('get', '/api/documents', [lighthouse], counted(1, 128));
  const { store } = renderRoute('/documents?level=3&category=ENTITY&q=shore', { user: factory.user() });
  await list();
  expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toMatchObject({
    level: '3',
    category: 'ENTITY',
    q: 'shore',
  });
  expect(screen.getByRole('radio', { name: 'LEVEL 3' })).toBeChecked();
  expect(screen.getByLabelText('Category')).toHaveValue('ENTITY');
  expect(screen.getByLabelText('Search title or content')).toHaveValue('shore');
  expect(store.getState().ui.status.mode).toBe('FILTER');
  const levels = within(screen.getByRole('group', { name: 'Clearance' })).getAllByRole('radio');
  expect(levels.map((level) => level.getAttribute('aria-label'))).toEqual([
    'ALL LEVELS',
    'LEVEL 1',
    'LEVEL 2',
    'LEVEL 3',
  ]);
});

test('choosing a filter changes the address and requests the list again', async () => {
  const calls = answer('get', '/api/documents', [lighthouse]);
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await list();
  await operator.click(screen.getByRole('radio', { name: 'LEVEL 2' }));
  await operator.selectOptions(screen.getByLabelText('Category'), 'SITE');
  await waitFor(() => expect(calls.at(-1)?.url.search).toContain('level=2&category=SITE'));
  expect(router.state.location.search).toBe('?level=2&category=SITE');
});

test('a search starts after a pause in typing, and its matches are marked', async () => {
  const calls = answer('get', '/api/documents', ({ url }) =>
    url.searchParams.has('q')
      ? [
          {
            ...lighthouse,
            snippet: 'from the shore <img src=x> *station*',
            matches: [[9, 14]],
            titleMatches: [[4, 14]],
          },
        ]
      : [lighthouse],
  );
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await list();
  await operator.keyboard('/');
  const search = screen.getByLabelText('Search title or content');
  expect(search).toHaveFocus();
  await operator.keyboard('shore');
  const match = await screen.findByText('shore', { selector: 'mark' });
  expect(match).toBeInTheDocument();
  expect(await list()).toHaveTextContent('from the shore <img src=x> *station*');
  expect(screen.getByText('lighthouse', { selector: 'a mark' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: lighthouse.title })).toBeInTheDocument();
  const searched = calls.map((call) => call.url.searchParams.get('q'));
  expect(searched.at(-1)).toBe('shore');
  // On a loaded machine, the time between two keys may be long enough to count as a pause.
  expect(searched.length).toBeLessThan(5);
  expect(router.state.location.search).toBe('?q=shore');
  expect(search).toHaveValue('shore');
});

test('a search for a short label also finds the record by its id', async () => {
  const record = factory.summary({ id: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab', title: 'The stair' });
  const calls = answer('get', '/api/documents', ({ url }) => (url.searchParams.has('id') ? [record] : []));
  renderRoute('/documents?q=DOC-3FA9C1', { user: factory.user() });
  const byId = within(await screen.findByRole('list', { name: 'Records by id' }));
  expect(byId.getByRole('link', { name: 'The stair' })).toHaveAttribute('href', `/documents/${record.id}`);
  expect(await screen.findByText('NO OTHER DOCUMENTS FOUND')).toBeInTheDocument();
  expect(calls.flatMap(({ url }) => url.searchParams.getAll('id'))).toEqual(['3fa9c1']);
  await expectNoAxeViolations();
});

test('a record found by its id can be archived and deleted by users who may', async () => {
  const user = factory.user({ id: 'owner' });
  const id = '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab';
  const record = factory.summary({ id, title: 'The stair', submittedBy: user.id });
  answer('get', '/api/documents', ({ url }) => (url.searchParams.has('id') ? [record] : []));
  const { operator } = renderRoute('/documents?q=DOC-3FA9C1', { user });
  const byId = within(await screen.findByRole('list', { name: 'Records by id' }));
  expect(byId.getByRole('button', { name: 'Archive The stair' })).toBeInTheDocument();
  await operator.click(byId.getByRole('button', { name: 'Delete The stair' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('The stair');
});

test('a search in the address is shown in the field', async () => {
  answer('get', '/api/documents', [lighthouse]);
  const { router } = renderRoute('/documents?q=door', { user: factory.user() });
  await list();
  await act(() => router.navigate('/documents?q=lighthouse'));
  await waitFor(() => expect(screen.getByLabelText('Search title or content')).toHaveValue('lighthouse'));
});

test('a list without matches says so and offers to clear the filters', async () => {
  answer('get', '/api/documents', ({ url }) => (url.searchParams.has('q') ? [] : [lighthouse]));
  const { operator, router } = renderRoute('/documents?q=nothing', { user: factory.user() });
  expect(await screen.findByText('NO DOCUMENTS FOUND MATCHING CRITERIA')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await list()).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  expect(screen.getByLabelText('Search title or content')).toHaveValue('');
});

test('a search without matches shows suggestions', async () => {
  answer('get', '/api/documents', ({ url }) =>
    url.searchParams.get('q') === 'red lantern' ? [lighthouse] : [],
  );
  const asked = answer('get', '/api/documents/suggestions', ['lantern', 'elsewhere']);
  const { operator, router } = renderRoute('/documents?q=red+lantren&level=2', { user: factory.user() });
  const link = await screen.findByRole('link', { name: 'red lantern' });
  expect(asked.map(({ url }) => url.searchParams.get('q'))).toEqual(['red lantren']);
  // A suggestion that is not close to any word of the search is left out.
  const meant = screen.getByText(/^Did you mean/);
  const hint = screen.getByText('Clear a filter or search for fewer words.');
  expect(meant.compareDocumentPosition(hint)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('link', { name: /elsewhere/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(link);
  expect(await list()).toBeInTheDocument();
  expect(router.state.location.search).toBe('?q=red+lantern&level=2');
  expect(screen.getByLabelText('Search title or content')).toHaveValue('red lantern');
});

test('a search with enough results requests no suggestions', async () => {
  answer('get', '/api/documents', [lighthouse], counted(3, 128));
  const asked = answer('get', '/api/documents/suggestions', ['lantern']);
  renderRoute('/documents?q=lantern', { user: factory.user() });
  await list();
  expect(asked).toEqual([]);
  expect(screen.queryByText(/^Did you mean/)).not.toBeInTheDocument();
});

test('a search with more matches than are counted says where the list ends', async () => {
  answer('get', '/api/documents', [lighthouse], {
    headers: { ...counted(1000, 5000).headers, 'X-Total-Count-Relation': 'at-least' },
  });
  renderRoute('/documents?q=lantern', { user: factory.user() });
  expect(await screen.findByText('Showing 1000+ of 5000 accessible')).toBeInTheDocument();
  expect(screen.getByText(/^The list ends after the first 1000 matches\./)).toBeInTheDocument();
});

test('an empty repository offers to create a document', async () => {
  answer('get', '/api/documents', [], counted(0, 0));
  renderRoute('/documents', { user: factory.user() });
  expect(await screen.findByRole('link', { name: 'Submit the first' })).toHaveAttribute(
    'href',
    '/submission',
  );
  expect(screen.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('the emergency account has no button for new documents', async () => {
  answer('get', '/api/documents', []);
  renderRoute('/documents', { user: factory.emergency() });
  await screen.findByText('NO DOCUMENTS FOUND MATCHING CRITERIA');
  expect(screen.queryByRole('link', { name: /submit|new document/i })).not.toBeInTheDocument();
});

test('a list that cannot be loaded shows the reason and can be requested again', async () => {
  refuse('get', '/api/documents', 503, { code: 'unavailable', message: 'The database does not answer.' });
  const { operator } = renderRoute('/documents', { user: factory.user() });
  expect(await screen.findByText('ERROR: Failed to load documents')).toBeInTheDocument();
  expect(screen.getByText('The database does not answer.')).toBeInTheDocument();
  answer('get', '/api/documents', [lighthouse]);
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await list()).toBeInTheDocument();
});

test('shows the waiting state until the response arrives', async () => {
  server.use(http.get('*/api/documents', () => new Promise(() => undefined)));
  renderRoute('/documents', { user: factory.user() });
  expect(await screen.findByText('RETRIEVING RECORDS')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Document repository' })).toBeInTheDocument();
});

test('j and k move into the list and between its rows', async () => {
  answer('get', '/api/documents', [lighthouse, factory.summary({ title: 'Standing order' })]);
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await list();
  await operator.keyboard('j');
  expect(screen.getByRole('link', { name: lighthouse.title })).toHaveFocus();
  await operator.keyboard('j');
  expect(screen.getByRole('link', { name: 'Standing order' })).toHaveFocus();
  await operator.keyboard('k');
  expect(screen.getByRole('link', { name: lighthouse.title })).toHaveFocus();
  answer('get', '/api/documents/:id', factory.document({ id: lighthouse.id }));
  await operator.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/documents/${lighthouse.id}`));
});

describe('rows', () => {
  const at = (createdAt: string, title: string) => factory.summary({ createdAt, title });
  const three = [
    at('2026-03-14T09:00:00.000Z', 'Third'),
    at('2026-03-01T00:00:00.000Z', 'Second'),
    at('2026-02-28T23:59:59.000Z', 'First'),
  ];

  test('are comfortable by default, and compact ones are remembered', async () => {
    answer('get', '/api/documents', [lighthouse]);
    const { operator } = renderRoute('/documents', { user: factory.user() });
    const row = within(await list()).getByRole('article');
    expect(within(row).getByText(/north shore station/)).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
    await operator.click(screen.getByRole('radio', { name: 'Compact' }));
    const line = within(within(await list()).getByRole('article'));
    expect(line.queryByText(/north shore station/)).not.toBeInTheDocument();
    for (const fact of [
      'DOC-3FA9C1',
      'clearance level 3',
      'ENTITY',
      '2026-03-14',
      lighthouse.submittedByUsername,
    ])
      expect(line.getByText(fact)).toBeInTheDocument();
    expect(line.getByRole('link', { name: `Attachment of ${lighthouse.title}` })).toHaveAttribute(
      'href',
      '/objects/0001',
    );
    expect(localStorage.getItem('facility.density')).toBe('"compact"');
    await expectNoAxeViolations();
  });

  test('have the density of the last visit', async () => {
    localStorage.setItem('facility.density', '"compact"');
    answer('get', '/api/documents', [lighthouse]);
    renderRoute('/documents', { user: factory.user() });
    await list();
    expect(screen.getByRole('radio', { name: 'Compact' })).toBeChecked();
    expect(screen.queryByText(/north shore station/)).not.toBeInTheDocument();
  });

  test.each(['comfortable', 'compact'])('with %s density are grouped by month', async (density) => {
    localStorage.setItem('facility.density', JSON.stringify(density));
    answer('get', '/api/documents', three);
    renderRoute('/documents', { user: factory.user() });
    const headings = within(await list()).getAllByRole('heading', { level: 2 });
    expect(headings.map((heading) => heading.textContent)).toEqual([
      'MARCH 20262 RECORDS',
      'FEBRUARY 20261 RECORD',
    ]);
  });

  test('of a search are not grouped, and compact ones show the matches', async () => {
    localStorage.setItem('facility.density', '"compact"');
    const found = { ...lighthouse, snippet: 'from the shore', matches: [[9, 14]], titleMatches: [] };
    answer('get', '/api/documents', [found]);
    renderRoute('/documents?q=shore', { user: factory.user() });
    expect(within(await list()).queryByRole('heading', { level: 2 })).not.toBeInTheDocument();
    expect(screen.getByText('shore', { selector: 'mark' })).toBeInTheDocument();
  });

  test('of a search sorted by newest first are grouped by month', async () => {
    const asked = answer('get', '/api/documents', three);
    const { operator, router } = renderRoute('/documents?q=shore', { user: factory.user() });
    await list();
    await operator.selectOptions(screen.getByLabelText('Order'), 'NEWEST FIRST');
    expect(router.state.location.search).toBe('?q=shore&sort=newest');
    expect(await screen.findByRole('heading', { level: 2, name: /^MARCH 2026/ })).toBeInTheDocument();
    expect(asked.at(-1)?.url.searchParams.get('sort')).toBe('newest');
  });

  test('have a menu of their actions for touch', async () => {
    answer('get', '/api/documents', [lighthouse]);
    const { operator } = renderRoute('/documents', { user: factory.user() });
    await list();
    // With a mouse the actions appear on hover, and the menu is hidden.
    const menu = screen.getByLabelText(`Actions for ${lighthouse.title}`);
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    await operator.click(menu);
    expect(menu).toHaveAttribute('aria-expanded', 'true');
  });

  test('get the focus back after their record was read', async () => {
    answer('get', '/api/documents', three);
    answer('get', '/api/documents/:id', factory.document({ id: three[1]?.id ?? '', title: 'Second' }));
    const { operator, router } = renderRoute('/documents', { user: factory.user() });
    await list();
    await operator.keyboard('jj{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/documents/${three[1]?.id ?? ''}`));
    // In the meantime another record was published.
    answer('get', '/api/documents', [at('2026-03-15T09:00:00.000Z', 'Fourth'), ...three]);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByRole('link', { name: 'Second' })).toHaveFocus());
  });
});

describe('deleting', () => {
  const user = factory.user();
  const own = factory.summary({ title: 'Own record', submittedBy: user.id });

  test('is possible for the owner after a confirmation', async () => {
    let kept: DocumentSummary[] = [own, lighthouse];
    answer('get', '/api/documents', () => kept);
    const calls = answer('delete', '/api/documents/:id', () => {
      kept = [lighthouse];
      return undefined;
    });
    const { operator } = renderRoute('/documents', { user });
    await list();
    expect(screen.queryByRole('button', { name: `Delete ${lighthouse.title}` })).not.toBeInTheDocument();
    await operator.click(screen.getByRole('button', { name: 'Delete Own record' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm deletion' });
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete "Own record"? This action cannot be undone.',
    );
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await findToast('Document deleted successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Own record')).not.toBeInTheDocument());
    expect(calls.map((call) => call.params.id)).toEqual([own.id]);
  });

  test('can be cancelled', async () => {
    answer('get', '/api/documents', [own]);
    const { operator } = renderRoute('/documents', { user });
    await list();
    await operator.click(screen.getByRole('button', { name: 'Delete Own record' }));
    await operator.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Own record' })).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('shows the reason if it fails', async () => {
    answer('get', '/api/documents', [own]);
    refuse('delete', '/api/documents/:id', 403, {
      code: 'owner_only',
      message: 'Only the owner may do this.',
    });
    const { operator } = renderRoute('/documents', { user });
    await list();
    await operator.click(screen.getByRole('button', { name: 'Delete Own record' }));
    await operator.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await findToast('Failed to delete document')).toHaveTextContent('Only the owner may do this.');
    expect(screen.getByText('Own record')).toBeInTheDocument();
  });
});
