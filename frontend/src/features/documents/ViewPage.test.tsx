import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { AccessLogEntry } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const document = factory.document({
  id: '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab',
  content: '# First contact\n\nIt **answers** after <b>eleven</b> seconds.',
  clearanceLevel: 3,
  version: 4,
  filePath: '/objects/0001',
  attachment: { name: 'first contact.pdf', size: 2_411_724, contentType: 'application/pdf' },
  updatedAt: '2026-03-16T10:00:00.000Z',
});
const address = `/documents/${document.id}`;

const entry: AccessLogEntry = {
  id: '1',
  documentId: document.id,
  userId: '2',
  username: 'k-osei',
  accessType: 'view',
  version: 1,
  accessedAt: '2026-03-17T08:09:10.000Z',
  ipAddress: '10.0.0.7',
  userAgent: 'test',
};

test('shows the content and facts of the document', async () => {
  const calls = answer('get', '/api/documents/:id', document);
  renderRoute(address, { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 1, name: document.title })).toBeInTheDocument();
  expect(calls.map((call) => call.params.id)).toEqual([document.id]);
  const record = screen.getByRole('region', { name: 'Record' });
  const words = (role: string) =>
    within(record)
      .getAllByRole(role)
      .map((element) => element.textContent);
  const values = words('definition');
  expect(words('term').map((term, index) => [term, values[index]])).toEqual([
    ['Clearance', 'L3clearance level 3'],
    ['Reserved for', 'SECURITY'],
    ['Category', 'ENTITY'],
    ['Status', 'APPROVED'],
    ['Version', '4'],
    ['Created', '2026-03-14'],
    ['Last updated', '2026-03-16 10:00 UTC'],
    ['Submitted by', 'a-mercer'],
  ]);
  expect(within(record).getByText(document.id)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'first contact.pdf' })).toHaveAttribute('href', '/objects/0001');
  expect(screen.getByText('PDF, 2.3 MB')).toBeInTheDocument();
  expect(window.document.title).toBe(`${document.title} - Facility Terminal`);
  expect(screen.queryByRole('navigation', { name: 'Records before and after' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Access log' })).not.toBeInTheDocument();
});

test('a document that is not released yet shows its release date', async () => {
  answer('get', '/api/documents/:id', { ...document, scheduledReleaseAt: '2126-05-01T12:00:00.000Z' });
  renderRoute(address, { user: factory.user() });
  const record = await screen.findByRole('region', { name: 'Record' });
  expect(record).toHaveTextContent(/Releases2126-05-01 12:00 UTC/);
});

test('the content is Markdown, and HTML tags are text', async () => {
  answer('get', '/api/documents/:id', document);
  renderRoute(address, { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 2, name: 'First contact' })).toBeInTheDocument();
  expect(screen.getByText('answers')).toHaveProperty('tagName', 'STRONG');
  expect(screen.getByText(/<b>eleven<\/b>/)).toBeInTheDocument();
  await expectNoAxeViolations();
});

test.each([[''], ['  \n'], [null]])('content %p is shown as no content', async (content) => {
  answer('get', '/api/documents/:id', { ...document, content, filePath: null, attachment: null });
  renderRoute(address, { user: factory.user() });
  expect(await screen.findByText('No content available for this document.')).toBeInTheDocument();
  expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
});

test('shows the waiting state until the response arrives', async () => {
  server.use(http.get('*/api/documents/:id', () => new Promise(() => undefined)));
  renderRoute(address, { user: factory.user() });
  expect(await screen.findByText('RETRIEVING RECORDS')).toBeInTheDocument();
  expect(screen.getByText('DOC-3FA9C1')).toBeInTheDocument();
});

test.each([
  [404, 'not_found'],
  [400, 'validation_failed'],
])('a response %d %s is shown as not found', async (status, code) => {
  refuse('get', '/api/documents/:id', status, { code, message: 'There is no such document.' });
  renderRoute(address, { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 1, name: 'DOCUMENT NOT FOUND' })).toBeInTheDocument();
  expect(
    screen.getByText('The requested document could not be accessed or does not exist.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to documents' })).toHaveAttribute('href', '/documents');
  expect(window.document.title).toBe('Document not found - Facility Terminal');
  await expectNoAxeViolations();
});

test("a document above the user's level is denied, with both levels", async () => {
  refuse('get', '/api/documents/:id', 403, {
    code: 'insufficient_clearance',
    message: 'Your clearance is too low.',
    requiredClearance: 5,
  });
  renderRoute(address, { user: factory.user({ clearanceLevel: 2 }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(
    screen.getByText(
      'Your clearance level (2) is insufficient to access this document. Required clearance: Level 5',
    ),
  ).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a document that cannot be loaded shows the reason and can be requested again', async () => {
  refuse('get', '/api/documents/:id', 503, { code: 'unavailable', message: 'The database does not answer.' });
  const { operator } = renderRoute(address, { user: factory.user() });
  expect(await screen.findByText('ERROR: Failed to load document')).toBeInTheDocument();
  expect(screen.getByText('The database does not answer.')).toBeInTheDocument();
  answer('get', '/api/documents/:id', document);
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: document.title })).toBeInTheDocument();
});

test('without a connection the page says so and can retry', async () => {
  server.use(http.get('*/api/documents/:id', () => HttpResponse.error()));
  const { operator } = renderRoute(address, { user: factory.user() });
  expect(await screen.findByRole('heading', { level: 1, name: 'OFFLINE' })).toBeInTheDocument();
  expect(
    screen.getByText('The server does not answer. Check the connection and try again.'),
  ).toBeInTheDocument();
  await expectNoAxeViolations();
  answer('get', '/api/documents/:id', document);
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: document.title })).toBeInTheDocument();
});

