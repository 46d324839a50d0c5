import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

test("a rejection shows the reviewer's comment and stays in its position when it is read", async () => {
  const news = factory.news({ title: 'The stair', reason: 'Pace it at night.' });
  const old = factory.news({ message: 'Told before.', readAt: '2026-03-14T09:00:00.000Z' });
  let items = [news];
  answer('get', '/api/user/notifications', [old], { headers: { 'X-Unread-Count': '1' } });
  answer('get', '/api/user/board', () => factory.board({ decided: { count: items.length, items } }));
  const calls = answer('post', '/api/user/notifications/read', () => {
    items = [];
    return undefined;
  });
  const { operator } = renderRoute('/', { user: factory.user() });
  const panel = within(await screen.findByRole('region', { name: 'News 1 unread' }));
  expect(panel.getByText('"Pace it at night."')).toBeInTheDocument();
  expect(panel.getByRole('link', { name: 'The stair' })).toBeInTheDocument();
  expect(await panel.findByText('Told before.')).toBeInTheDocument();
  const status = within(screen.getByRole('contentinfo', { name: 'Status' }));
  expect(status.getByText('1 unread')).toBeInTheDocument();
  expect(status.getByText('rows')).toHaveTextContent(/^jk rows$/);
  expect(status.getByText('mark read')).toHaveTextContent(/^m mark read$/);
  expect(screen.queryByRole('region', { name: 'Waiting for you' })).not.toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(panel.getByRole('button', { name: 'Mark as read: The stair' }));
  const read = within(await screen.findByRole('region', { name: 'News' }));
  expect(read.getByRole('link', { name: 'The stair' })).toBeInTheDocument();
  expect(read.queryByText('"Pace it at night."')).not.toBeInTheDocument();
  // The hints of the keys disappear with the unread notification.
  expect(status.queryByText('1 unread')).not.toBeInTheDocument();
  expect(status.queryByText('mark read')).not.toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([{ ids: [news.id] }]);
});

test('more than eight notifications are expanded in place, and all are marked as read at once', async () => {
  const items = Array.from({ length: 10 }, (_, n) => factory.news({ title: `Stair ${n}` }));
  answer('get', '/api/user/board', factory.board({ decided: { count: 10, items } }));
  const calls = answer('post', '/api/user/notifications/read', undefined);
  const { operator } = renderRoute('/', { user: factory.user() });
  const panel = within(await screen.findByRole('region', { name: 'News 10 unread' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(8);
  await operator.click(panel.getByRole('button', { name: 'All news' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(10);
  panel.getByRole('link', { name: 'Stair 0' }).focus();
  await operator.keyboard('M');
  expect(calls.map((call) => call.body)).toEqual([{ all: true }]);
  expect(panel.queryByRole('img', { name: 'Unread' })).not.toBeInTheDocument();
});

test('an administrator marks all notifications as read, but no alert', async () => {
  const items = [factory.news({ title: 'One' }), factory.news({ title: 'Two' })];
  answer('get', '/api/user/board', factory.board({ decided: { count: 2, items } }));
  const calls = answer('post', '/api/user/notifications/read', undefined);
  const { operator } = renderRoute('/', { user: factory.admin() });
  const panel = within(await screen.findByRole('region', { name: 'News 2 unread' }));
  await operator.click(panel.getByRole('button', { name: 'Mark all read' }));
  expect(calls.map((call) => call.body)).toEqual([{ ids: items.map(({ id }) => id) }]);
});

test('m marks the focused notification as read, and the next check button takes the focus', async () => {
  const items = ['One', 'Two'].map((title) => factory.news({ title }));
  answer('get', '/api/user/board', factory.board({ decided: { count: 2, items } }));
  const calls = answer('post', '/api/user/notifications/read', undefined);
  const { operator } = renderRoute('/', { user: factory.user() });
  const panel = within(await screen.findByRole('region', { name: 'News 2 unread' }));
  panel.getByRole('link', { name: 'One' }).focus();
  await operator.keyboard('m');
  expect(panel.getByRole('button', { name: 'Mark as read: Two' })).toHaveFocus();
  await operator.keyboard('m');
  expect(panel.getByRole('link', { name: 'Two' })).toHaveFocus();
  expect(calls.map((call) => call.body)).toEqual(items.map(({ id }) => ({ ids: [id] })));
});

test('g n goes to the first notification from another screen, and again on the same one', async () => {
  const items = ['One', 'Two'].map((title) => factory.news({ title }));
  answer('get', '/api/user/board', factory.board({ decided: { count: 2, items } }));
  const { operator, router } = renderRoute('/templates', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: 'Templates' });
  await operator.keyboard('gn');
  const panel = within(await screen.findByRole('region', { name: 'News 2 unread' }));
  expect(router.state.location.pathname).toBe('/');
  const first = panel.getByRole('link', { name: 'One' });
  await waitFor(() => expect(first).toHaveFocus());
  await operator.keyboard('j');
  expect(first).not.toHaveFocus();
  await operator.keyboard('gn');
  await waitFor(() => expect(first).toHaveFocus());
  expect(screen.getByRole('textbox', { name: 'Command line' })).toHaveValue('');
});

test('g n goes to the panel if it has no notifications', async () => {
  const { operator } = renderRoute('/', { user: factory.user() });
  await screen.findByText('NO NEWS');
  await operator.keyboard('gn');
  await waitFor(() => {
    // eslint-disable-next-line testing-library/no-node-access
    expect(document.activeElement).toHaveTextContent(/^NewsNO NEWS$/);
  });
});

test('without notifications the panel says so', async () => {
  renderRoute('/', { user: factory.user() });
  const panel = within(await screen.findByRole('region', { name: 'News' }));
  expect(panel.getByText('NO NEWS')).toBeInTheDocument();
});

test('notifications of an unknown kind show their message, and those with missing fields fail in their own line', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const known = factory.news({ title: 'The stair' });
  const unknown = {
    ...factory.news({ title: 'New', reason: null, message: 'Of a newer server.' }),
    kind: 'ring',
  };
  const { title: _left, ...torn } = factory.news();
  const items = [known, unknown, torn] as (typeof known)[];
  answer('get', '/api/user/board', factory.board({ decided: { count: 3, items } }));
  renderRoute('/', { user: factory.user() });
  const panel = within(await screen.findByRole('region', { name: 'News 3 unread' }));
  expect(panel.getByRole('link', { name: 'The stair' })).toBeInTheDocument();
  expect(panel.getByText('Of a newer server.', { exact: false })).toBeInTheDocument();
  expect(panel.getByText(/^This part cannot be shown/)).toBeInTheDocument();
});
