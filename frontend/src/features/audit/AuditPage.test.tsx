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
  performedByUsername: null,
  details: null,
  isAdminAction: false,
});

/** Serves a log by view, search and action, with the counts of the whole log. */
function log(entries: readonly AuditEntry[] = [deletion, signIn]): string[] {
  const asked: string[] = [];
  server.use(
    http.get('*/api/admin/audit-logs', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      const matching = entries.filter(
        (entry) =>
          entry.isAdminAction === (searchParams.get('view') === 'admin') &&
          entry.action.toLowerCase().includes(searchParams.get('q') ?? '') &&
          entry.action.includes(searchParams.get('action') ?? ''),
      );
      return HttpResponse.json(matching, { headers: { 'X-Total-Count': String(matching.length) } });
    }),
  );
  return asked;
}

/** Gives the window the width of a phone. */
function narrowWindow() {
  const { matchMedia } = window;
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes('max-width: 599px') });
  return () => {
    window.matchMedia = matchMedia;
  };
}

beforeEach(() => {
  answer('get', '/api/admin/audit-logs/verify', intact);
  answer('get', '/api/admin/audit-logs/actions', ['document_deleted', 'login_failed', 'site_locked']);
});

const admin = factory.admin();
const entryButton = (name: RegExp) => screen.findByRole('button', { name });

test('an entry is one line that expands to all its data', async () => {
  const asked = log();
  const { operator, store } = renderRoute('/audit-logs', { user: admin });
  const list = await screen.findByRole('list', { name: 'AUDIT LOGS' });
  const row = within(within(list).getByRole('listitem'));
  expect(row.getByRole('heading', { name: '2026-03-14 SATURDAY 1 ENTRY' })).toBeInTheDocument();
  expect(row.getByRole('img', { name: 'Document' })).toBeInTheDocument();
  for (const fact of ['09:26:53', 'a-mercer', 'document', '203.0.113.7'])
    expect(row.getByText(fact)).toBeInTheDocument();
  const toggle = row.getByRole('button', { name: 'Document Deleted, a-mercer, 2026-03-14 09:26:53' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(row.queryByText('Mozilla/5.0 (X11; Linux x86_64)')).not.toBeInTheDocument();
  await expectNoAxeViolations();

  await operator.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  for (const fact of [
    `${deletion.number}, hash ${deletion.hash}`,
    '2026-03-14 09:26:53 UTC',
    deletion.entityId ?? '',
    deletion.performedBy ?? '',
    'Mozilla/5.0 (X11; Linux x86_64)',
    deletion.requestId,
  ])
    expect(row.getByText(fact)).toBeInTheDocument();
  expect(within(list).getByRole('listitem')).toHaveTextContent(
    '{ "title": "The lighthouse that answers", "clearanceLevel": 3 }',
  );
  expect(asked).toContain('?limit=100&view=admin');
  expect(screen.getByRole('tab', { name: 'AUDIT LOGS (1)', selected: true })).toBeInTheDocument();
  expect(await screen.findByRole('tab', { name: 'USER LOGS (1)' })).toBeInTheDocument();
  expect(screen.getByText(/permanent and immutable/)).toHaveTextContent(
    'Emergency access attempts are logged with the access key information.',
  );
  expect(screen.getByRole('link', { name: 'Control panel' })).toHaveAttribute('href', '/admin');
  expect(store.getState().ui.status).toEqual({ mode: 'READY', count: '1 / 1' });
  await screen.findByRole('button', { name: /^CHAIN INTACT/ });
  await expectNoAxeViolations();
});

test('one entry is expanded at a time, by keyboard only', async () => {
  log([deletion, factory.auditEntry({ action: 'SITE_LOCKED' })]);
  const { operator } = renderRoute('/audit-logs', { user: admin });
  const first = await entryButton(/^Document Deleted/);
  const second = await entryButton(/^Site Locked/);
  await operator.keyboard('j{Enter}');
  expect(first).toHaveFocus();
  expect(first).toHaveAttribute('aria-expanded', 'true');
  await operator.keyboard('j{Enter}');
  expect(second).toHaveFocus();
  expect(second).toHaveAttribute('aria-expanded', 'true');
  expect(first).toHaveAttribute('aria-expanded', 'false');
  await operator.keyboard('{Enter}k');
  expect(second).toHaveAttribute('aria-expanded', 'false');
  expect(first).toHaveFocus();
});

test('the switch expands all entries and is remembered', async () => {
  log([deletion, factory.auditEntry({ action: 'SITE_LOCKED' })]);
  const { operator } = renderRoute('/audit-logs', { user: admin });
  await entryButton(/^Document Deleted/);
  const all = screen.getByRole('button', { name: 'Open all' });
  expect(all).toHaveAttribute('aria-pressed', 'false');
  await operator.click(all);
  expect(await entryButton(/^Document Deleted/)).toHaveAttribute('aria-expanded', 'true');
  expect(await entryButton(/^Site Locked/)).toHaveAttribute('aria-expanded', 'true');
  expect(localStorage.getItem('facility.logOpen')).toBe('true');
});

test('a remembered switch expands all entries from the start', async () => {
  localStorage.setItem('facility.logOpen', 'true');
  log();
  renderRoute('/audit-logs', { user: admin });
  expect(await entryButton(/^Document Deleted/)).toHaveAttribute('aria-expanded', 'true');
});

test('an object is a link if it exists and may be read, otherwise its label', async () => {
  const document = { name: 'The orchard', documentId: 'd-1' };
  log([
    factory.auditEntry({ action: 'submission_approved', entityType: 'submission', object: document }),
    factory.auditEntry({
      action: 'submission_created',
      entityType: 'submission',
      entityId: 's-1',
      object: { name: 'Waiting', documentId: null },
    }),
    factory.auditEntry({
      action: 'user_approved',
      entityType: 'user',
      object: { name: 'n-varga', documentId: null },
    }),
    factory.auditEntry({ entityId: '3fa9c1d0-7b1e-4c2a-9f00-0123456789ab' }),
  ]);
  renderRoute('/audit-logs', { user: admin });
  await entryButton(/^Document Deleted/);
  expect(screen.getByRole('link', { name: 'The orchard' })).toHaveAttribute('href', '/documents/d-1');
  expect(screen.getByRole('link', { name: 'Waiting' })).toHaveAttribute('href', '/admin?case=s-1');
  expect(screen.getByRole('link', { name: 'n-varga' })).toHaveAttribute('href', '/admin?tab=users&q=n-varga');
  expect(screen.getByText('DOC-3FA9C1')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'DOC-3FA9C1' })).not.toBeInTheDocument();
});

