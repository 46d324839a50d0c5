import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const menu = () => screen.findByRole('navigation', { name: 'Command menu' });

function entries(navigation: HTMLElement): string[] {
  return within(navigation)
    .getAllByRole('listitem')
    .map((item) => `${item.textContent.slice(0, 3)} ${within(item).getByText(/^[A-Z_]+$/).textContent}`);
}

test('an administrator has seven entries and ADMIN STATUS', async () => {
  renderRoute('/', { user: factory.admin() });
  expect(entries(await menu())).toEqual([
    '[1] VIEW_DOCUMENTS',
    '[2] SUBMIT_LORE',
    '[3] TEMPLATES',
    '[4] ARCHIVE_SYSTEM',
    '[5] SETTINGS',
    '[6] ADMIN_PANEL',
    '[7] LOGOUT',
  ]);
  expect(screen.getByText('CLEARANCE: LEVEL 5 | CONNECTION: SECURE | SESSION: ACTIVE')).toBeInTheDocument();
  expect(screen.getByText('AUTHORIZED')).toBeInTheDocument();
  expect(screen.getByText('ENABLED')).toBeInTheDocument();
  expect(screen.getByText('All activity on this terminal is monitored and logged.')).toBeInTheDocument();
  expect(document.title).toBe('Secure terminal - Facility Terminal');
  await expectNoAxeViolations();
});

test('others have six, and no word of administration', async () => {
  renderRoute('/', { user: factory.user() });
  expect(entries(await menu()).at(-1)).toBe('[6] LOGOUT');
  expect(screen.queryByText('ENABLED')).not.toBeInTheDocument();
  expect(screen.getByText('3 SECURITY')).toBeInTheDocument();
});

test('a number opens its entry, and the heading of the new screen has the focus', async () => {
  const { operator, router } = renderRoute('/', { user: factory.user() });
  await menu();
  await operator.keyboard('5');
  expect(await screen.findByText('SECTION NOT YET COMMISSIONED')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/settings');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('logging out ends the session on the server and leaves nothing behind', async () => {
  const calls = answer('post', '/api/logout', undefined);
  const { operator, store, router } = renderRoute('/', { user: factory.user() });
  await operator.click(within(await menu()).getByRole('button', { name: /LOGOUT/ }));
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
  expect(calls).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/auth');
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('k-osei');
});

test('a logout that fails says so and stays', async () => {
  refuse('post', '/api/logout', 503, { code: 'unavailable', message: 'The database does not answer.' });
  const { operator } = renderRoute('/', { user: factory.user() });
  await operator.click(within(await menu()).getByRole('button', { name: /LOGOUT/ }));
  expect(await findToast('Logout failed')).toHaveTextContent('The database does not answer.');
  expect(screen.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeInTheDocument();
});

describe('the command line', () => {
  async function type(line: string, user = factory.user()) {
    const view = renderRoute('/', { user });
    await menu();
    await view.operator.type(screen.getByRole('textbox', { name: 'Command line' }), `${line}{Enter}`);
    return view;
  }

  test('an unknown line is answered in a live region', async () => {
    await type('reboot');
    expect(await screen.findByText('UNKNOWN COMMAND. Type help.')).toHaveAttribute('role', 'status');
  });

  test('help lists the verbs', async () => {
    await type('help');
    expect(await screen.findByText(/goto <home, documents/)).toBeInTheDocument();
  });

  test('goto admin is refused to others', async () => {
    await type('goto admin');
    expect(await screen.findByText('ACCESS DENIED. Administrators only.')).toBeInTheDocument();
  });

  test('find goes to the repository with the words', async () => {
    const searches = answer('get', '/api/documents', []);
    const { router } = await type('find eleven seconds');
    await waitFor(() => {
      expect(router.state.location.search).toBe('?q=eleven+seconds');
    });
    await waitFor(() => {
      expect(searches.at(-1)?.url.searchParams.get('q')).toBe('eleven seconds');
    });
  });

  test('theme is worn and saved with the account', async () => {
    const user = factory.user();
    const calls = answer('patch', '/api/user/settings', { ...user, theme: 'blue-steel' });
    await type('theme blue-steel', user);
    expect(await screen.findByText('THEME BLUE-STEEL SET.')).toBeInTheDocument();
    expect(document.documentElement).toHaveClass('theme-blue-steel');
    expect(await findToast('Settings updated')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([{ theme: 'blue-steel' }]);
  });

  test('open finds a record by the beginning of its id', async () => {
    const document = factory.summary({ id: '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab' });
    answer('get', '/api/documents', [document, factory.summary()]);
    answer('get', '/api/documents/:id', factory.document({ id: document.id }));
    const { router } = await type('open DOC-3FA9C1');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/documents/${document.id}`);
    });
  });

  test.each([
    [[], 'NO RECORD DOC-3FA9C1 WITHIN YOUR CLEARANCE.'],
    [['3fa9c1d0-1', '3fa9c1d0-2'], '2 RECORDS BEGIN WITH DOC-3FA9C1. Type more of the id.'],
  ])('open says when there is not exactly one', async (ids, expected) => {
    answer(
      'get',
      '/api/documents',
      ids.map((id) => factory.summary({ id })),
    );
    await type('open DOC-3FA9C1');
    expect(await screen.findByText(expected)).toBeInTheDocument();
  });
});
