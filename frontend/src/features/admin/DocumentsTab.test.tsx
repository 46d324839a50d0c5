import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http } from 'msw';
import type { AdminDocument } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const down = { code: 'unavailable', message: 'The database does not answer.' };

function onFile(over: Partial<AdminDocument> = {}): AdminDocument {
  const document = factory.document();
  return { ...document, preview: document.content, redacted: false, ...over };
}

/** Serves a list in pages, like the server. */
function pages(documents: readonly AdminDocument[], size: number) {
  return ({ url }: { readonly url: URL }) => {
    const from = Number(url.searchParams.get('after') ?? 0);
    return documents.slice(from, from + size);
  };
}

async function open(documents: AdminDocument[], user = factory.admin()) {
  answer('get', '/api/admin/submissions', []);
  const reads = answer('get', '/api/admin/documents', () => documents, {
    headers: { 'X-Total-Count': String(documents.length) },
  });
  const view = renderRoute('/admin?tab=documents', { user });
  await screen.findByRole('list', { name: 'Documents' });
  return { ...view, reads };
}

const row = (title: string) => {
  const article = screen
    .getAllByRole('article')
    .find((candidate) => within(candidate).queryByRole('heading', { level: 3, name: title }) !== null);
  if (article === undefined) throw new Error(`No article has the heading "${title}".`);
  return article;
};

test('a document shows its data, 150 characters of its text and links to it', async () => {
  const document = onFile({
    id: '0190abcd-ef01-7000-8000-000000000000',
    clearanceLevel: 4,
    preview: 'x'.repeat(151),
  });
  const { reads } = await open([document]);
  const article = row(document.title);
  expect(article).toHaveTextContent('DOC-0190ABL4');
  expect(article).toHaveTextContent('ENTITYa-mercer2026-03-14');
  expect(article).toHaveTextContent(`${'x'.repeat(150)}…`);
  const links = within(article).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [document.title, `/documents/${document.id}`],
    ['View', `/documents/${document.id}`],
  ]);
  expect(reads[0]?.url.searchParams.get('limit')).toBe('60');
  expect(screen.getByText('1 OF 1')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('archived and unreleased documents are marked', async () => {
  await open([
    onFile({ title: 'Old', isArchived: true }),
    onFile({ title: 'Coming', scheduledReleaseAt: '2999-01-01T00:00:00.000Z' }),
    onFile({ title: 'Plain' }),
  ]);
  expect(row('Old')).toHaveTextContent('Archived');
  expect(row('Coming')).toHaveTextContent(/Releases \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  expect(row('Plain')).not.toHaveTextContent(/Archived|Releases/);
});

test('a document loses its release mark when it is released while the list is open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    await open([
      onFile({ title: 'Coming', scheduledReleaseAt: new Date(Date.now() + 90_000).toISOString() }),
    ]);
    expect(row('Coming')).toHaveTextContent('Releases');
    await act(() => jest.advanceTimersByTimeAsync(130_000));
    expect(row('Coming')).not.toHaveTextContent('Releases');
  } finally {
    jest.useRealTimers();
  }
});

test("a document above the administrator's level is redacted and has no link", async () => {
  await open(
    [onFile({ title: 'Sealed', clearanceLevel: 5, content: null, redacted: true })],
    factory.admin({ clearanceLevel: 4 }),
  );
  const article = row('Sealed');
  expect(within(article).getByText('Redacted')).toBeInTheDocument();
  expect(within(article).queryByRole('link')).not.toBeInTheDocument();
  expect(within(article).getByRole('button', { name: 'Delete Sealed' })).toBeInTheDocument();
  await expectNoAxeViolations();
});

describe('a deletion', () => {
  const title = 'The lighthouse that answers';

  async function ask(documents: AdminDocument[]) {
    const view = await open(documents);
    await view.operator.click(screen.getByRole('button', { name: `Delete ${title}` }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirm deletion' });
    expect(dialog).toHaveTextContent(
      `Are you sure you want to delete "${title}"? This action cannot be undone. Administrators find it in the trash for 30 days.`,
    );
    return { ...view, dialog };
  }

  test('that is confirmed removes the document from the list and shows a notification', async () => {
    const documents = [onFile({ id: 'd1' }), onFile({ title: 'Another' })];
    const { operator, dialog } = await ask(documents);
    const calls = answer('delete', '/api/admin/documents/:id', () => {
      documents.shift();
      return undefined;
    });
    await expectNoAxeViolations();
    await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await findToast('Document deleted')).toBeInTheDocument();
    expect(calls.map((call) => call.params.id)).toEqual(['d1']);
    await waitFor(() =>
      expect(screen.queryByRole('heading', { level: 3, name: title })).not.toBeInTheDocument(),
    );
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(row('Another')).toBeInTheDocument();
  });

  test('that is canceled sends nothing', async () => {
    const calls = answer('delete', '/api/admin/documents/:id', undefined);
    const { operator, dialog } = await ask([onFile()]);
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await operator.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(calls).toHaveLength(0);
  });

  test('that fails shows the reason and keeps the document', async () => {
    refuse('delete', '/api/admin/documents/:id', 503, down);
    const { operator, dialog } = await ask([onFile()]);
    await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await findToast('Delete failed')).toHaveTextContent(down.message);
    expect(row(title)).toBeInTheDocument();
  });
});

