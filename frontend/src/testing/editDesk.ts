import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { EditCase } from '@/api/types';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, server } from '@/testing/server';

export const editId = '3300b7aa-0000-4000-8000-000000000000';

/**
 * An edit whose document has changed since, with one passage that both changed and one that only the document changed.
 */
export function staleEdit(over: Partial<EditCase> = {}): EditCase {
  const blocks = [
    {
      kind: 'changed' as const,
      oldLine: 1,
      newLine: 1,
      clash: false,
      segments: [
        { kind: 'removed' as const, text: 'Filed since.\n' },
        { kind: 'added' as const, text: 'As before.\n' },
      ],
    },
    { kind: 'same' as const, oldLine: 2, newLine: 2, text: '' },
    {
      kind: 'changed' as const,
      oldLine: 3,
      newLine: 3,
      clash: true,
      segments: [
        { kind: 'removed' as const, text: 'At dawn.\n' },
        { kind: 'added' as const, text: 'At dusk.\n' },
      ],
    },
  ];
  const edit = factory.edit();
  return {
    ...edit,
    currentDocument: { ...edit.currentDocument, version: 4, updatedAt: '2026-03-20T08:00:00.000Z' },
    stale: true,
    diff: factory.diff({ blocks }),
    threeWay: {
      clashes: true,
      theirs: blocks,
      ours: blocks.slice(1),
      merged: null,
      resolved: 'Filed since.\n\nAt dusk.',
    },
    ...over,
  };
}

/** Serves the queue of edits and its cases. Later changes to elements of `queue` change the server's responses. */
export function serveEdits(queue: EditCase[], decided: EditCase[] = []) {
  answer('get', '/api/admin/submissions', []);
  server.use(
    http.get('*/api/document-edits', () =>
      HttpResponse.json(queue.map((each) => ({ ...each, content: null }))),
    ),
    http.get('*/api/document-edits/:id', ({ params }) => {
      const found = [...queue, ...decided].find((each) => each.id === params.id);
      return found
        ? HttpResponse.json(found)
        : HttpResponse.json({ code: 'not_found', message: 'Not found' }, { status: 404 });
    }),
  );
}

export async function openEdits(
  over: Partial<EditCase> = {},
  user = factory.admin(),
  others: EditCase[] = [],
) {
  const edit = factory.edit({
    id: editId,
    createdAt: new Date(Date.now() - 3_600_000).toISOString(),
    ...over,
  });
  const queue = [edit, ...others];
  const decided: EditCase[] = [];
  serveEdits(queue, decided);
  const view = renderRoute('/admin?tab=edits', { user });
  const item = await screen.findByRole('article', { name: edit.currentDocument.title });
  await rest();
  return { ...view, edit, queue, decided, item };
}
