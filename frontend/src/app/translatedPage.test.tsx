import { act, screen, waitFor } from '@testing-library/react';
import { tolerateForeignNodes } from '@/lib/foreignNodes';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { rest } from '@/testing/rest';
import { serveQueue } from '@/testing/reviewDesk';
import { answer } from '@/testing/server';
import { translatePage, translations } from '@/testing/translation';

const admin = factory.admin();
let leave: () => void;

beforeEach(() => {
  leave = tolerateForeignNodes(document.body);
});

afterEach(() => {
  leave();
});

describe.each(translations)('with foreign nodes %s texts', (way) => {
  test('the security log is searched', async () => {
    answer('get', '/api/admin/audit-logs/verify', { ok: true, entries: 2, firstBroken: null });
    answer('get', '/api/admin/audit-logs/actions', []);
    answer('get', '/api/admin/audit-logs', [factory.auditEntry()], { headers: { 'X-Total-Count': '1' } });
    const { operator } = renderRoute('/audit-logs', { user: admin });
    const tab = await screen.findByRole('tab', { name: 'AUDIT LOGS (1)' });
    translatePage(way);
    await operator.type(screen.getByRole('searchbox'), 'deleted');
    // The number of results is unknown until the search has ended.
    await waitFor(() => expect(tab).not.toHaveTextContent('(1)'));
    await waitFor(() => expect(tab).toHaveTextContent(/^AUDIT LOGS \(1\)$/));
    expect(screen.getByRole('button', { name: /Document Deleted/ })).toBeInTheDocument();
  });

  test('the review desk moves from case to case', async () => {
    answer('get', '/api/admin/users', [admin]);
    serveQueue(['First', 'Second'].map((title) => factory.submission({ title, content: `${title} text` })));
    const { operator } = renderRoute('/admin', { user: admin });
    expect(await screen.findByText('First text')).toBeInTheDocument();
    await rest();
    translatePage(way);
    await operator.keyboard('s');
    await operator.keyboard('j');
    expect(await screen.findByText('Second text')).toBeInTheDocument();
    expect(screen.queryByText(/First text/i)).not.toBeInTheDocument();
  });

  test('one screen replaces another', async () => {
    answer('get', '/api/documents', [factory.summary({ title: 'Standing order' })]);
    const { router } = renderRoute('/documents', { user: admin });
    await screen.findByText('Standing order');
    translatePage(way);
    await act(() => router.navigate('/settings'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
    expect(screen.queryByText(/Standing order/i)).not.toBeInTheDocument();
  });
});
