import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const records = [
  factory.summary({ title: 'The bell', clearanceLevel: 1, submittedByUsername: 'k-osei' }),
  factory.summary({ title: 'The lamp', clearanceLevel: 2, submittedByUsername: 'a-mercer' }),
];
const counted = { headers: { 'X-Total-Count': '2', 'X-Accessible-Count': '2' } };
const serve = () => answer('get', '/api/documents', records, counted);
const list = () => screen.findByRole('list', { name: 'Documents' });

test('the order is in the address and determines the groups', async () => {
  const calls = serve();
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await list();
  const order = screen.getByLabelText('Order');
  expect(order).toHaveDisplayValue('NEWEST FIRST');
  await operator.selectOptions(order, 'BY LEVEL');
  expect(await screen.findByRole('heading', { level: 2, name: /^LEVEL 1/ })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?sort=level');
  expect(calls.at(-1)?.url.searchParams.get('sort')).toBe('level');
  await operator.selectOptions(order, 'BY TITLE');
  expect(await screen.findByRole('heading', { level: 2, name: /^T/ })).toBeInTheDocument();
  await operator.selectOptions(order, 'NEWEST FIRST');
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a search starts with the best match, whatever the previous order', async () => {
  const calls = serve();
  const { operator, router } = renderRoute('/documents?sort=title', { user: factory.user() });
  await list();
  await operator.type(screen.getByLabelText('Search title or content'), 'lamp');
  await waitFor(() => expect(router.state.location.search).toBe('?q=lamp'));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('q')).toBe('lamp'));
  expect(calls.at(-1)?.url.searchParams.has('sort')).toBe(false);
  expect(screen.getByLabelText('Order')).toHaveDisplayValue('BEST MATCH');
});

test('the author filters the list, with suggested names', async () => {
  const calls = serve();
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  await list();
  const author = screen.getByRole('combobox', { name: 'Author' });
  const offered = within(window.document.body).getAllByRole('option', { hidden: true });
  expect(offered.map((option) => option.getAttribute('value'))).toEqual(
    expect.arrayContaining(['a-mercer', 'k-osei']),
  );
  await operator.type(author, 'k-osei{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?author=k-osei'));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('author')).toBe('k-osei'));
  await expectNoAxeViolations();
});

test('the name of an author links to all of their records', async () => {
  const calls = serve();
  const { operator, router } = renderRoute('/documents?level=1', { user: factory.user() });
  await operator.click(within(await list()).getByRole('link', { name: 'a-mercer' }));
  expect(router.state.location.search).toBe('?author=a-mercer');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('author')).toBe('a-mercer'));
  expect(screen.getByRole('combobox', { name: 'Author' })).toHaveValue('a-mercer');
});

test('the author on a record links to all of their records', async () => {
  answer('get', '/api/documents/:id', factory.document({ id: 'doc-1', submittedByUsername: 'a & b' }));
  renderRoute('/documents/doc-1', { user: factory.user() });
  for (const link of await screen.findAllByRole('link', { name: 'a & b' }))
    expect(link).toHaveAttribute('href', '/documents?author=a+%26+b');
});

test('an empty list of an author can be cleared', async () => {
  answer('get', '/api/documents', [], { headers: { 'X-Total-Count': '0', 'X-Accessible-Count': '2' } });
  const { operator, router } = renderRoute('/documents?author=nobody&sort=title', { user: factory.user() });
  expect(await screen.findByText('NO DOCUMENTS FOUND MATCHING CRITERIA')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
