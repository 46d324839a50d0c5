import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { AuditEntry, AuditVerdict } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const intact: AuditVerdict = { ok: true, entries: 1204, firstBroken: null };

const deletion = factory.auditEntry();
const signIn = factory.auditEntry({
  action: 'LOGIN_FAILED',
  entityType: '',
  entityId: null,
  performedBy: null,
  performedByUsername: 'nobody-known',
  details: null,
  isAdminAction: false,
  count: 1,
});

/** A log that answers by view and search, with the counts of the whole. */
function log(entries: readonly AuditEntry[] = [deletion, signIn]): string[] {
  const asked: string[] = [];
  server.use(
    http.get('*/api/admin/audit-logs', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const matching = entries.filter(
        (entry) =>
          entry.isAdminAction === (searchParams.get('view') === 'admin') &&
          entry.action.toLowerCase().includes(searchParams.get('q') ?? ''),
      );
      return HttpResponse.json(matching, { headers: { 'X-Total-Count': String(matching.length) } });
    }),
  );
  return asked;
}

beforeEach(() => {
  answer('get', '/api/admin/audit-logs/verify', intact);
});

const admin = factory.admin();

test('an entry shows everything it holds', async () => {
  const asked = log();
  const { store } = renderRoute('/audit-logs', { user: admin });
  const row = within(await screen.findByRole('list', { name: 'AUDIT LOGS' })).getByRole('article');
  expect(within(row).getByRole('heading', { name: 'Document Deleted' })).toBeInTheDocument();
  expect(within(row).getByRole('img', { name: 'Document' })).toBeInTheDocument();
  for (const fact of [
    'document',
    '2026-03-14 09:26:53',
    'a-mercer',
    deletion.entityId ?? '',
    deletion.performedBy ?? '',
    '203.0.113.7',
    'Mozilla/5.0 (X11; Linux x86_64)',
  ])
    expect(within(row).getByText(fact)).toBeInTheDocument();
  expect(within(row).getByText(/"clearanceLevel": 3/)).toHaveTextContent(
    '{ "title": "The lighthouse that answers", "clearanceLevel": 3 }',
  );
  expect(asked).toContain('?limit=60&view=admin');
  expect(screen.getByRole('tab', { name: 'AUDIT LOGS (1)', selected: true })).toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: 'USER LOGS (1)' })).toBeInTheDocument();
  expect(screen.getByText(/permanent and immutable/)).toHaveTextContent(
    'Emergency access attempts are logged with the access key information.',
  );
  expect(screen.getByRole('link', { name: 'Control panel' })).toHaveAttribute('href', '/admin');
  expect(store.getState().ui.status).toEqual({ mode: 'READY', count: '1 / 1' });
  await screen.findByText('Chain intact 1204 entries');
  await expectNoAxeViolations();
});

test('the other tab goes into the address; what is missing has words', async () => {
  log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await operator.click(await screen.findByRole('tab', { name: 'USER LOGS (1)' }));
  expect(router.state.location.search).toBe('?view=user');
  const row = within(await screen.findByRole('list', { name: 'USER LOGS' })).getByRole('article');
  expect(within(row).getByRole('heading', { name: 'Login Failed' })).toBeInTheDocument();
  expect(within(row).getByText('SYSTEM')).toBeInTheDocument();
  expect(within(row).getAllByText('NONE')).toHaveLength(2);
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
});

