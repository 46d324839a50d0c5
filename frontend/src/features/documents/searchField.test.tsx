import { screen, waitFor } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

test('from the search field, Enter and the arrow lead to the results, and Escape leaves it with its words', async () => {
  answer('get', '/api/documents', [factory.summary({ title: 'Lamp' })]);
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('link', { name: 'Lamp' });
  await operator.keyboard('/lamp{Enter}');
  const field = screen.getByRole('searchbox');
  await waitFor(() => {
    expect(screen.getByRole('link', { name: 'Lamp' })).toHaveFocus();
  });
  await operator.keyboard('/{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Lamp' })).toHaveFocus();
  await operator.keyboard('/{Escape}');
  expect(field).toHaveValue('lamp');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
