import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

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

  const id = '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab';

  test('open asks for the records with this label and opens the only one', async () => {
    const calls = answer('get', '/api/documents', [factory.summary({ id })]);
    answer('get', '/api/documents/:id', factory.document({ id }));
    const { router } = await type('open DOC-3FA9C1');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe(`/documents/${id}`);
    });
    expect(calls.map(({ url }) => url.searchParams.get('id'))).toEqual(['3fa9c1']);
    // A person asked for it, so it keeps the session alive.
    expect(calls[0]?.headers.get('X-Background')).toBeNull();
  });

  test('open says when no record has this label', async () => {
    answer('get', '/api/documents', []);
    await type('open DOC-3FA9C1');
    expect(await screen.findByText('NO RECORD DOC-3FA9C1 WITHIN YOUR CLEARANCE.')).toBeInTheDocument();
  });

  test('open offers several records with the same label as a choice', async () => {
    answer('get', '/api/documents', [
      factory.summary({ id, title: 'The lighthouse' }),
      factory.summary({ id: '3fa9c1d0-7b1f-4c2a-9f00-0123456789ab', title: 'The stair' }),
    ]);
    answer('get', '/api/documents/:id', factory.document({ id }));
    const { operator, router } = await type('open DOC-3FA9C1');
    expect(await screen.findByText('2 RECORDS BEGIN WITH DOC-3FA9C1. Choose one.')).toBeInTheDocument();
    const choices = within(screen.getByRole('list', { name: 'Records to choose from' }));
    expect(choices.getByRole('link', { name: 'DOC-3FA9C1D07B1F The stair' })).toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.click(choices.getByRole('link', { name: 'DOC-3FA9C1D07B1E The lighthouse' }));
    expect(router.state.location.pathname).toBe(`/documents/${id}`);
  });

  describe('an answer of open that comes late', () => {
    /** Holds the answer back until the returned function is called. */
    function holdAnswer(): () => void {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      server.use(
        http.get('*/api/documents', async () => {
          await held;
          return HttpResponse.json([factory.summary({ id })]);
        }),
      );
      return release;
    }

    /** Long enough for a released answer to arrive and be acted on. */
    const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));

    test('does not take the operator away from where they went meanwhile', async () => {
      const release = holdAnswer();
      const { router } = await type('open DOC-3FA9C1');
      await act(() => router.navigate('/settings'));
      release();
      await settle();
      expect(router.state.location.pathname).toBe('/settings');
    });

    test('does not replace the answer of a later line', async () => {
      const release = holdAnswer();
      const { operator, router } = await type('open DOC-3FA9C1');
      await operator.type(screen.getByRole('textbox', { name: 'Command line' }), 'reboot{Enter}');
      expect(await screen.findByText('UNKNOWN COMMAND. Type help.')).toBeInTheDocument();
      release();
      await settle();
      expect(router.state.location.pathname).toBe('/');
      expect(screen.getByText('UNKNOWN COMMAND. Type help.')).toBeInTheDocument();
    });
  });
});
