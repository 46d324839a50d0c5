import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse, type Call } from '@/testing/server';

const admin = factory.admin({ clearanceLevel: 4 });
const summary = factory.summary({ id: '3fa9c1d0-7b1e-7c2a-9f00-0123456789ab', submittedBy: admin.id });
const target = factory.summary();
const record = factory.document({
  ...summary,
  content: 'See [[The stairs]].',
  links: [{ label: 'The stairs', id: target.id, title: 'The stairs', clearanceLevel: 1 }],
});
const address = `/documents/${record.id}`;
const band = () => screen.getByText(/^VIEWING AS LEVEL/);
const choice = () => screen.findByRole('combobox', { name: 'View as' });
const asked = (calls: readonly Call[]) => calls.map(({ url }) => url.searchParams.get('as'));

function serveAll() {
  const headers = { 'X-Total-Count': '1', 'X-Accessible-Count': '1' };
  return {
    lists: answer('get', '/api/documents', [summary], { headers }),
    records: answer('get', '/api/documents/:id', record),
    suggestions: answer('get', '/api/documents/suggestions', []),
    comments: answer('get', '/api/documents/:id/comments', []),
    sources: answer('get', '/api/documents/:id/backlinks', [
      { id: target.id, title: 'The stairs', clearanceLevel: 1 },
    ]),
    versions: answer('get', '/api/documents/:id/versions', [factory.version()]),
    compared: answer('get', '/api/documents/:id/versions/compare', factory.diff()),
    log: answer('get', '/api/documents/:id/access-log', []),
  };
}

test('a preview shows the list as a reader of the level sees it, without actions', async () => {
  const { lists } = serveAll();
  const { operator, router } = renderRoute('/documents?level=3', { user: admin });
  const field = await choice();
  expect(
    within(field)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['VIEW AS YOURSELF', 'VIEW AS LEVEL 1', 'VIEW AS LEVEL 2', 'VIEW AS LEVEL 3', 'VIEW AS LEVEL 4']);
  expect(await screen.findByRole('button', { name: `Archive ${summary.title}` })).toBeInTheDocument();
  await operator.selectOptions(field, '2');
  await waitFor(() => expect(asked(lists)).toEqual([null, 'level:2']));
  expect(lists[1]?.url.searchParams.get('level')).toBeNull();
  expect(router.state.location.search).toBe('?level=3&as=2');
  expect(band()).toHaveTextContent('VIEWING AS LEVEL 2. Actions are off.');
  const row = await screen.findByRole('link', { name: summary.title });
  expect(row).toHaveAttribute('href', `${address}?as=2`);
  for (const name of [/^Archive/, /^Delete/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  for (const name of [/^Edit/, 'New Document'])
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'LEVEL 3' })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a record keeps the preview in its links and hides its actions', async () => {
  const calls = serveAll();
  const { operator, router, store } = renderRoute(`${address}?as=2`, { user: admin });
  await screen.findByRole('heading', { level: 1, name: record.title });
  expect(await screen.findByText('No comments yet.')).toBeInTheDocument();
  for (const link of await screen.findAllByRole('link', { name: 'The stairs' }))
    expect(link).toHaveAttribute('href', `/documents/${target.id}?as=2`);
  expect(screen.getByRole('link', { name: /^History/ })).toHaveAttribute('href', `${address}/history?as=2`);
  expect(screen.getByRole('link', { name: 'Documents' })).toHaveAttribute('href', '/documents?as=2');
  for (const name of ['Archive', 'Delete', 'Post'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Access log' })).not.toBeInTheDocument();
  await expectNoAxeViolations();

  act(() => {
    store.dispatch(api.util.invalidateTags(['Document', 'DocumentComment']));
  });
  await waitFor(() => expect(asked(calls.records)).toEqual(['level:2', 'level:2']));
  expect(new Set(asked([...calls.comments, ...calls.sources]))).toEqual(new Set(['level:2']));

  await operator.click(screen.getByRole('button', { name: 'End viewing as another level' }));
  expect(await screen.findByRole('button', { name: 'Archive' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
  expect(asked(calls.records).at(-1)).toBeNull();
  expect(await choice()).toHaveFocus();
});

test('the choice of the level keeps the focus while the record is loaded again', async () => {
  serveAll();
  const { operator } = renderRoute(address, { user: admin });
  await screen.findByRole('heading', { level: 1, name: record.title });
  const field = await choice();
  field.focus();
  await operator.selectOptions(field, '1');
  await screen.findByText('No comments yet.');
  expect(await choice()).toHaveFocus();
  expect(await choice()).toHaveValue('1');
});

test('a record above the preview level is denied as it is to a reader of that level', async () => {
  refuse('get', '/api/documents/:id', 403, {
    code: 'insufficient_clearance',
    message: 'Level 3 required',
    requiredClearance: 3,
  });
  renderRoute(`${address}?as=2`, { user: admin });
  expect(await screen.findByRole('heading', { name: 'ACCESS DENIED' })).toBeInTheDocument();
  expect(screen.getByText(/^Your clearance level \(2\) is insufficient/)).toBeInTheDocument();
  expect(band()).toBeInTheDocument();
});

test('the history keeps the preview', async () => {
  const { versions, compared } = serveAll();
  renderRoute(`${address}/history?as=1`, { user: admin });
  expect(await screen.findByRole('link', { name: 'Record' })).toHaveAttribute('href', `${address}?as=1`);
  expect(await screen.findByText(/^There is no earlier version/)).toBeInTheDocument();
  expect(asked(compared)).toEqual(['level:1']);
  expect(asked(versions)).toEqual(['level:1']);
  expect(band()).toBeInTheDocument();
});

test.each([
  ['a user who is not an administrator', factory.user({ clearanceLevel: 4 }), '2'],
  ['an administrator with a level above their own', admin, '5'],
])('%s has their own view', async (_who, user, level) => {
  const { records } = serveAll();
  renderRoute(`${address}?as=${level}`, { user });
  await screen.findByRole('heading', { level: 1, name: record.title });
  expect(asked(records)).toEqual([null]);
  expect(screen.queryByText(/^VIEWING AS/)).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'View as' }) !== null).toBe(user.isAdmin);
});

test('commands choose the preview', async () => {
  serveAll();
  const { operator, router } = renderRoute('/', { user: admin });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  const run = async (line: string, name: RegExp) => {
    await operator.keyboard('{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
    await operator.type(palette.getByRole('combobox'), `>${line}`);
    await operator.click(await palette.findByRole('option', { name }));
  };
  await run('view as level 3', /^command.*View as level 3/);
  expect(await screen.findByText('VIEWING AS LEVEL 3. Actions are off.')).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: '/documents', search: '?as=3' });
  await run('yourself', /View as yourself/);
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
