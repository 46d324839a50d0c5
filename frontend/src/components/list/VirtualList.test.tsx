import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { server } from '@/testing/server';
import { VirtualList } from './VirtualList';

jest.mock('./WindowedRows', () => {
  throw new Error('gone');
});

test('a long list whose code fails to load shows its first rows and a retry', async () => {
  server.use(http.get('*/', () => HttpResponse.error()));
  const items = Array.from({ length: 80 }, (_, index) => `Row ${index + 1}`);
  render(
    <VirtualList items={items} itemKey={(item) => item} render={(item) => <p>{item}</p>} label="Records" />,
  );
  expect(await screen.findByText('ERROR: Failed to load this part')).toBeInTheDocument();
  expect(screen.getByText('The connection to the facility is down.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  expect(screen.getByText('Row 60')).toBeInTheDocument();
  expect(screen.queryByText('Row 61')).not.toBeInTheDocument();
});