test('the other tab goes into the address, and entries without a user show SYSTEM', async () => {
  log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await operator.click(await screen.findByRole('tab', { name: 'USER LOGS (1)' }));
  expect(router.state.location.search).toBe('?view=user');
  const row = within(await screen.findByRole('list', { name: 'USER LOGS' }));
  const toggle = row.getByRole('button', { name: /^Login Failed, SYSTEM,/ });
  expect(row.getAllByText('SYSTEM')).toHaveLength(2);
  await operator.click(toggle);
  expect(row.getAllByText('NONE')).toHaveLength(2);
  await act(() => router.navigate(-1));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
});

test('entries are grouped by day, and the last day has no count while entries may be missing', async () => {
  const at = (timestamp: string) => factory.auditEntry({ timestamp });
  const entries = [
    at('2026-03-15T00:00:01.000Z'),
    at('2026-03-15T00:00:00.000Z'),
    at('2026-03-14T23:59:59.000Z'),
  ];
  server.use(
    http.get('*/api/admin/audit-logs', ({ request }) => {
      const next = { Link: '</api/admin/audit-logs?after=x>; rel="next"' };
      const isFirst = !new URL(request.url).searchParams.has('after');
      return isFirst ? HttpResponse.json(entries, { headers: next }) : new Promise(() => undefined);
    }),
  );
  renderRoute('/audit-logs', { user: admin });
  expect(await screen.findByRole('heading', { name: '2026-03-15 SUNDAY 2 ENTRIES' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: '2026-03-14 SATURDAY' })).toBeInTheDocument();
});

