import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, http } from 'msw';
import type { User } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const down = { code: 'unavailable', message: 'The database does not answer.' };

const me = factory.admin({ id: 'me000000' });
const pending = factory.user({ id: 'p0000000', username: 'new-hand', isApproved: false });
const claimant = factory.user({
  id: 'c0000000',
  username: 'claims-much',
  accessKey: 'command',
  clearanceLevel: 5,
  isApproved: false,
  isAdmin: true,
});
const approved = factory.user({ id: 'a0000000', username: 'k-osei' });
const other = factory.admin({ id: 'o0000000', username: 'b-lindqvist' });
const locked = factory.user({ id: 'l0000000', username: 'locked-hand', failedLoginAttempts: 5 });
const everybody = [me, pending, claimant, approved, other, locked, factory.emergency()];

async function open(users: readonly User[] = everybody, { user = me, path = '/admin?tab=users' } = {}) {
  answer('get', '/api/admin/submissions', []);
  const reads = answer('get', '/api/admin/users', () => users);
  const view = renderRoute(path, { user });
  await screen.findByRole('searchbox', { name: 'Name or id' });
  return { ...view, reads };
}

/** The cells of each row of the named table, or of all tables. */
const rows = (table?: string) =>
  (table === undefined ? screen : within(screen.getByRole('table', { name: table })))
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((cells) => cells.length > 0);

function cellsOf(username: string): readonly HTMLElement[] {
  const cells = rows().find(([, operator]) => operator?.textContent === username);
  if (!cells) throw new Error(`No row has the name ${username}.`);
  return cells;
}

function buttons(username: string): string[] {
  return cellsOf(username).flatMap((cell) =>
    within(cell)
      .queryAllByRole('button')
      .map((button) => button.textContent),
  );
}

async function openMenu({ operator }: { readonly operator: UserEvent }, username: string) {
  await operator.click(screen.getByRole('button', { name: `More for ${username}` }));
  return within(await screen.findByRole('menu')).getAllByRole('menuitem');
}

test('pending accounts come first; every account shows its id, name, clearance, status and date', async () => {
  await open();
  const shown = (table: string) =>
    rows(table).map((cells) => cells.slice(0, 5).map((cell) => cell.textContent));
  expect(screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent)).toEqual([
    'Pending (2)',
    'Accounts (5)',
  ]);
  expect(shown('Pending accounts')).toEqual([
    ['USR-P00000', 'new-hand', 'L3clearance level 3 Security Department', 'Pending', '2026-03-14'],
    ['USR-C00000', 'claims-much', 'L5clearance level 5 Site Command', 'PendingRequested admin', '2026-03-14'],
  ]);
  expect(shown('User accounts')).toEqual([
    ['USR-ME0000', 'a-mercer (you)', 'L5clearance level 5 Developer', 'Administrator', '2026-03-14'],
    ['USR-A00000', 'k-osei', 'L3clearance level 3 Security Department', 'Approved', '2026-03-14'],
    ['USR-O00000', 'b-lindqvist', 'L5clearance level 5 Developer', 'Administrator', '2026-03-14'],
    [
      'USR-L00000',
      'locked-hand',
      'L3clearance level 3 Security Department',
      'Approved5 failed attempts',
      '2026-03-14',
    ],
    ['USR-EMERGE', 'emergency-access', 'L5clearance level 5 Developer', 'Protected', '2026-03-14'],
  ]);
  expect(screen.getByText('7 / 7')).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a request for administrator rights comes with an explanation of the steps', async () => {
  await open();
  expect(
    within(screen.getByRole('region', { name: 'Pending (2)' })).getByText(/^REQUESTED ADMIN:/),
  ).toHaveTextContent(
    /Decline the request, then approve the account\..*choose Make admin after the approval/,
  );
});

test('without a request for administrator rights there is no explanation of the steps', async () => {
  await open([me, pending]);
  expect(screen.queryByText(/^REQUESTED ADMIN:/)).not.toBeInTheDocument();
});