describe('the id', () => {
  test('is copied with a confirmation', async () => {
    answer('get', '/api/documents/:id', document);
    const { operator } = renderRoute(address, { user: factory.user() });
    const copied = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await operator.click(await screen.findByRole('button', { name: 'Copy Document ID' }));
    expect(await screen.findByText('Copied to the clipboard.')).toHaveAttribute('role', 'status');
    expect(copied).toHaveBeenCalledWith(document.id);
  });

  test('is selected if the browser refuses to copy', async () => {
    answer('get', '/api/documents/:id', document);
    const { operator } = renderRoute(address, { user: factory.user() });
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    await operator.click(await screen.findByRole('button', { name: 'Copy Document ID' }));
    expect(await screen.findByText(/This browser does not allow copying/)).toHaveAttribute('role', 'status');
    expect(window.getSelection()?.toString()).toBe(document.id);
  });
});

test('each opening requests the document from the server', async () => {
  const calls = answer('get', '/api/documents/:id', document);
  answer('get', '/api/documents', []);
  const { router } = renderRoute(address, { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: document.title });
  await act(() => router.navigate('/documents'));
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  await act(() => router.navigate(address));
  await screen.findByRole('heading', { level: 1, name: document.title });
  await waitFor(() => expect(calls).toHaveLength(2));
  // The user is present, so these are not background requests.
  expect(calls.map((call) => call.headers.get('X-Background'))).toEqual([null, null]);
});

describe('the owner', () => {
  const user = factory.user();
  const own = { ...document, submittedBy: user.id };

  test('may delete the document and returns to the repository', async () => {
    answer('get', '/api/documents/:id', own);
    answer('get', '/api/documents', []);
    const calls = answer('delete', '/api/documents/:id', undefined);
    const { operator, router } = renderRoute(address, { user });
    await operator.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent(
      `Are you sure you want to delete "${own.title}"? This action cannot be undone.`,
    );
    await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await findToast('Document deleted successfully')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { level: 1, name: 'Document repository' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/documents');
    expect(calls).toHaveLength(1);
  });

  test('stays on the page if deleting fails', async () => {
    answer('get', '/api/documents/:id', own);
    refuse('delete', '/api/documents/:id', 503, {
      code: 'unavailable',
      message: 'The database does not answer.',
    });
    const { operator } = renderRoute(address, { user });
    await operator.click(await screen.findByRole('button', { name: 'Delete' }));
    await operator.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
    );
    expect(await findToast('Failed to delete document')).toHaveTextContent('The database does not answer.');
    expect(screen.getByRole('heading', { level: 1, name: own.title })).toBeInTheDocument();
  });
});

describe('administrators', () => {
  test('see who opened it', async () => {
    answer('get', '/api/documents/:id', document);
    const calls = answer('get', '/api/documents/:id/access-log', [entry]);
    renderRoute(address, { user: factory.admin() });
    const table = await screen.findByRole('table', { name: 'Access log' });
    expect(
      within(table)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['k-osei', 'VIEW', '10.0.0.7', '2026-03-17 08:09:10']);
    expect(calls[0]?.url.search).toBe('?limit=50');
    await expectNoAxeViolations();
  });

  test('see new entries by background requests, which do not keep the session alive', async () => {
    answer('get', '/api/documents/:id', document);
    answer('get', '/api/documents/:id/access-log', []);
    renderRoute(address, { user: factory.admin() });
    expect(await screen.findByText('NO ACCESS ON RECORD')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument();
    const calls = answer('get', '/api/documents/:id/access-log', [
      { ...entry, accessType: 'download', ipAddress: null },
    ]);
    expect(await screen.findByText('DOWNLOAD')).toBeInTheDocument();
    expect(screen.getByText('UNKNOWN')).toBeInTheDocument();
    expect(calls[0]?.headers.get('X-Background')).toBe('1');
  });

  test('see an error if the log cannot be loaded', async () => {
    answer('get', '/api/documents/:id', document);
    refuse('get', '/api/documents/:id/access-log', 503, {
      code: 'unavailable',
      message: 'The database does not answer.',
    });
    renderRoute(address, { user: factory.admin() });
    expect(await screen.findByText('ERROR: Failed to load the access log')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: document.title })).toBeInTheDocument();
  });
});

test('a record is downloaded as its reader may read it, and not in a preview', async () => {
  answer('get', '/api/documents/:id', document);
  answer('get', '/api/documents/:id/access-log', []);
  const { router } = renderRoute(address, { user: factory.admin() });
  const download = await screen.findByRole('link', { name: 'Download as Markdown' });
  expect(download).toHaveAttribute('href', `/api/documents/${document.id}/export`);
  expect(download).toHaveAttribute('download');
  await act(() => router.navigate(`${address}?as=3`));
  await screen.findByRole('heading', { level: 1, name: document.title });
  expect(screen.queryByRole('link', { name: 'Download as Markdown' })).not.toBeInTheDocument();
});

test('a record is printed from its header', async () => {
  const print = jest.spyOn(window, 'print').mockReturnValue(undefined);
  const record = factory.document();
  answer('get', '/api/documents/:id', record);
  const { operator } = renderRoute(`/documents/${record.id}`, { user: factory.user() });
  await operator.click(await screen.findByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  print.mockRestore();
});

test('a pending edit replaces the button for a new one', async () => {
  const user = factory.user();
  const record = factory.document({ submittedBy: user.id });
  const edit = factory.edit({ documentId: record.id });
  answer('get', '/api/documents/:id', record);
  answer('get', '/api/user/edits', [edit]);
  renderRoute(`/documents/${record.id}`, { user });
  expect(await screen.findByRole('link', { name: 'Edit pending' })).toHaveAttribute(
    'href',
    expect.stringContaining(edit.id),
  );
  expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
});
