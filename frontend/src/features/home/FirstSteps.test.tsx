import { act, screen, waitFor, within } from '@testing-library/react';
import type { Board, User } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

type Steps = NonNullable<Board['firstSteps']>;

const forUser: Steps = [
  { step: 'read', done: false },
  { step: 'submit', done: true },
  { step: 'workspace', done: false },
];

const forAdministrator: Steps = [
  { step: 'second_factor', done: false },
  { step: 'mail', done: true },
  { step: 'backup', done: false },
  { step: 'second_administrator', done: false },
  { step: 'first_record', done: false },
];

const queue = (count: number, name: string | null) => ({
  count,
  oldest:
    name === null ? null : { id: 'u1', name, waitingSince: '2026-03-14T09:26:53.000Z', timesOutAt: null },
});

const waiting = {
  submissions: queue(0, null),
  accounts: queue(1, 'bram-okafor'),
  edits: queue(0, null),
  archiveRequests: queue(0, null),
} satisfies Board['waiting'];

const panel = (name: string) => screen.findByRole('region', { name });

test('a new user sees three steps in place of the notifications, the completed ones first', async () => {
  answer('get', '/api/user/board', factory.board({ visible: 109, firstSteps: forUser }));
  const { operator } = renderRoute('/', { user: factory.user() });
  const steps = await panel('First steps');
  expect(screen.queryByText('NO NEWS')).not.toBeInTheDocument();
  const lines = within(steps).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Write your first recorddone',
    expect.stringMatching(
      /^2Read what is on file109 records within your clearance, level 3\..*VIEW_DOCUMENTS/,
    ),
    expect.stringMatching(/^3Get to know your workspace/),
  ]);
  expect(within(steps).getByRole('link', { name: /^My workspace/ })).toHaveAttribute('href', '/drafts');
  expect(within(steps).queryByRole('button', { name: 'Hide' })).not.toBeInTheDocument();
  await expectNoAxeViolations();
  const first = within(steps).getByRole('link', { name: /^VIEW_DOCUMENTS/ });
  first.focus();
  await operator.keyboard('j');
  expect(within(steps).getByRole('link', { name: /^My workspace/ })).toHaveFocus();
});

test('the first notifications replace the steps', async () => {
  const decided = { count: 1, items: [factory.news({ title: 'The stair' })] };
  answer('get', '/api/user/board', factory.board({ firstSteps: forUser, decided }));
  renderRoute('/', { user: factory.user() });
  expect(await panel('News 1 unread')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument();
});

test('without first steps the panel says that there are no notifications', async () => {
  renderRoute('/', { user: factory.user() });
  expect(await screen.findByText('NO NEWS')).toBeInTheDocument();
});

test('a new administrator sees five steps before the queues, with the only primary button of the screen', async () => {
  answer('get', '/api/user/board', factory.board({ firstSteps: forAdministrator, waiting }));
  renderRoute('/', { user: factory.admin() });
  const steps = await panel('First steps 1 of 5 done');
  const headings = within(steps)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
  expect(headings).toEqual([
    'Send a first message',
    'Turn on your second factor',
    'Take a backup',
    'Approve a second administrator',
    'File a first record',
  ]);
  expect(steps).toHaveTextContent('bram-okafor is waiting.');
  const settings = within(steps).getByRole('link', { name: /^SETTINGS/ });
  expect(settings).toHaveTextContent(/5$/);
  expect(screen.getByRole('link', { name: 'Open Accounts to approve' })).not.toHaveAttribute(
    'aria-keyshortcuts',
  );
  await expectNoAxeViolations();
});

test('steps that the server cannot detect are ticked by hand and can be unticked', async () => {
  let admin = factory.admin();
  answer('get', '/api/user/board', () =>
    factory.board({
      firstSteps: [
        { step: 'mail', done: admin.firstStepsTicked.includes('mail') },
        { step: 'backup', done: admin.firstStepsTicked.includes('backup') },
        { step: 'first_record', done: false },
      ],
      waiting,
    }),
  );
  const calls = answer('patch', '/api/user/settings', ({ body }) => {
    admin = { ...admin, ...(body as Pick<User, 'firstStepsTicked'>) };
    return admin;
  });
  const { operator } = renderRoute('/', { user: admin });
  const steps = await panel('First steps 0 of 3 done');
  expect(steps).toHaveTextContent('No backup was found from the last 30 days.');
  expect(within(steps).queryByRole('button', { name: /first record$/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(within(steps).getByRole('button', { name: /^Not needed.*Send a first message$/ }));
  await operator.click(
    within(await panel('First steps 1 of 3 done')).getByRole('button', {
      name: /^Mark as done.*Take a backup$/,
    }),
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await operator.click(
    within(await panel('First steps 2 of 3 done')).getByRole('button', {
      name: /^Untick.*Send a first message$/,
    }),
  );
  expect(await panel('First steps 1 of 3 done')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { firstStepsTicked: ['mail'] },
    { firstStepsTicked: ['mail', 'backup'] },
    { firstStepsTicked: ['backup'] },
  ]);
});

test('the steps can be hidden and shown again from the control panel', async () => {
  let isHidden = false;
  const admin = factory.admin();
  answer('get', '/api/user/board', () =>
    factory.board({ firstSteps: isHidden ? null : forAdministrator, waiting }),
  );
  const calls = answer('patch', '/api/user/settings', ({ body }) => {
    isHidden = (body as { firstStepsHidden: boolean }).firstStepsHidden;
    return { ...admin, firstStepsHidden: isHidden };
  });
  answer('get', '/api/admin/submissions', []);
  const { operator, router } = renderRoute('/', { user: admin });
  await operator.click(within(await panel('First steps 1 of 5 done')).getByRole('button', { name: 'Hide' }));
  await findToast('First steps hidden');
  await waitFor(() => expect(screen.queryByRole('region', { name: /^First steps/ })).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  await act(() => router.navigate('/admin'));
  await operator.click(await screen.findByRole('button', { name: 'First steps' }));
  expect(await panel('First steps 1 of 5 done')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/');
  expect(calls.map(({ body }) => body)).toEqual([{ firstStepsHidden: true }, { firstStepsHidden: false }]);
});

test('completed steps are not shown again', async () => {
  const admin = factory.admin({ firstStepsHidden: true });
  answer('patch', '/api/user/settings', { ...admin, firstStepsHidden: false });
  answer('get', '/api/admin/submissions', []);
  const { operator, router } = renderRoute('/admin', { user: admin });
  await operator.click(await screen.findByRole('button', { name: 'First steps' }));
  await findToast('All first steps are done');
  expect(router.state.location.pathname).toBe('/admin');
});
