import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

async function open(user = factory.user()) {
  const view = renderRoute('/', { user });
  await screen.findByRole('navigation', { name: 'Command menu' });
  await view.operator.keyboard('{Control>}k{/Control}');
  const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
  return { ...view, palette, input: palette.getByRole('combobox') };
}

/** Opens the palette and types into it before anything is rendered. */
function typeAtOnce(text: string, last?: string): void {
  // Separate calls would render in between.
  // eslint-disable-next-line testing-library/no-unnecessary-act
  act(() => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    for (const key of [...Array.from(text), ...(last === undefined ? [] : [last])])
      fireEvent.keyDown(document.body, { key });
  });
}

test('records, texts, screens and people are found in groups, records first', async () => {
  const title = factory.summary({ title: 'The settings of the bell', titleMatches: [[4, 12]] });
  const text = factory.summary({ title: 'The stair', snippet: 'left in the settings', matches: [[12, 20]] });
  const calls = answer('get', '/api/documents', [text, title]);
  answer('get', '/api/admin/users', [factory.user({ username: 'settings-keeper' }), factory.user()]);
  answer('get', '/api/documents/:id', factory.document({ id: title.id }));
  const { operator, palette, input, router } = await open(factory.admin());
  await operator.type(input, 'settings');
  expect(await palette.findByText('5 results')).toHaveAttribute('role', 'status');
  const names = palette.getAllByRole('option').map((option) => option.textContent);
  const places = [
    'settingsenter runs',
    'The settings of the bell',
    'The stair',
    'Settings',
    'settings-keeper',
  ];
  expect(places.map((part) => names.findIndex((name) => name.includes(part)))).toEqual([0, 1, 2, 3, 4]);
  expect(palette.getAllByRole('group')).toHaveLength(5);
  expect(calls.at(-1)?.url.searchParams.get('q')).toBe('settings');
  expect(calls.at(-1)?.headers.get('X-Background')).toBeNull();
  await expectNoAxeViolations();
  await operator.keyboard('{ArrowDown}{Enter}');
  expect(router.state.location.pathname).toBe(`/documents/${title.id}`);
  // The record marks the search words.
  expect(router.state.location.state).toMatchObject({ marked: 'settings' });
});

test('a record that matches only in a file is found by the name of the file and the words in it', async () => {
  const snippet = 'Relieved at four, as agreed. The quillon lantern was lit before we came.';
  const fileMatch = { fileId: 'f1', name: `${'watch log '.repeat(6)}.md`, snippet, matches: [[33, 40]] };
  const hit = factory.summary({ title: 'The stair', snippet: 'It counts.', matches: [], fileMatch });
  const both = { ...hit, id: factory.summary().id, title: 'The bell', matches: [[0, 2]] };
  answer('get', '/api/documents', [hit, both]);
  const { operator, palette, input } = await open();
  await operator.type(input, 'quillon');
  const group = within(await palette.findByRole('group', { name: /^In files/ }));
  const option = group.getByRole('option', { name: /The stair/ });
  expect(option).toHaveTextContent(/In watch log watch…: ….*quillon lantern.*… The stair/);
  expect(within(option).getByText('quillon', { selector: 'mark' })).toBeInTheDocument();
  expect(group.queryByRole('option', { name: /The bell/ })).not.toBeInTheDocument();
  expect(palette.getByRole('option', { name: /It counts\. The bell/ })).toBeInTheDocument();
});

test('only administrators can find people', async () => {
  const { operator, palette, input } = await open();
  await operator.type(input, '@wren');
  expect(await palette.findByText('ACCESS DENIED. Administrators only.')).toBeInTheDocument();
  expect(palette.queryByRole('option')).not.toBeInTheDocument();
});

test('a group shows three results until Tab enters it', async () => {
  const records = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
    factory.summary({ title: `${title} ambry`, titleMatches: [[title.length + 1, title.length + 6]] }),
  );
  const texts = [factory.summary({ title: 'Salt', snippet: 'the ambry', matches: [[4, 9]] })];
  answer('get', '/api/documents', [...records, ...texts]);
  const { operator, palette, input } = await open();
  await operator.type(input, 'ambry');
  await palette.findByRole('option', { name: /One ambry/ });
  expect(palette.queryByRole('option', { name: /Four ambry/ })).not.toBeInTheDocument();
  await operator.keyboard('{Tab}');
  expect(palette.getByRole('option', { selected: true })).toHaveTextContent('Salt');
  await operator.keyboard('{Shift>}{Tab}{/Shift}');
  expect(palette.getByRole('option', { selected: true })).toHaveTextContent('One ambry');
  expect(palette.getByRole('option', { name: /Five ambry/ })).toBeInTheDocument();
  expect(palette.getByText('6 results')).toHaveAttribute('role', 'status');
});

