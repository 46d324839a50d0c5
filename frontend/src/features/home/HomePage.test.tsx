import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const menu = () => screen.findByRole('navigation', { name: 'Command menu' });

function entries(navigation: HTMLElement): string[] {
  return within(navigation)
    .getAllByRole('listitem')
    .map((item) => {
      const name = within(item).getByText(/^[A-Z_]+$/).textContent;
      return item.textContent.startsWith('[') ? `${item.textContent.slice(0, 3)} ${name}` : name;
    });
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
    'MY_WORKSPACE',
    '[7] LOGOUT',
  ]);
  expect(screen.getByText('CLEARANCE: LEVEL 5 | CONNECTION: SECURE | SESSION: ACTIVE')).toBeInTheDocument();
  expect(screen.getByText('AUTHORIZED')).toBeInTheDocument();
  expect(screen.getByText('ENABLED')).toBeInTheDocument();
  expect(screen.getByText('All activity on this terminal is monitored and logged.')).toBeInTheDocument();
  expect(document.title).toBe('Secure terminal - Facility Terminal');
  await expectNoAxeViolations();
});

test('the connection is called secure only over https and while there is one', async () => {
  Object.assign(window, { isSecureContext: false });
  try {
    const { store } = renderRoute('/', { user: factory.user() });
    expect(await screen.findByText(/CONNECTION: NOT SECURE/)).toBeInTheDocument();
    refuse('get', '/api/site-lock-status', 503, { code: 'unavailable', message: 'Try again.' });
    await act(async () => {
      await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
    });
    expect(await screen.findByText(/CONNECTION: OFFLINE/)).toBeInTheDocument();
  } finally {
    Object.assign(window, { isSecureContext: true });
  }
});

test('other users have six entries and no mention of administration', async () => {
  renderRoute('/', { user: factory.user() });
  expect(entries(await menu()).at(-1)).toBe('[6] LOGOUT');
  expect(screen.queryByText('ENABLED')).not.toBeInTheDocument();
  expect(screen.getByText('3 SECURITY')).toBeInTheDocument();
});

test('a number opens its entry, and the heading of the new screen has the focus', async () => {
  const { operator, router } = renderRoute('/', { user: factory.user() });
  await menu();
  await operator.keyboard('5');
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/settings');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('logging out ends the session on the server and clears the window', async () => {
  const calls = answer('post', '/api/logout', undefined);
  const { operator, store, router } = renderRoute('/', { user: factory.user() });
  await operator.click(within(await menu()).getByRole('button', { name: /LOGOUT/ }));
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
  expect(calls).toHaveLength(1);
  expect(router.state.location.pathname).toBe('/auth');
  expect(JSON.stringify(store.getState().api.queries)).not.toContain('k-osei');
});

test('a failed logout is reported and the screen stays', async () => {
  refuse('post', '/api/logout', 503, { code: 'unavailable', message: 'The database does not answer.' });
  const { operator } = renderRoute('/', { user: factory.user() });
  await operator.click(within(await menu()).getByRole('button', { name: /LOGOUT/ }));
  expect(await findToast('Logout failed')).toHaveTextContent('The database does not answer.');
  expect(screen.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeInTheDocument();
});

describe('the board', () => {
  const oldest = {
    id: '1',
    name: 'Night protocol',
    waitingSince: '2026-03-11T17:30:00.000Z',
    timesOutAt: null,
  };
  const nothing = { count: 0, oldest: null };

  test('an administrator sees the queues, and r opens the first', async () => {
    answer('get', '/api/user/board', {
      ...factory.board({ visible: 128, latest: [factory.summary({ title: 'The orchard' })] }),
      waiting: {
        submissions: { count: 14, oldest },
        accounts: { count: 3, oldest },
        edits: nothing,
        archiveRequests: nothing,
      },
    });
    answer('get', '/api/admin/submissions', []);
    answer('get', '/api/admin/users', []);
    const { operator, router } = renderRoute('/', { user: factory.admin() });
    const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }));
    expect(waiting.getAllByRole('listitem')).toHaveLength(2);
    expect(waiting.getByRole('link', { name: /^Review Submissions to review/ })).toBeInTheDocument();
    expect(waiting.getByText('Oldest: Night protocol')).toBeInTheDocument();
    const lines = within(await menu());
    expect(lines.getByText('128 on file')).toBeInTheDocument();
    expect(lines.getByText('14 to review')).toBeInTheDocument();
    const latest = within(screen.getByRole('region', { name: 'Latest records' }));
    expect(latest.getByRole('link', { name: /clearance level 2 The orchard/ })).toBeInTheDocument();
    expect(latest.getByRole('link', { name: 'All 128 records, newest first' })).toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.keyboard('r');
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/admin?tab=review');
  });

  test('j and k move between the rows of the board', async () => {
    const latest = [factory.summary({ title: 'One' }), factory.summary({ title: 'Two' })];
    answer('get', '/api/user/board', factory.board({ visible: 2, latest }));
    const { operator } = renderRoute('/', { user: factory.user() });
    const one = await screen.findByRole('link', { name: /One/ });
    await operator.keyboard('j');
    expect(one).toHaveFocus();
    await operator.keyboard('j');
    expect(screen.getByRole('link', { name: /Two/ })).toHaveFocus();
    await operator.keyboard('k');
    expect(one).toHaveFocus();
  });

  test('if the board cannot be loaded, the menu and the command line still work', async () => {
    refuse('get', '/api/user/board', 503, { code: 'unavailable', message: 'The database does not answer.' });
    renderRoute('/', { user: factory.user() });
    expect(await screen.findByText('ERROR: Failed to load the board')).toBeInTheDocument();
    expect(await menu()).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Command line' })).toBeInTheDocument();
  });
});

