import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { personIs } from '@/api/session';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { answer, refuse, server } from '@/testing/server';

test('a notice of a failure stays while a draft is saved in silence', async () => {
  const store = makeStore();
  const draft = factory.draft();
  refuse('delete', '/api/documents/:id', 500, { code: 'internal_error', message: 'The server failed.' });
  const saved = answer('put', '/api/user/drafts/:id', draft);
  await store.dispatch(api.endpoints.deleteDocument.initiate('document'));
  await store.dispatch(
    api.endpoints.saveDraft.initiate({ id: draft.id, saveDraftRequest: { revision: draft.revision } }),
  );
  expect(saved).toHaveLength(1);
  await waitFor(() =>
    expect(store.getState().ui.toast).toMatchObject({ title: 'Failed to delete document' }),
  );
});

test.each([
  ['a change that another person began is told to nobody', factory.user({ id: 'u2' }), null],
  ['a change of the same person is told', factory.user({ id: 'u1' }), 'Document deleted successfully'],
])('%s', async (_name, next, expected) => {
  const store = makeStore();
  await store.dispatch(personIs(factory.user({ id: 'u1' })));
  // The server answers once the other person is there.
  server.use(
    http.delete('*/api/documents/:id', async () => {
      await store.dispatch(personIs(next));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await store.dispatch(api.endpoints.deleteDocument.initiate('document'));
  // The words were loaded above, so that this is long enough for a notice.
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(store.getState().ui.toast?.title ?? null).toBe(expected);
});
