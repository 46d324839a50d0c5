import { screen, within } from '@testing-library/react';
import type { DocumentSummary } from '@/api/types';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

test('a record whose response lacks a field fails in its own row only', async () => {
  const whole = factory.summary({ title: 'The stair' });
  const { title: _left, ...torn } = factory.summary();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answer('get', '/api/documents', [whole, torn as DocumentSummary], {
    headers: { 'X-Total-Count': '2', 'X-Accessible-Count': '2' },
  });
  renderRoute('/documents', { user: factory.user() });
  const rows = within(await screen.findByRole('list', { name: 'Documents' }));
  expect(rows.getByRole('link', { name: 'The stair' })).toBeInTheDocument();
  expect(rows.getByText(/^This part cannot be shown/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Document repository' })).toBeInTheDocument();
});