describe('the command line', () => {
  async function type(line: string, user = factory.user()) {
    const view = renderRoute('/', { user });
    await menu();
    await view.operator.type(screen.getByRole('textbox', { name: 'Command line' }), `${line}{Enter}`);
    return view;
  }

  test('answers an unknown line in a live region', async () => {
    await type('reboot');
    expect(await screen.findByText('UNKNOWN COMMAND. Type help.')).toHaveAttribute('role', 'status');
  });

  test('lists the verbs for help', async () => {
    await type('help');
    expect(await screen.findByText(/goto <home, documents/)).toBeInTheDocument();
  });

  test('refuses goto admin to users who are not administrators', async () => {
    await type('goto admin');
    expect(await screen.findByText('ACCESS DENIED. Administrators only.')).toBeInTheDocument();
  });

  test('answers find in place with the number of matches and the newest records', async () => {
    const newest = factory.summary({ title: 'The orchard' });
    const searches = answer('get', '/api/documents', [newest], { headers: { 'X-Total-Count': '3' } });
    const { router } = await type('find eleven seconds');
    expect(await screen.findByText('3 records mention "eleven seconds". Newest:')).toHaveAttribute(
      'role',
      'status',
    );
    expect(screen.getByRole('link', { name: /The orchard/ })).toHaveAttribute(
      'href',
      `/documents/${newest.id}`,
    );
    expect(searches.map(({ url }) => url.searchParams.get('q'))).toEqual(['eleven seconds']);
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByRole('link', { name: 'Show in the repository' })).toHaveAttribute(
      'href',
      '/documents?q=eleven+seconds',
    );
  });

  test('says if find has no matches', async () => {
    answer('get', '/api/documents', []);
    await type('find eleven seconds');
    expect(await screen.findByText('NO RECORD MENTIONS "eleven seconds".')).toBeInTheDocument();
  });

  test('says so if goto names the current screen', async () => {
    await type('goto home');
    expect(await screen.findByText('YOU ARE ALREADY HERE: Main terminal.')).toBeInTheDocument();
  });

  test('moves through earlier lines with the arrow keys and returns to the typed one', async () => {
    const { operator } = await type('goto admin');
    const line = screen.getByRole('textbox', { name: 'Command line' });
    await operator.type(line, 'reboot{Enter}');
    await operator.type(line, 'the{ArrowUp}');
    expect(line).toHaveValue('reboot');
    await operator.keyboard('{ArrowUp}{ArrowUp}');
    expect(line).toHaveValue('goto admin');
    await operator.keyboard('{ArrowDown}{ArrowDown}');
    expect(line).toHaveValue('the');
  });

  test('completes with Tab, suggests words, and then lets Tab leave', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await menu();
    const line = screen.getByRole('textbox', { name: 'Command line' });
    await operator.type(line, 'th{Tab}am{Tab}');
    expect(line).toHaveValue('theme amber-crt');
    await operator.clear(line);
    await operator.type(line, 'l{Tab}');
    expect(line).toHaveValue('lo');
    expect(screen.getByText('lock logout')).toHaveAttribute('role', 'status');
    expect(line).toHaveFocus();
    await operator.keyboard('{Tab}');
    expect(line).not.toHaveFocus();
  });

  test('receives typing from anywhere, including a word that begins like a sequence', async () => {
    const { operator } = renderRoute('/', { user: factory.user() });
    await menu();
    await operator.keyboard('goto adm');
    const line = screen.getByRole('textbox', { name: 'Command line' });
    expect(line).toHaveFocus();
    expect(line).toHaveValue('goto adm');
  });

  test('recalls the last line with the up arrow on the page', async () => {
    const { operator } = await type('reboot');
    const line = screen.getByRole('textbox', { name: 'Command line' });
    act(() => {
      line.blur();
    });
    await operator.keyboard('{ArrowUp}');
    expect(line).toHaveFocus();
    expect(line).toHaveValue('reboot');
  });

  test('applies a theme and saves it with the account', async () => {
    const user = factory.user();
    const calls = answer('patch', '/api/user/settings', { ...user, theme: 'blue-steel' });
    await type('theme blue-steel', user);
    expect(await screen.findByText('THEME BLUE-STEEL SET.')).toBeInTheDocument();
    expect(document.documentElement).toHaveClass('theme-blue-steel');
    expect(await findToast('Settings updated')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([{ theme: 'blue-steel' }]);
  });

  const id = '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab';

  test('looks up the records with a label for open, and opens the only one', async () => {
    const calls = answer('get', '/api/documents', [factory.summary({ id })]);
    answer('get', '/api/documents/:id', factory.document({ id }));
    const { router } = await type('open DOC-3FA9C1');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/documents/${id}`));
    expect(calls.map(({ url }) => url.searchParams.get('id'))).toEqual(['3fa9c1']);
    // Requested by the user, so it keeps the session alive.
    expect(calls[0]?.headers.get('X-Background')).toBeNull();
  });

  test('says if no record has the label', async () => {
    answer('get', '/api/documents', []);
    await type('open DOC-3FA9C1');
    expect(await screen.findByText('NO RECORD DOC-3FA9C1 WITHIN YOUR CLEARANCE.')).toBeInTheDocument();
  });

  test('offers several records with the same label as a choice', async () => {
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

  describe('a late answer of open', () => {
    /** Holds the response back until the returned function is called. */
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

    /** Long enough for a released response to arrive and take effect. */
    const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 200)));

    test('does not take the user away from a screen opened in the meantime', async () => {
      const release = holdAnswer();
      const { router } = await type('open DOC-3FA9C1');
      await act(() => router.navigate('/settings'));
      release();
      await settle();
      expect(router.state.location.pathname).toBe('/settings');
    });

    test('does not replace the answer to a later line', async () => {
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
