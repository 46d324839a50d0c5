import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, server } from '@/testing/server';

test('Enter and Arrow Down in the search field move to the results, and Escape leaves it with its text', async () => {
  answer('get', '/api/documents', [factory.summary({ title: 'Lamp' })]);
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('link', { name: 'Lamp' });
  await operator.keyboard('/lamp{Enter}');
  const field = screen.getByRole('searchbox');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Lamp' })).toHaveFocus());
  await operator.keyboard('/{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Lamp' })).toHaveFocus();
  await operator.keyboard('/{Escape}');
  expect(field).toHaveValue('lamp');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('a repeated search whose first request was aborted is waited for and has not failed', async () => {
  let given = 0;
  answer('get', '/api/documents', [factory.summary({ title: 'Lamp' })]);
  const { operator } = renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('link', { name: 'Lamp' });
  server.use(
    http.get('*/api/documents', () => {
      given += 1;
      return new Promise(() => undefined);
    }),
  );
  const field = screen.getByRole('searchbox');
  await operator.type(field, 'do');
  await waitFor(() => expect(given).toBe(1));
  await operator.type(field, 'or');
  await waitFor(() => expect(given).toBe(2));
  await operator.type(field, '{Backspace}{Backspace}');
  await waitFor(() => expect(given).toBe(3));
  expect(screen.getByRole('link', { name: 'Lamp' })).toBeInTheDocument();
});

test('a search for symbols only says what to type', async () => {
  answer('get', '/api/documents', []);
  renderRoute('/documents?q=%F0%9F%94%A5', { user: factory.user() });
  expect(
    await screen.findByText('Symbols alone cannot be searched. Type a letter or a digit.'),
  ).toBeVisible();
});
