import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { setCurrentUser } from '@/api/session';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { answer, refuse, server } from '@/testing/server';

test('a failure notification stays while a draft is saved without one', async () => {
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
  ['a mutation of the previous user is not reported', factory.user({ id: 'u2' }), null],
  ['a mutation of the same user is reported', factory.user({ id: 'u1' }), 'Document deleted successfully'],
])('%s', async (_name, next, expected) => {
  const store = makeStore();
  await store.dispatch(setCurrentUser(factory.user({ id: 'u1' })));
  // The server responds once the other user is signed in.
  server.use(
    http.delete('*/api/documents/:id', async () => {
      await store.dispatch(setCurrentUser(next));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await store.dispatch(api.endpoints.deleteDocument.initiate('document'));
  // The texts were loaded above, so this is long enough for a notification to appear.
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(store.getState().ui.toast?.title ?? null).toBe(expected);
});