test('a search is requested, kept in the address, and can be cleared', async () => {
  const asked = log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  await operator.keyboard('/');
  expect(screen.getByLabelText('Search the log')).toHaveFocus();
  await operator.keyboard('site');
  expect(await screen.findByText('NO AUDIT LOGS FOUND')).toBeInTheDocument();
  expect(asked).toContain('?limit=100&view=admin&q=site');
  expect(router.state.location.search).toBe('?q=site');
  expect(await screen.findByRole('tab', { name: 'USER LOGS (0)' })).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('list', { name: 'AUDIT LOGS' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('a first day after the last day is reported in place of the entries', async () => {
  answer('get', '/api/admin/audit-logs', []);
  renderRoute('/audit-logs?from=2026-03-14&to=2026-03-01', { user: admin });
  expect(await screen.findByText('The first day is after the last one.')).toBeInTheDocument();
});

test('a search that finds entries only in the other view links there', async () => {
  log();
  const { operator, router } = renderRoute('/audit-logs?q=login', { user: admin });
  expect(await screen.findByText('NO AUDIT LOGS FOUND')).toBeInTheDocument();
  await operator.click(await screen.findByRole('button', { name: '1 in USER LOGS' }));
  expect(await entryButton(/Login Failed/)).toBeInTheDocument();
  expect(router.state.location.search).toBe('?q=login&view=user');
  expect(screen.queryByRole('button', { name: /in AUDIT LOGS/ })).not.toBeInTheDocument();
});

test('action, person and days filter the log and are kept in the address', async () => {
  const asked = log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  await screen.findByRole('option', { name: 'Site Locked' });
  await operator.selectOptions(screen.getByLabelText('Action'), 'Document Deleted');
  await operator.type(screen.getByLabelText('Person'), 'a-mercer{Enter}');
  await operator.type(screen.getByLabelText('From day'), '2026-03-14');
  await operator.type(screen.getByLabelText('To day'), '2026-03-15');
  const wanted = '?action=document_deleted&person=a-mercer&from=2026-03-14&to=2026-03-15';
  expect(router.state.location.search).toBe(wanted);
  await waitFor(() => expect(asked.at(-1)).toContain(wanted.slice(1)));
  await act(() => router.navigate('/audit-logs?person=k-osei&from=2026-13-40'));
  expect(screen.getByLabelText('Person')).toHaveValue('k-osei');
  expect(screen.getByLabelText('Action')).toHaveValue('');
  expect(screen.getByLabelText('From day')).toHaveValue('');
});

test('an invalid day does not filter and is reported when the field loses the focus', async () => {
  log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  await operator.type(screen.getByLabelText('From day'), '2026-3');
  expect(screen.queryByText(/Use the form/)).not.toBeInTheDocument();
  await operator.tab();
  expect(screen.getByText(/Use the form YYYY-MM-DD/)).toBeInTheDocument();
  expect(screen.getByLabelText('From day')).toBeInvalid();
  expect(screen.getByLabelText('From day')).toHaveValue('2026-3');
  expect(router.state.location.search).toBe('');
});

test('on a phone the filters are in a sheet', async () => {
  const restore = narrowWindow();
  log();
  const { operator, router } = renderRoute('/audit-logs', { user: admin });
  await screen.findByRole('list', { name: 'AUDIT LOGS' });
  expect(screen.queryByLabelText('Person')).not.toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Filter' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await operator.type(sheet.getByLabelText('Person'), 'a-mercer');
  await operator.click(sheet.getByRole('button', { name: 'Show entries' }));
  expect(router.state.location.search).toBe('?person=a-mercer');
  expect(await screen.findByRole('button', { name: 'Filter (1)' })).toHaveFocus();
  restore();
});

test('a long log is searched in parts', async () => {
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

test.each([
  ['admin', 'LOADING AUDIT LOGS'],
  ['user', 'LOADING USER LOGS'],
])('the %s log says that it is loading', async (view, words) => {
  server.use(http.get('*/api/admin/audit-logs', () => new Promise(() => undefined)));
  renderRoute(`/audit-logs?view=${view}`, { user: admin });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('a log that cannot be loaded shows the reason and can be requested again', async () => {
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
  const seal = (name: RegExp) => screen.findByRole('button', { name });

  test.each<[string, string, AuditVerdict]>([
    ['CHAIN INTACT', '1 entry', { ok: true, entries: 1, firstBroken: null }],
    [
      'CHAIN BROKEN AT ENTRY 17',
      '40 entries',
      { ok: false, entries: 40, firstBroken: { id: 'e', number: 17 } },
    ],
    ['CHAIN BROKEN', '40 entries', { ok: false, entries: 40, firstBroken: null }],
  ])('says %s', async (title, count, value) => {
    log();
    verdict(value);
    renderRoute('/audit-logs', { user: admin });
    expect(await seal(new RegExp(`^${title} ${count}, \\d\\d:\\d\\d`))).toBeInTheDocument();
    expect(screen.getByText(title, { selector: '[role=status]' })).toBeInTheDocument();
  });

  test('says that a verification is running', async () => {
    log();
    server.use(http.get('*/api/admin/audit-logs/verify', () => new Promise(() => undefined)));
    renderRoute('/audit-logs', { user: admin });
    expect(await seal(/^VERIFYING/)).toBeInTheDocument();
  });

  test('verifies again when pressed, and the broken entry is marked', async () => {
    log();
    const { operator } = renderRoute('/audit-logs', { user: admin });
    await entryButton(/^Document Deleted/);
    const broken = { id: deletion.id, number: deletion.number };
    const calls = verdict({ ok: false, entries: 1204, firstBroken: broken });
    await operator.click(await seal(/^CHAIN INTACT 1204 entries/));
    expect(
      await seal(new RegExp(`^CHAIN BROKEN AT ENTRY ${deletion.number} 1204 entries`)),
    ).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(
      `Do not trust the log from entry ${deletion.number} on`,
    );
    expect(await entryButton(/^Document Deleted \(CHAIN BROKEN HERE\)/)).toBeInTheDocument();
    expect(calls).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Export NDJSON' })).toHaveAttribute(
      'href',
      '/api/admin/audit-logs/export',
    );
  });

  test('claims nothing if the verification failed', async () => {
    log();
    refuse('get', '/api/admin/audit-logs/verify', 503, { code: 'unavailable', message: 'Try later.' });
    renderRoute('/audit-logs', { user: admin });
    expect(await seal(/^NOT VERIFIED/)).toBeInTheDocument();
    expect(screen.getByText(/Try later\./)).toBeInTheDocument();
  });
});

test('users who are not administrators are sent to the main terminal', async () => {
  const { router } = renderRoute('/audit-logs', { user: factory.user() });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