test('a search is asked for, kept in the address, and can be cleared', async () => {
  const asked = log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  await operator.keyboard('/');
  expect(screen.getByLabelText('Search the log')).toHaveFocus();
  await operator.keyboard('site');
  expect(await screen.findByText('NO AUDIT LOGS FOUND')).toBeInTheDocument();
  expect(asked).toContain('?limit=60&view=admin&q=site');
  expect(router.state.location.search).toBe('?q=site');
  expect(await screen.findByRole('tab', { name: 'USER LOGS (0)' })).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('a long log is searched a part at a time', async () => {
  const parts: Readonly<Record<string, readonly [readonly AuditEntry[], Record<string, string>]>> = {
    first: [[], { 'X-Searched-To': '900001', Link: '</api/admin/audit-logs?after=second>; rel="next"' }],
    second: [
      [deletion],
      { 'X-Searched-To': '800001', Link: '</api/admin/audit-logs?after=third>; rel="next"' },
    ],
    third: [[], { 'X-Searched-To': '1', 'X-Total-Count': '1' }],
  };
  server.use(
    http.get('*/api/admin/audit-logs', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const [items, headers] = parts[searchParams.get('after') ?? 'first'] ?? [[], {}];
      return HttpResponse.json(searchParams.get('view') === 'admin' ? items : [], { headers });
    }),
  );
  const { operator, store } = renderRoute('/audit-logs?q=deleted', { user: admin });
  expect(await screen.findByText('Searched back to entry 900001.')).toBeInTheDocument();
  expect(screen.queryByText('NO AUDIT LOGS FOUND')).not.toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'AUDIT LOGS', selected: true })).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
  expect(store.getState().ui.status).toEqual({ mode: 'FILTER', count: '1 / ?' });
  expect(screen.getByText('Searched back to entry 800001.')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByRole('tab', { name: 'AUDIT LOGS (1)' })).toBeInTheDocument();
  expect(screen.queryByText(/Searched back to/)).not.toBeInTheDocument();
  expect(screen.getByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
});

test('j and k go from entry to entry', async () => {
  log([deletion, factory.auditEntry({ action: 'SITE_LOCKED' })]);
  const { operator } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  await operator.keyboard('j');
  expect(screen.getByRole('heading', { name: 'Document Deleted' })).toHaveFocus();
  await operator.keyboard('j');
  expect(screen.getByRole('heading', { name: 'Site Locked' })).toHaveFocus();
  await operator.keyboard('k');
  expect(screen.getByRole('heading', { name: 'Document Deleted' })).toHaveFocus();
});

test.each([
  ['admin', 'LOADING AUDIT LOGS'],
  ['user', 'LOADING USER LOGS'],
])('while the %s log is on its way the tab says so', async (view, words) => {
  server.use(http.get('*/api/admin/audit-logs', () => new Promise(() => undefined)));
  renderRoute(`/audit-logs?view=${view}`, { user: admin });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('a log that cannot be had says why and can be asked for again', async () => {
  refuse('get', '/api/admin/audit-logs', 503, {
    code: 'unavailable',
    message: 'The database does not answer.',
  });
  const { operator } = renderRoute('/audit-logs', { user: admin });
  expect(await screen.findByText('The database does not answer.')).toBeInTheDocument();
  log();
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
});

describe('the seal', () => {
  const verdict = (value: AuditVerdict) => answer('get', '/api/admin/audit-logs/verify', value);

  test.each<[string, AuditVerdict]>([
    ['Chain intact 1 entry', { ok: true, entries: 1, firstBroken: null }],
    ['Broken at entry 17', { ok: false, entries: 40, firstBroken: { id: 'e-17', number: 17 } }],
    ['Chain broken', { ok: false, entries: 40, firstBroken: null }],
  ])('says %s', async (words, value) => {
    log();
    verdict(value);
    renderRoute('/audit-logs', { user: admin });
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  test('says while it is being looked at, and can be set again', async () => {
    log();
    server.use(http.get('*/api/admin/audit-logs/verify', () => new Promise(() => undefined)));
    renderRoute('/audit-logs', { user: admin });
    expect(await screen.findByText('Verifying')).toBeInTheDocument();
  });

  test('is looked at again when somebody asks', async () => {
    log();
    const { operator } = renderRoute('/audit-logs', { user: admin });
    await screen.findByText('Chain intact 1204 entries');
    const calls = verdict({ ok: false, entries: 1204, firstBroken: { id: 'e-9', number: 9 } });
    await operator.click(screen.getByRole('button', { name: 'Verify again' }));
    expect(await screen.findByText('Broken at entry 9')).toBeInTheDocument();
    expect(calls).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Export NDJSON' })).toHaveAttribute(
      'href',
      '/api/admin/audit-logs/export',
    );
  });

  test('that could not be checked does not claim anything', async () => {
    log();
    refuse('get', '/api/admin/audit-logs/verify', 503, { code: 'unavailable', message: 'Try later.' });
    renderRoute('/audit-logs', { user: admin });
    expect(await screen.findByText('Not verified')).toBeInTheDocument();
    expect(screen.getByText(/Try later\./)).toBeInTheDocument();
  });
});

test('others are sent to the main terminal', async () => {
  const { router } = renderRoute('/audit-logs', { user: factory.user() });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
});
