import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

test('a query that failed without a server response is repeated once the server responds', async () => {
  server.use(http.get('*/api/templates', () => HttpResponse.error()));
  const { store } = renderRoute('/templates', { user: factory.user() });
  expect(await screen.findByText(/^ERROR: Failed to load/)).toBeInTheDocument();
  answer('get', '/api/templates', []);
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  expect(await screen.findByText(/NO TEMPLATES/)).toBeInTheDocument();
});

test('a refused query is not repeated', async () => {
  const calls = refuse('get', '/api/templates', 403, { code: 'owner_only', message: 'Not yours.' });
  const { store } = renderRoute('/templates', { user: factory.user() });
  expect(await screen.findByText('Not yours.')).toBeInTheDocument();
  const asked = calls.length;
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  expect(calls).toHaveLength(asked);
});
