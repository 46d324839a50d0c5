import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { AdminSubmission } from '@/api/types';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, server } from '@/testing/server';

export const caseId = '0190abcd-ef01-7000-8000-000000000000';

/** A time one hour ago. */
export const recent = () => new Date(Date.now() - 3_600_000).toISOString();

/** Serves the queue and its cases. Later changes to elements of `queue` change the server's responses. */
export function serveQueue(queue: AdminSubmission[], decided: AdminSubmission[] = []) {
  const reads = answer('get', '/api/admin/submissions', () =>
    queue.map((each) => ({ ...each, content: null })),
  );
  server.use(
    http.get('*/api/admin/submissions/:id', ({ params }) => {
      const found = [...queue, ...decided].find((each) => each.id === params.id);
      return found
        ? HttpResponse.json(found)
        : HttpResponse.json({ code: 'not_found', message: 'No such submission' }, { status: 404 });
    }),
  );
  return reads;
}

export async function openDesk(over: Partial<AdminSubmission> = {}, user = factory.admin()) {
  const submission = factory.submission({ id: caseId, createdAt: recent(), ...over });
  const queue = [submission];
  const decided: AdminSubmission[] = [];
  const reads = serveQueue(queue, decided);
  const view = renderRoute('/admin', { user });
  const item = await screen.findByRole('article', { name: submission.title });
  await rest();
  return { ...view, submission, queue, decided, reads, item };
}