describe('the last row of a collapsed group', () => {
  const search = async () => {
    const records = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
      factory.summary({ title: `${title} ambry`, titleMatches: [[title.length + 1, title.length + 6]] }),
    );
    answer('get', '/api/documents', records);
    const view = await open();
    await view.operator.type(view.input, 'ambry');
    return { ...view, more: await view.palette.findByRole('option', { name: /^2 more/ }) };
  };

  test('expands the group on a click, and typing continues', async () => {
    const { operator, palette, input, more } = await search();
    await operator.click(more);
    expect(palette.getByRole('option', { name: /Five ambry/ })).toBeInTheDocument();
    expect(palette.queryByRole('option', { name: /more/ })).not.toBeInTheDocument();
    expect(input).toHaveFocus();
  });

  test('can be selected with the arrow keys, and Enter then shows the other results', async () => {
    const { operator, palette } = await search();
    await operator.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(palette.getByRole('option', { selected: true })).toHaveTextContent('2 more');
    await operator.keyboard('{Enter}');
    expect(palette.getByRole('option', { selected: true })).toHaveTextContent('Four ambry');
  });
});

test('a search without results offers a correction, and Enter searches it', async () => {
  const calls = answer('get', '/api/documents', []);
  answer('get', '/api/documents/suggestions', ['lantern']);
  const { operator, palette, input } = await open();
  await operator.type(input, 'red lantren');
  const meant = await palette.findByRole('option', { name: /red lantern/ });
  expect(meant).toHaveAttribute('aria-selected', 'true');
  await operator.keyboard('{Enter}');
  expect(input).toHaveValue('red lantern');
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('q')).toBe('red lantern'));
});

test('exact words are searched as a phrase, and nothing else is listed', async () => {
  const calls = answer('get', '/api/documents', []);
  const { operator, palette, input } = await open();
  await operator.type(input, '"eleven seconds"');
  expect(await palette.findByText('NOTHING FOUND. Type > for commands.')).toBeInTheDocument();
  expect(calls.at(-1)?.url.searchParams.get('q')).toBe('"eleven seconds"');
});

test('the line of a theme previews it while it is selected, Escape reverts it and Enter keeps it', async () => {
  const user = factory.user();
  answer('get', '/api/documents', []);
  const saved = answer('patch', '/api/user/settings', { ...user, theme: 'dark' });
  const { operator, palette, input, store } = await open(user);
  await operator.type(input, 'theme');
  const first = palette.getAllByRole('option')[0];
  expect(first).toHaveTextContent('green-matrix');
  expect(document.documentElement).toHaveClass('theme-green-matrix');
  await operator.keyboard('{ArrowDown}');
  expect(document.documentElement).toHaveClass('theme-dark');
  expect(store.getState().ui.theme).toBe('green-matrix');
  await operator.keyboard('{Escape}');
  expect(document.documentElement).toHaveClass('theme-green-matrix');
  expect(saved).toHaveLength(0);
  await operator.keyboard('{Control>}k{/Control}');
  await operator.type(await screen.findByRole('combobox'), 'theme{ArrowDown}{Enter}');
  await waitFor(() => expect(store.getState().ui.theme).toBe('dark'));
  expect(saved.map((call) => call.body)).toEqual([{ theme: 'dark' }]);
});

test('commands after > answer in the palette', async () => {
  const { operator, palette, input } = await open();
  await operator.type(input, '>lock{Enter}');
  expect(await palette.findByText('ACCESS DENIED. Administrators only.')).toBeInTheDocument();
  await operator.clear(input);
  await operator.type(input, '>goto home{Enter}');
  expect(await palette.findByText('YOU ARE ALREADY HERE: Main terminal.')).toBeInTheDocument();
  await operator.clear(input);
  await operator.type(input, '>reboot');
  expect(await palette.findByText('UNKNOWN COMMAND. Type help.')).toBeInTheDocument();
});

// The tests above have loaded the palette's code, so that its placeholder does not receive these keys.
test('text typed and confirmed before the palette is mounted is run', async () => {
  answer('get', '/api/documents', []);
  const { router } = renderRoute('/', { user: factory.user() });
  await screen.findByRole('navigation', { name: 'Command menu' });
  typeAtOnce('settings', 'Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Enter before the server has responded opens the result', async () => {
  const found = factory.summary({ title: 'Lamp', titleMatches: [[0, 4]] });
  answer('get', '/api/documents', [found]);
  answer('get', '/api/documents/:id', factory.document({ id: found.id }));
  const { router } = renderRoute('/', { user: factory.user() });
  await screen.findByRole('navigation', { name: 'Command menu' });
  typeAtOnce('lamp', 'Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe(`/documents/${found.id}`));
});

test('text typed before the palette is mounted is in its input', async () => {
  renderRoute('/', { user: factory.user() });
  await screen.findByRole('navigation', { name: 'Command menu' });
  typeAtOnce('@');
  const input = await screen.findByRole('combobox', { name: 'Commands' });
  await waitFor(() => expect(input).toHaveValue('@'));
  expect(input).toHaveFocus();
});

test.each([
  ['lock', false, 'Lock'],
  ['unlock', true, 'Unlock'],
])('%s asks for confirmation', async (line, locked, label) => {
  // During slow typing, a part of the word is searched.
  answer('get', '/api/documents', []);
  const { operator } = renderRoute('/', { user: factory.admin(), locked });
  await screen.findByRole('navigation', { name: 'Command menu' });
  await operator.keyboard('{Control>}k{/Control}');
  await operator.type(await screen.findByRole('combobox', { name: 'Commands' }), `${line}{Enter}`);
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByRole('button', { name: new RegExp(`^${label}`, 'i') })).toBeInTheDocument();
  expect(screen.queryByRole('dialog', { name: 'Command palette' })).not.toBeInTheDocument();
});