test('the tab shows the number of accounts and of those that wait for approval', async () => {
  await open();
  expect(screen.getByRole('tab', { name: 'User management (7, 2 pending)' })).toBeInTheDocument();
});

test.each([
  ['a-mercer (you)', ['Edit a-mercer'], []],
  ['new-hand', ['Approve new-hand', 'More for new-hand'], ['Delete new-hand']],
  ['claims-much', ['More for claims-much'], ['Decline admin request claims-much', 'Delete claims-much']],
  [
    'k-osei',
    ['Edit k-osei', 'More for k-osei'],
    ['Make admin k-osei', 'Reset password k-osei', 'Delete k-osei'],
  ],
  [
    'b-lindqvist',
    ['Edit b-lindqvist', 'More for b-lindqvist'],
    ['Remove admin b-lindqvist', 'Reset password b-lindqvist', 'Delete b-lindqvist'],
  ],
  [
    'locked-hand',
    ['Edit locked-hand', 'Unlock locked-hand', 'More for locked-hand'],
    ['Make admin locked-hand', 'Reset password locked-hand', 'Delete locked-hand'],
  ],
  ['emergency-access', [], []],
])('%s has the buttons %j and the menu %j', async (username, expected, more) => {
  const view = await open();
  expect(buttons(username)).toEqual(expected);
  if (more.length === 0) return;
  expect((await openMenu(view, username)).map((item) => item.textContent)).toEqual(more);
  await expectNoAxeViolations();
});

test('Escape closes the menu of a row and returns the focus to its button', async () => {
  const view = await open();
  const more = screen.getByRole('button', { name: 'More for k-osei' });
  for (const key of ['{Enter}', ' ', '{ArrowDown}']) {
    more.focus();
    await view.operator.keyboard(key);
    expect(await screen.findByRole('menuitem', { name: 'Make admin k-osei' })).toHaveFocus();
    await view.operator.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  }
});

/** Presses a button of a row, or an item in its menu, and waits for the dialog. */
async function press(view: Awaited<ReturnType<typeof open>>, name: string, role: 'dialog' | 'alertdialog') {
  const button = screen.queryByRole('button', { name });
  if (button === null) await openMenu(view, name.split(' ').at(-1) ?? '');
  await view.operator.click(button ?? screen.getByRole('menuitem', { name }));
  return screen.findByRole(role);
}

