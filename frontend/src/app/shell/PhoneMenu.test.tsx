import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';
import { watched } from '@/testing/watching';

const { matchMedia } = window;

beforeEach(() => {
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query.includes('max-width: 599px') });
  answer('get', '/api/templates', []);
  answer('get', '/api/user/board', factory.board({ visible: 176 }));
});

afterEach(() => {
  window.matchMedia = matchMedia;
});

const button = () => screen.findByRole('button', { name: 'MENU' });
const menu = () => screen.findByRole('dialog', { name: 'Menu' });
const isClosed = () => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument();

test('MENU shows the screens with their counts and the session, with the focus on the current screen', async () => {
  const { operator } = renderRoute('/templates', { user: factory.user() });
  await operator.click(await button());
  const page = within(await menu());
  expect(page.getByRole('link', { name: /TEMPLATES/ })).toHaveFocus();
  expect(page.getByRole('link', { name: /TEMPLATES/ })).toHaveAttribute('aria-current', 'page');
  expect(await page.findByText('176 on file')).toBeInTheDocument();
  expect(page.getByText('AUTHORIZED')).toBeInTheDocument();
  expect(page.getByRole('timer')).toBeInTheDocument();
  expect(page.getByText('All activity on this terminal is monitored and logged.')).toBeInTheDocument();
  expect(screen.getByRole('main', { hidden: true })).toHaveAttribute('inert');
  await expectNoAxeViolations();
});

test('Escape and the button close the menu, and the button gets the focus', async () => {
  const { operator } = renderRoute('/templates', { user: factory.user() });
  await operator.click(await button());
  await menu();
  await operator.keyboard('{Escape}');
  isClosed();
  expect(await button()).toHaveFocus();
  expect(screen.getByRole('main')).not.toHaveAttribute('inert');
  await operator.click(await button());
  await menu();
  await operator.click(await button());
  isClosed();
  expect(await button()).toHaveFocus();
});

test('choosing an entry closes the menu, even that of the current screen, and digits choose', async () => {
  const { operator, router } = renderRoute('/templates', { user: factory.user() });
  await operator.click(await button());
  await operator.click(within(await menu()).getByRole('link', { name: /TEMPLATES/ }));
  await waitFor(isClosed);
  await operator.click(await button());
  await menu();
  await operator.keyboard('5');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  await waitFor(isClosed);
});

test('without an entry for the current screen the first entry has the focus', async () => {
  const { operator } = renderRoute('/sector/nine', { user: factory.user() });
  await operator.click(await button());
  expect(within(await menu()).getByRole('link', { name: /VIEW_DOCUMENTS/ })).toHaveFocus();
});

test('alerts of administrators are in the masthead before MENU', async () => {
  answer('get', '/api/admin/security-alerts', [watched.alert()]);
  answer('get', '/api/admin/deadline-reminders', []);
  const { operator } = renderRoute('/templates', { user: factory.admin() });
  const bell = await screen.findByRole('button', { name: 'ADMIN ALERTS, 1 unread' });
  const bar = within(screen.getByRole('banner'));
  expect(bar.getAllByRole('button').slice(-2)).toEqual([bell, await button()]);
  await operator.click(bell);
  expect(await screen.findByRole('region', { name: 'ADMIN NOTIFICATIONS' })).toBeInTheDocument();
  await operator.keyboard('{Escape}');
  expect(bell).toHaveFocus();
});

test('a visitor who is not signed in has no menu', async () => {
  renderRoute('/auth', { user: null });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'MENU' })).not.toBeInTheDocument();
});