describe('a list of several pages', () => {
  /** Scrolls to the end of the list, as far as the page can tell. */
  let reachEnd: () => void;
  const original = globalThis.IntersectionObserver;

  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      constructor(callback: IntersectionObserverCallback) {
        reachEnd = () =>
          callback(
            [{ isIntersecting: true } as IntersectionObserverEntry],
            this as unknown as IntersectionObserver,
          );
      }
      observe() {
        return undefined;
      }
      disconnect() {
        return undefined;
      }
    } as unknown as typeof IntersectionObserver;
  });

  afterEach(() => {
    globalThis.IntersectionObserver = original;
  });

  const documents = [onFile({ title: 'First' }), onFile({ title: 'Second' }), onFile({ title: 'Third' })];
  const linked = {
    headers: { 'X-Total-Count': '3', Link: '</api/admin/documents?limit=60&after=2>; rel="next"' },
  };

  test('loads the next page when its end becomes visible', async () => {
    answer('get', '/api/admin/submissions', []);
    answer('get', '/api/admin/documents', pages(documents, 2), linked);
    renderRoute('/admin?tab=documents', { user: factory.admin() });
    await screen.findByRole('heading', { level: 3, name: 'Second' });
    expect(screen.getByText('2 OF 3')).toBeInTheDocument();
    const rest = answer('get', '/api/admin/documents', pages(documents, 2), {
      headers: { 'X-Total-Count': '3' },
    });
    act(() => {
      reachEnd();
    });
    expect(await screen.findByRole('heading', { level: 3, name: 'Third' })).toBeInTheDocument();
    expect(rest.map((call) => call.url.searchParams.get('after'))).toEqual(['2']);
    expect(screen.getByText('3 OF 3')).toBeInTheDocument();
  });

  test('keeps the loaded pages if one fails, which can be retried', async () => {
    answer('get', '/api/admin/submissions', []);
    answer('get', '/api/admin/documents', pages(documents, 2), linked);
    const { operator } = renderRoute('/admin?tab=documents', { user: factory.admin() });
    await screen.findByRole('heading', { level: 3, name: 'Second' });
    refuse('get', '/api/admin/documents', 503, down);
    act(() => {
      reachEnd();
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('ERROR: Failed to load more documents');
    expect(alert).toHaveTextContent(down.message);
    expect(row('First')).toBeInTheDocument();
    answer('get', '/api/admin/documents', pages(documents, 2), { headers: { 'X-Total-Count': '3' } });
    await operator.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 3, name: 'Third' })).toBeInTheDocument();
  });
});

test('a loading text is shown until the documents arrive', async () => {
  answer('get', '/api/admin/submissions', []);
  server.use(http.get('*/api/admin/documents', () => delay('infinite')));
  renderRoute('/admin?tab=documents', { user: factory.admin() });
  expect(await screen.findByText('RETRIEVING DOCUMENTS')).toBeInTheDocument();
});

test('an empty list links to the submission page', async () => {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/documents', []);
  renderRoute('/admin?tab=documents', { user: factory.admin() });
  expect(await screen.findByText('NO DOCUMENTS ON FILE')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Submit lore' })).toHaveAttribute('href', '/submission');
  await expectNoAxeViolations();
});

test('a list that cannot be loaded shows the reason and can be retried', async () => {
  answer('get', '/api/admin/submissions', []);
  refuse('get', '/api/admin/documents', 503, down);
  const { operator } = renderRoute('/admin?tab=documents', { user: factory.admin() });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('ERROR: Failed to load documents');
  expect(alert).toHaveTextContent(down.message);
  answer('get', '/api/admin/documents', [onFile()]);
  await operator.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'Documents' })).toBeInTheDocument();
});
