import { screen, waitFor, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const { matchMedia } = window;

beforeEach(() => {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes('max-width: 599px') });
  answer('get', '/api/documents', [factory.summary({ title: 'The lamp' })], {
    headers: { 'X-Total-Count': '1', 'X-Accessible-Count': '1' },
  });
});

afterEach(() => {
  window.matchMedia = matchMedia;
});

test('on a phone the button for a new document is beside the search', async () => {
  renderRoute('/documents', { user: factory.user() });
  const search = within(await screen.findByRole('search'));
  expect(search.getByRole('link', { name: 'New Document' })).toHaveAttribute('href', '/submission');
  expect(screen.getAllByRole('link', { name: 'New Document' })).toHaveLength(1);
});

test('on a phone the filters of the repository are in a sheet beside the search', async () => {
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  expect(await screen.findByPlaceholderText('type / to search title or content')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'Comfortable' })).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Category' })).not.toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Filter' }));
  const sheet = await screen.findByRole('dialog', { name: 'Filter' });
  await operator.click(within(sheet).getByRole('radio', { name: 'LEVEL 2' }));
  await operator.click(within(sheet).getByRole('button', { name: 'Show records' }));
  await waitFor(() => expect(router.state.location.search).toBe('?level=2'));
  expect(await screen.findByRole('button', { name: 'Filter (1)' })).toBeInTheDocument();
});

test('on a phone the author and the order are in the sheet', async () => {
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await operator.click(await screen.findByRole('button', { name: 'Filter' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await operator.selectOptions(sheet.getByLabelText('Order'), 'OLDEST FIRST');
  await operator.type(sheet.getByRole('combobox', { name: 'Author' }), 'k-osei{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?sort=oldest&author=k-osei'));
  await operator.click(sheet.getByRole('button', { name: 'Show records' }));
  expect(await screen.findByRole('button', { name: 'Filter (1)' })).toBeInTheDocument();
});
