import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { TrashedDocument } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, server } from '@/testing/server';

function deleted(over: Partial<TrashedDocument> = {}): TrashedDocument {
  const { id, title, category, clearanceLevel, submittedBy, version, createdAt, updatedAt } =
    factory.document();
  return {
    ...{ id, title, category, clearanceLevel, submittedBy, version, createdAt, updatedAt },
    submittedByUsername: 'mercer',
    archiveSection: null,
    trashedBy: 'x',
    trashedByUsername: 'd-okoro',
    trashedAt: '2026-11-20T08:00:00.000Z',
    purgesAt: '2026-12-20T08:00:00.000Z',
    ...over,
  };
}

async function open(documents: TrashedDocument[], user = factory.admin({ clearanceLevel: 3 })) {
  answer('get', '/api/admin/submissions', []);
  const reads = answer('get', '/api/admin/trash', () => documents);
  const view = renderRoute('/admin?tab=trash', { user });
  await screen.findByRole('heading', { level: 2, name: 'Trash' });
  return { ...view, reads };
}

test('a restored document leaves the trash', async () => {
  const documents = [deleted({ id: 'd1', title: 'The old gate', clearanceLevel: 3 })];
  const { operator, reads } = await open(documents);
  expect(screen.getByText(/Deleted by d-okoro/)).toHaveTextContent('Purged on 2026-12-20.');
  await expectNoAxeViolations();
  const calls = answer('post', '/api/admin/trash/:id/restore', () => {
    documents.shift();
    return factory.document({ title: 'The old gate' });
  });
  await operator.click(screen.getByRole('button', { name: 'Restore The old gate' }));
  expect(await findToast('Document restored')).toBeInTheDocument();
  expect(calls.map((call) => call.params.id)).toEqual(['d1']);
  expect(await screen.findByText('TRASH IS EMPTY')).toBeInTheDocument();
  expect(reads).toHaveLength(2);
});

test('a document is purged after a confirmation', async () => {
  const { operator } = await open([deleted({ id: 'd1', title: 'The old gate', clearanceLevel: 1 })]);
  const calls = answer('delete', '/api/admin/trash/:id', undefined);
  await operator.click(screen.getByRole('button', { name: 'Purge The old gate' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm purge' });
  expect(dialog).toHaveTextContent('Nobody can restore it afterwards.');
  await operator.click(within(dialog).getByRole('button', { name: 'Purge' }));
  await waitFor(() => expect(calls.map((call) => call.params.id)).toEqual(['d1']));
});

test("a document above the administrator's level can be neither restored nor purged", async () => {
  await open([deleted({ title: 'The old gate', clearanceLevel: 5 })]);
  expect(screen.getByText('LEVEL 5 REQUIRED')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Restore|Purge/ })).not.toBeInTheDocument();
});

test('a long trash is loaded one page at a time', async () => {
  answer('get', '/api/admin/submissions', []);
  const reads: (string | null)[] = [];
  server.use(
    http.get('*/api/admin/trash', ({ request }) => {
      const after = new URL(request.url).searchParams.get('after');
      reads.push(after);
      const next = after === null && { Link: '</api/admin/trash?limit=60&after=sealed>; rel="next"' };
      return HttpResponse.json([deleted({ id: after ?? 'first', title: after ?? 'first' })], {
        headers: { 'X-Total-Count': '2', ...next },
      });
    }),
  );
  const { operator } = renderRoute('/admin?tab=trash', { user: factory.admin({ clearanceLevel: 3 }) });
  await operator.click(await screen.findByRole('button', { name: 'Show more documents' }));
  expect(await screen.findByRole('button', { name: 'Restore sealed' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Restore first' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more documents' })).not.toBeInTheDocument();
  expect(reads).toEqual([null, 'sealed']);
});