describe('the form for level and access key', () => {
  test('starts with the requested level and key and approves with the chosen ones', async () => {
    const view = await open();
    const calls = answer('patch', '/api/admin/users/:id/approve', { ...pending, isApproved: true });
    const dialog = within(await press(view, 'Approve new-hand', 'dialog'));
    expect(screen.getByRole('dialog', { name: 'Approve user' })).toHaveTextContent('new-hand (USR-P00000)');
    expect(dialog.getByLabelText('Clearance level')).toHaveValue('3');
    expect(dialog.getByLabelText('Access key')).toHaveValue('security');
    expect(dialog.getByText(/signs in with the access key/)).toHaveTextContent(
      /^new-hand signs in with the access key Security Department\.$/,
    );
    await expectNoAxeViolations();
    await view.operator.selectOptions(dialog.getByLabelText('Clearance level'), '2');
    expect(dialog.getByText(/belongs to level 3, but level 2 is assigned\./)).toBeInTheDocument();
    await view.operator.selectOptions(dialog.getByLabelText('Access key'), 'innovation');
    expect(dialog.queryByText('Key and level differ.')).not.toBeInTheDocument();
    expect(dialog.getByText(/signs in with the access key/)).toHaveTextContent(
      'the access key Innovation Department. They registered with Security Department.',
    );
    await view.operator.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await findToast('User approved')).toBeInTheDocument();
    expect(calls.map((call) => [call.params.id, call.body])).toEqual([
      [pending.id, { clearanceLevel: 2, accessKey: 'innovation' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(view.reads).toHaveLength(2);
  });

  test('changes the level of an approved account', async () => {
    const view = await open();
    const calls = answer('patch', '/api/admin/users/:id/update-clearance', approved);
    const dialog = within(await press(view, 'Edit k-osei', 'dialog'));
    await view.operator.selectOptions(dialog.getByLabelText('Clearance level'), '4');
    await view.operator.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await findToast('Clearance updated')).toBeInTheDocument();
    expect(calls.map((call) => [call.params.id, call.body])).toEqual([
      [approved.id, { clearanceLevel: 4, accessKey: 'security' }],
    ]);
  });

  test('sends nothing if nothing was changed', async () => {
    const view = await open();
    const calls = answer('patch', '/api/admin/users/:id/update-clearance', approved);
    const dialog = within(await press(view, 'Edit k-osei', 'dialog'));
    await view.operator.click(dialog.getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  test.each([
    ['Approve new-hand', 'Approve', '/api/admin/users/:id/approve', 'Approval failed'],
    ['Edit k-osei', 'Save', '/api/admin/users/:id/update-clearance', 'Failed to update clearance'],
  ] as const)('stays open when "%s" fails', async (button, save, path, toast) => {
    refuse('patch', path, 503, down);
    const view = await open();
    const dialog = within(await press(view, button, 'dialog'));
    await view.operator.selectOptions(dialog.getByLabelText('Clearance level'), '2');
    await view.operator.click(dialog.getByRole('button', { name: save }));
    expect(await findToast(toast)).toHaveTextContent(down.message);
    expect(await dialog.findByRole('alert')).toHaveTextContent(down.message);
  });

  test("offers no level above the administrator's own and requires a choice if none is preset", async () => {
    const target = factory.user({ username: 'high-hand', clearanceLevel: 5, isApproved: false });
    const user = factory.admin({ clearanceLevel: 3 });
    const calls = answer('patch', '/api/admin/users/:id/approve', target);
    const view = await open([target], { user });
    const dialog = within(await press(view, 'Approve high-hand', 'dialog'));
    const options = within(dialog.getByLabelText('Clearance level')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Assign a level',
      '1 SUBJECT',
      '2 INNOVATION',
      '3 SECURITY',
    ]);
    await view.operator.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await dialog.findByText('Please assign a clearance level.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Clearance level')).toBeInvalid();
    expect(calls).toHaveLength(0);
    await view.operator.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a confirmed action', () => {
  const cases = [
    {
      button: 'Make admin k-osei',
      title: 'Grant administrator access',
      confirm: 'Make admin',
      method: 'patch',
      path: '/api/admin/users/:id/make-admin',
      id: approved.id,
      ok: 'Admin access granted',
      fail: 'Failed to grant admin access',
    },
    {
      button: 'Remove admin b-lindqvist',
      title: 'Remove administrator access',
      confirm: 'Remove admin',
      method: 'patch',
      path: '/api/admin/users/:id/remove-admin',
      id: other.id,
      ok: 'Admin access removed',
      fail: 'Failed to remove admin access',
    },
    {
      button: 'Decline admin request claims-much',
      title: 'Decline administrator request',
      confirm: 'Decline admin request',
      method: 'patch',
      path: '/api/admin/users/:id/remove-admin',
      id: claimant.id,
      ok: 'Admin request declined',
      fail: 'Failed to remove admin access',
    },
    {
      button: 'Delete new-hand',
      title: 'Confirm deletion',
      confirm: 'Delete',
      method: 'delete',
      path: '/api/admin/users/:id',
      id: pending.id,
      ok: 'User deleted',
      fail: 'Deletion failed',
    },
  ] as const;

  test.each(cases)(
    '"$button" is carried out after a confirmation and shows a notification',
    async ({ button, title, confirm, method, path, id, ok }) => {
      const view = await open();
      const answered = id === claimant.id ? claimant : approved;
      const calls = answer(method, path, method === 'delete' ? undefined : answered);
      const dialog = within(await press(view, button, 'alertdialog'));
      expect(screen.getByRole('alertdialog', { name: title })).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      expect(calls).toHaveLength(0);
      await view.operator.click(dialog.getByRole('button', { name: confirm }));
      expect(await findToast(ok)).toBeInTheDocument();
      expect(calls.map((call) => call.params.id)).toEqual([id]);
      await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
      await waitFor(() => expect(view.reads).toHaveLength(2));
    },
  );

  test.each(cases)(
    '"$button" shows the reason if it fails',
    async ({ button, confirm, method, path, fail }) => {
      refuse(method, path, 503, down);
      const view = await open();
      const dialog = within(await press(view, button, 'alertdialog'));
      await view.operator.click(dialog.getByRole('button', { name: confirm }));
      expect(await findToast(fail)).toHaveTextContent(down.message);
    },
  );

  test('that is canceled sends nothing', async () => {
    const calls = answer('delete', '/api/admin/users/:id', undefined);
    const view = await open();
    const dialog = within(await press(view, 'Delete k-osei', 'alertdialog'));
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      'Are you sure you want to delete "k-osei"? This action cannot be undone.',
    );
    await expectNoAxeViolations();
    await view.operator.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(calls).toHaveLength(0);
  });
});

test('an account is unlocked without a confirmation', async () => {
  const calls = answer('patch', '/api/admin/users/:id/unlock', { ...locked, failedLoginAttempts: 0 });
  const { operator } = await open();
  await operator.click(screen.getByRole('button', { name: 'Unlock locked-hand' }));
  expect(await findToast('Account unlocked')).toBeInTheDocument();
  expect(calls.map((call) => call.params.id)).toEqual([locked.id]);
});

test('a failed unlock shows the reason', async () => {
  refuse('patch', '/api/admin/users/:id/unlock', 503, down);
  const { operator } = await open();
  await operator.click(screen.getByRole('button', { name: 'Unlock locked-hand' }));
  expect(await findToast('Unlock failed')).toHaveTextContent(down.message);
});

describe('the filter', () => {
  test('selects by status and name and is kept in the address', async () => {
    const { operator, router } = await open();
    await operator.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'pending');
    expect(rows()).toHaveLength(2);
    await operator.type(screen.getByLabelText('Name or id'), 'claims');
    expect(rows().map((cells) => cells[1]?.textContent)).toEqual(['claims-much']);
    expect(screen.getByText('1 / 7')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toBe('?tab=users&status=pending&q=claims'));
  });

  test('is read from the address and can be cleared if no account matches', async () => {
    const { operator, router } = await open(everybody, { path: '/admin?tab=users&status=admin&q=zz' });
    expect(screen.getByText('NO ACCOUNTS FOUND MATCHING CRITERIA')).toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(rows()).toHaveLength(7);
    expect(router.state.location.search).toBe('?tab=users');
  });

  test('a long list is shown in parts', async () => {
    const many = Array.from({ length: 75 }, (_, index) => factory.user({ username: `hand-${index}` }));
    const { operator } = await open(many);
    // By text: finding the cells of so many rows by role takes most of a minute.
    const names = () => screen.getAllByText(/^hand-\d+$/, { normalizer: (text) => text });
    expect(names()).toHaveLength(60);
    await operator.click(screen.getByText('Show 15 more accounts'));
    expect(names()).toHaveLength(75);
  });
});

test('a loading text is shown until the accounts arrive', async () => {
  answer('get', '/api/admin/submissions', []);
  server.use(http.get('*/api/admin/users', () => delay('infinite')));
  renderRoute('/admin?tab=users', { user: me });
  expect(await screen.findByText('RETRIEVING ACCOUNTS')).toBeInTheDocument();
});

test('a list that cannot be loaded shows the reason and can be retried', async () => {
  answer('get', '/api/admin/submissions', []);
  refuse('get', '/api/admin/users', 503, down);
  const { operator } = renderRoute('/admin?tab=users', { user: me });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('ERROR: Failed to load users');
  expect(alert).toHaveTextContent(down.message);
  answer('get', '/api/admin/users', everybody);
  await operator.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'User accounts' })).toBeInTheDocument();
});
