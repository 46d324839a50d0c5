import { act, screen, waitFor, within } from '@testing-library/react';
import { writeStored } from '@/lib/storage';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const fresh = factory.summary({ title: 'The bell', mark: 'new' });
const changed = factory.summary({ title: 'The lantern', mark: 'changed', openedVersion: 2, version: 4 });
const read = factory.summary({ title: 'The stair', openedVersion: 1 });
const summaries = [fresh, changed, read];

const rowOf = async (title: string) => {
  const list = await screen.findByRole('list', { name: 'Documents' });
  const rows = within(list).getAllByRole('article');
  return rows.find((row) => row.textContent.includes(title));
};

const answerList = () => answer('get', '/api/documents', summaries, { headers: { 'X-Total-Count': '3' } });

test.each(['comfortable', 'compact'] as const)(
  '%s rows say what is new and what has changed',
  async (density) => {
    writeStored('density', density);
    answerList();
    renderRoute('/documents', { user: factory.user() });
    expect(await rowOf('The bell')).toHaveTextContent('New');
    const chosen = density === 'compact' ? 'Compact' : 'Comfortable';
    expect(screen.getByRole('radio', { name: chosen })).toBeChecked();
    expect(await rowOf('The lantern')).toHaveTextContent('Changed');
    expect(await rowOf('The stair')).not.toHaveTextContent(/New|Changed/);
    await expectNoAxeViolations();
  },
);

test.each(['comfortable', 'compact'] as const)('%s rows have a sign for pictures', async (density) => {
  writeStored('density', density);
  // A member of its own until the contract has it.
  const shown = [{ ...fresh, pictures: 2 }, { ...changed, pictures: 0 }, read];
  answer('get', '/api/documents', shown, { headers: { 'X-Total-Count': '3' } });
  renderRoute('/documents', { user: factory.user() });
  await waitFor(async () => expect(await rowOf('The bell')).toBeDefined());
  expect(screen.getAllByRole('img', { name: /picture/ })).toEqual([
    within((await rowOf('The bell')) ?? document.body).getByRole('img', { name: '2 pictures' }),
  ]);
});

test('the latest records on the main terminal have their marks', async () => {
  answer('get', '/api/user/board', factory.board({ visible: 3, latest: summaries }));
  renderRoute('/', { user: factory.user() });
  const latest = await screen.findByRole('region', { name: 'Latest records' });
  const lines = within(latest).getAllByRole('listitem');
  expect(within(latest).getByText('New')).toBeVisible();
  expect(lines.map((line) => line.textContent.includes('Changed'))).toEqual([false, true, false]);
  await expectNoAxeViolations();
});

test('a changed record links to the changes since it was read, until its page is left', async () => {
  answerList();
  let opened = 0;
  answer('get', '/api/documents/:id', () => {
    opened += 1;
    const { id, title } = changed;
    const mark = opened === 1 ? ('changed' as const) : null;
    return factory.document({ id, title, version: 4, openedVersion: opened === 1 ? 2 : 4, mark });
  });
  const news = answer('get', '/api/user/notifications', []);
  const { operator, router } = renderRoute('/documents', { user: factory.user() });
  const lantern = await screen.findByRole('link', { name: 'The lantern' });
  const asked = news.length;
  await operator.click(lantern);
  const link = await screen.findByRole('link', { name: 'since version 2' });
  expect(link).toHaveAttribute('href', `/documents/${changed.id}/history?a=2&b=4`);
  expect(screen.getByText('Changed')).toBeVisible();
  // The server has marked the record's notifications as read.
  await waitFor(() => expect(news.length).toBeGreaterThan(asked));
  await expectNoAxeViolations();
  await act(() => router.navigate(-1));
  expect(await rowOf('The lantern')).not.toHaveTextContent('Changed');
  expect(await rowOf('The bell')).toHaveTextContent('New');
  await operator.click(screen.getByRole('link', { name: 'The lantern' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'The lantern' })).toBeInTheDocument();
  expect(screen.queryByText('Changed')).not.toBeInTheDocument();
});

test('a changed record without a known version links to its last change', async () => {
  answer('get', '/api/documents/:id', factory.document({ id: changed.id, version: 4, mark: 'changed' }));
  renderRoute(`/documents/${changed.id}`, { user: factory.user() });
  expect(await screen.findByRole('link', { name: 'what changed' })).toHaveAttribute(
    'href',
    `/documents/${changed.id}/history?b=4`,
  );
});

test('a preview does not mark a record as read', async () => {
  answerList();
  answer('get', '/api/documents/:id', factory.document({ id: fresh.id, title: fresh.title, mark: 'new' }));
  const { router } = renderRoute('/documents', { user: factory.admin() });
  expect(await rowOf('The bell')).toHaveTextContent('New');
  await act(() => router.navigate(`/documents/${fresh.id}?as=1`));
  await screen.findByRole('heading', { level: 1, name: 'The bell' });
  await act(() => router.navigate(-1));
  expect(await rowOf('The bell')).toHaveTextContent('New');
});
