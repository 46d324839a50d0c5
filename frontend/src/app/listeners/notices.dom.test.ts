import { api } from '@/api/endpoints';
import { makeStore } from '@/app/store';
import { factory } from '@/testing/factories';
import { answer, refuse } from '@/testing/server';

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
  expect(store.getState().ui.toast).toMatchObject({ title: 'Failed to delete document' });
});
