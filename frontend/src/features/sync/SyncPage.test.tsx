import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { isTextHeld } from '@/lib/unsaved';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';
import { neverAnswer, passAnswerTime } from '@/testing/silence';
import { failureOf, targetNames, withoutFactor } from './sync';

const admin = factory.admin({ clearanceLevel: 4 });
const issued = {
  username: 'k-osei',
  backupCodes: Array.from({ length: 10 }, (_, n) => `BACK-000${n}`),
  staticCode: '7QF2-M0XC-9L3H',
};

async function open(tab = '', user = admin) {
  answer('get', '/api/admin/users', [admin, factory.user({ username: 'k-osei' }), factory.emergency()]);
  const view = renderRoute(`/admin/sync${tab === '' ? '' : `?tab=${tab}`}`, { user });
  await screen.findByRole('heading', { level: 1, name: 'Code synchronization' });
  return { ...view, form: (name: string) => within(screen.getByRole('form', { name })) };
}

const box = () => screen.findByRole('group', { name: 'Codes for k-osei' });

test('a deterministic sync shows the codes once and stores them nowhere', async () => {
  const calls = answer('post', '/api/admin/sync-user-codes', issued);
  const { operator, form, store, router } = await open();
  expect(screen.getByText(/SHA-256 hash of user ID, username and creation date/)).toBeInTheDocument();
  expect(screen.getByText('No codes yet')).toBeInTheDocument();
  const target = form('Deterministic Sync').getByLabelText('Target username');
  await operator.type(target, ' k-osei {Enter}');
  const codes = await box();
  await waitFor(() => expect(codes).toHaveFocus());
  for (const code of [issued.staticCode, ...issued.backupCodes])
    expect(within(codes).getByText(code)).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ targetUsername: 'k-osei' }]);
  expect(target).toHaveValue('');
  expect(JSON.stringify(store.getState())).not.toContain(issued.staticCode);
  await expectNoAxeViolations();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await operator.click(within(codes).getByRole('button', { name: 'Copy' }));
  expect(await within(codes).findByText(/^Copied \d\d:\d\d:\d\d$/)).toBeInTheDocument();
  const sheet = copied.mock.calls[0]?.[0];
  expect(sheet).toContain('codes of k-osei');
  for (const code of [issued.staticCode, ...issued.backupCodes]) expect(sheet).toContain(code);
  expect(isTextHeld()).toBe(true);

  answer('get', '/api/admin/submissions', []);
  await operator.click(screen.getByRole('link', { name: 'Control panel' }));
  await screen.findByRole('heading', { level: 1, name: 'Control panel' });
  await act(() => router.navigate(-1));
  expect(await screen.findByText('No codes yet')).toBeInTheDocument();
  expect(screen.queryByText(issued.staticCode)).not.toBeInTheDocument();
});

test('leaving with codes that were not kept asks for confirmation', async () => {
  answer('post', '/api/admin/sync-user-codes', issued);
  answer('get', '/api/admin/submissions', []);
  const { operator, form } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei{Enter}');
  await box();
  await operator.click(screen.getByRole('link', { name: 'Control panel' }));
  const question = await screen.findByRole('alertdialog', { name: 'Codes not kept' });
  await operator.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(within(await box()).getByText(issued.staticCode)).toBeInTheDocument();
  await operator.click(screen.getByRole('link', { name: 'Control panel' }));
  await operator.click(await screen.findByRole('button', { name: 'Leave without the codes' }));
  await screen.findByRole('heading', { level: 1, name: 'Control panel' });
});

test('codes are removed from the screen on request', async () => {
  answer('post', '/api/admin/sync-user-codes', issued);
  const { operator, form } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei{Enter}');
  await operator.click(within(await box()).getByRole('button', { name: 'Done' }));
  const question = await screen.findByRole('alertdialog', { name: 'Codes not kept' });
  await operator.click(within(question).getByRole('button', { name: 'Discard the codes' }));
  expect(screen.getByText('No codes yet')).toBeInTheDocument();
});

test('the account of a typed name is shown after a pause in typing, or that there is none', async () => {
  const { operator, form } = await open();
  const target = form('Deterministic Sync').getByLabelText('Target username');
  await operator.type(target, 'K-OSEI');
  expect(screen.queryByText('USR-000000')).not.toBeInTheDocument();
  expect(await form('Deterministic Sync').findByText(/^USR-/)).toBeInTheDocument();
  expect(form('Deterministic Sync').getByText('SECURITY')).toBeInTheDocument();
  expect(form('Deterministic Sync').getByText('NONE')).toBeInTheDocument();
  await operator.type(target, 'x');
  expect(screen.queryByText('NO SUCH ACCOUNT')).not.toBeInTheDocument();
  expect(await screen.findByText('NO SUCH ACCOUNT')).toBeInTheDocument();
  // The server decides.
  expect(screen.getByRole('button', { name: 'Sync codes' })).toBeEnabled();
});

test('accounts that could have a second factor but have none are listed and can be chosen', async () => {
  const { operator, form } = await open();
  const panel = within(await screen.findByRole('region', { name: 'Without second factor 2' }));
  expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Choose', 'Choose']);
  await operator.click(panel.getByRole('button', { name: 'Choose k-osei' }));
  const target = form('Deterministic Sync').getByLabelText('Target username');
  expect(target).toHaveValue('k-osei');
  expect(target).toHaveFocus();
  const accounts = [
    factory.user({ username: 'n-varga' }),
    factory.user({ username: 'a-low', clearanceLevel: 2 }),
    factory.user({ username: 'a-high', clearanceLevel: 5 }),
    factory.user({ username: 'a-set', twoFactorEnabled: true }),
    factory.user({ username: 'a-new', isApproved: false }),
    factory.user({ username: 'b-three' }),
  ];
  expect(withoutFactor(admin, accounts).map(({ username }) => username)).toEqual(['b-three', 'n-varga']);
});

test('the time of issue is beside the codes, and the button of the form is not highlighted then', async () => {
  answer('post', '/api/admin/sync-user-codes', issued);
  const { operator, form } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei{Enter}');
  await box();
  expect(screen.getByText(/^Issued \d\d:\d\d:\d\d$/)).toBeInTheDocument();
});

test('the next steps are listed', async () => {
  answer('post', '/api/admin/sync-user-codes', issued);
  const { operator, form } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei{Enter}');
  const steps = within(await box()).getByText(/signs in with username/);
  // eslint-disable-next-line testing-library/no-node-access
  const list = steps.closest('ol');
  expect(list).not.toBeNull();
  expect(within(list as HTMLElement).getAllByRole('listitem')).toHaveLength(3);
});

test('a wrong master key is cleared, and after too many the button counts down', async () => {
  refuse('post', '/api/emergency-sync/codes', 401, {
    code: 'invalid_key',
    message: 'The key is wrong',
  });
  const { operator, form } = await open('emergency');
  const key = form('Emergency Sync').getByLabelText('Master key');
  await operator.type(form('Emergency Sync').getByLabelText('Username'), 'k-osei');
  await operator.type(key, 'a key of tin{Enter}');
  expect(await screen.findByText('The key is wrong')).toBeInTheDocument();
  expect(key).toHaveValue('');
  expect(key).toHaveFocus();
  const limited = { code: 'rate_limited', message: 'Too many attempts.' };
  refuse('post', '/api/emergency-sync/codes', 429, limited, { 'Retry-After': '30' });
  await operator.type(key, 'a key of tin{Enter}');
  expect(await screen.findByRole('button', { name: /^Wait (30|29) seconds$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a manual update sends the chosen code and keeps the backup codes', async () => {
  const calls = answer('post', '/api/admin/update-user-codes', {
    username: 'k-osei',
    staticCode: 'LAMP-OIL9-WICK',
    backupCodes: [],
  });
  const { operator, form } = await open('manual');
  const code = form('Manual Update').getByLabelText('New static code');
  expect(code).toHaveAttribute('placeholder', 'XXXX-XXXX-XXXX');
  await operator.type(form('Manual Update').getByLabelText('Username'), 'k-osei');
  await operator.type(code, 'lamp-oil9{Enter}');
  expect(await findToast('Validation error')).toHaveTextContent(
    'Use letters and digits in the format XXXX-XXXX-XXXX',
  );
  expect(calls).toHaveLength(0);
  await operator.type(code, 'wick{Enter}');
  const codes = await box();
  expect(codes).toHaveTextContent('LAMP-OIL9-WICK');
  expect(codes).toHaveTextContent('The backup codes are unchanged.');
  expect(within(codes).queryByRole('list', { name: 'Backup codes' })).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ targetUser: 'k-osei', newStaticCode: 'lamp-oil9-wick' }]);
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await operator.click(within(codes).getByRole('button', { name: 'Copy' }));
  await within(codes).findByText(/^Copied \d\d:\d\d:\d\d$/);
  expect(copied.mock.calls[0]?.[0]).toContain('LAMP-OIL9-WICK');
  expect(copied.mock.calls[0]?.[0]).not.toContain('Backup codes');
});

test('an emergency sync sends the master key, and a wrong one is cleared without ending the session', async () => {
  refuse('post', '/api/emergency-sync/codes', 401, { code: 'invalid_key', message: 'The key is wrong.' });
  const { operator, form, store } = await open('emergency');
  expect(screen.getByText('Bypasses normal authentication.')).toBeInTheDocument();
  const key = form('Emergency Sync').getByLabelText('Master key');
  await operator.type(form('Emergency Sync').getByLabelText('Username'), 'k-osei');
  await operator.type(key, 'a key of tin{Enter}');
  expect(await findToast('Emergency Sync Failed')).toHaveTextContent('Failed to perform emergency sync');
  expect(key).toHaveAccessibleDescription(/The key is wrong\./);
  // The wrong key is cleared.
  expect(key).toHaveValue('');
  expect(store.getState().session.user?.id).toBe(admin.id);
  const calls = answer('post', '/api/emergency-sync/codes', issued);
  await operator.clear(key);
  await operator.type(key, ' a key of brass{Enter}');
  expect(await box()).toHaveTextContent(issued.staticCode);
  expect(calls.map(({ body }) => body)).toEqual([{ username: 'k-osei', masterKey: ' a key of brass' }]);
  expect(key).toHaveValue('');
});

test.each([
  ['deterministic', 'Sync codes', 'Please enter a target username'],
  ['manual', 'Update code', 'Please enter both username and new static code'],
  ['emergency', 'Emergency sync', 'Please enter both username and emergency key'],
])('%s sends nothing if a field is empty', async (tab, button, message) => {
  const { operator } = await open(tab);
  await operator.click(screen.getByRole('button', { name: button }));
  expect(await findToast('Missing fields')).toHaveTextContent(message);
});

test.each([
  ['deterministic', 'Deterministic Sync', 'Sync Failed', 'Failed to sync codes'],
  ['manual', 'Manual Update', 'Update Failed', 'Failed to update static code'],
  ['emergency', 'Emergency Sync', 'Emergency Sync Failed', 'Failed to perform emergency sync'],
])(
  'a refused %s causes a notification, and the form shows the reason',
  async (tab, name, title, description) => {
    const refusal = { code: 'not_found', message: 'There is no account with this name.' };
    refuse('post', '/api/admin/sync-user-codes', 404, refusal);
    refuse('post', '/api/admin/update-user-codes', 404, refusal);
    refuse('post', '/api/emergency-sync/codes', 404, refusal);
    const { operator, form } = await open(tab);
    const username = form(name).getByLabelText(/username$/i);
    await operator.type(username, 'nobody-here');
    const second = form(name).queryByLabelText(/^(New static code|Master key)$/);
    if (second !== null) await operator.type(second, 'LAMP-OIL9-WICK');
    await operator.type(username, '{Enter}');
    expect(await findToast(title)).toHaveTextContent(description);
    expect(form(name).getByRole('alert')).toHaveTextContent('There is no account with this name.');
    expect(username).toHaveValue('nobody-here');
  },
);

test('a lost response says that codes may have been replaced, and the request can be repeated', async () => {
  server.use(http.post('*/api/admin/sync-user-codes', () => HttpResponse.error()));
  const { operator, form } = await open();
  const target = form('Deterministic Sync').getByLabelText('Target username');
  await operator.type(target, 'k-osei{Enter}');
  expect(await findToast('Sync Failed')).toHaveTextContent('Failed to sync codes');
  expect(form('Deterministic Sync').getByRole('alert')).toHaveTextContent(
    'The codes may have been replaced already.',
  );
  answer('post', '/api/admin/sync-user-codes', issued);
  await operator.type(target, '{Enter}');
  expect(await box()).toHaveTextContent(issued.staticCode);
  expect(form('Deterministic Sync').queryByRole('alert')).not.toBeInTheDocument();
});

test('a double click and another form in the meantime send only one request', async () => {
  const sent: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('*/api/admin/sync-user-codes', async () => {
      sent.push('sync');
      await held;
      return HttpResponse.json(issued);
    }),
  );
  const other = answer('post', '/api/emergency-sync/codes', issued);
  const { operator, form } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei');
  await operator.dblClick(screen.getByRole('button', { name: 'Sync codes' }));
  await operator.click(screen.getByRole('tab', { name: 'Emergency Sync' }));
  await operator.type(form('Emergency Sync').getByLabelText('Master key'), 'key{Enter}');
  release();
  expect(await box()).toHaveTextContent(issued.staticCode);
  expect(sent).toHaveLength(1);
  expect(other).toHaveLength(0);
});

test('the tab is in the address, and the typed name is kept between tabs', async () => {
  const { operator, form, router } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei');
  await operator.click(screen.getByRole('tab', { name: 'Manual Update' }));
  expect(router.state.location.search).toBe('?tab=manual');
  expect(form('Manual Update').getByLabelText('Username')).toHaveValue('k-osei');
  await operator.type(form('Manual Update').getByLabelText('New static code'), 'LAMP');
  await operator.click(screen.getByRole('tab', { name: 'Emergency Sync' }));
  await operator.click(screen.getByRole('tab', { name: 'Manual Update' }));
  expect(form('Manual Update').getByLabelText('New static code')).toHaveValue('LAMP');
});

test('users who are not administrators are sent to the main terminal', async () => {
  const { router } = renderRoute('/admin/sync', { user: factory.user({ clearanceLevel: 5 }) });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  expect(router.state.location.pathname).toBe('/');
});

test('usernames are completed from the accounts whose codes may be replaced', () => {
  const accounts = [
    factory.user({ username: 'zed', clearanceLevel: 4 }),
    factory.admin({ username: 'above', clearanceLevel: 5 }),
    factory.user({ username: 'waiting', isApproved: false }),
    factory.emergency(),
    admin,
  ];
  expect(targetNames('deterministic', admin, accounts)).toEqual([admin.username, 'zed']);
  expect(targetNames('emergency', admin, accounts)).toEqual([admin.username, 'above', 'zed']);
});

test('a rate limit shows the wait, and fields have their own messages', () => {
  expect(
    failureOf({ status: 429, code: 'rate_limited', message: 'Too many tries.', retryAfter: 900 }),
  ).toEqual({
    fields: {},
    message: 'Too many tries. Try again in 15 minutes.',
  });
  const fields = [
    { field: 'targetUser', message: 'Who?' },
    { field: 'newStaticCode', message: 'What?' },
  ];
  expect(failureOf({ status: 400, message: 'No.', fields })).toEqual({
    fields: { username: 'Who?', staticCode: 'What?' },
    message: null,
  });
});

test('a sync without a response says after 15 seconds that the codes may be replaced, and can be sent again', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { operator, form } = await open();
    const asked = neverAnswer('post', '/api/admin/sync-user-codes');
    const target = form('Deterministic Sync').getByLabelText('Target username');
    await operator.type(target, 'k-osei{Enter}');
    await waitFor(() => expect(asked()).toBe(1));
    await passAnswerTime();
    expect(await form('Deterministic Sync').findByRole('alert')).toHaveTextContent(
      'The codes may have been replaced already.',
    );
    answer('post', '/api/admin/sync-user-codes', issued);
    await operator.type(target, '{Enter}');
    expect(await box()).toHaveTextContent(issued.staticCode);
  } finally {
    jest.useRealTimers();
  }
});

test('hyphens of a static code are inserted while typing and pasting, and a code can be generated', async () => {
  const { operator, form } = await open('manual');
  const code = form('Manual Update').getByLabelText('New static code');
  await operator.type(code, 'lampoil9w');
  expect(code).toHaveValue('lamp-oil9-w');
  await operator.type(code, '{Backspace}{Backspace}');
  expect(code).toHaveValue('lamp-oil9');
  await operator.clear(code);
  await operator.click(code);
  await operator.paste('7QF2M0XC9L3H');
  expect(code).toHaveValue('7QF2-M0XC-9L3H');
  await operator.click(form('Manual Update').getByRole('button', { name: 'Generate' }));
  expect(code).not.toHaveValue('7QF2-M0XC-9L3H');
  expect(code).toHaveDisplayValue(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('another tab removes the codes from the screen, with a confirmation if they were not kept', async () => {
  answer('post', '/api/admin/sync-user-codes', issued);
  const { operator, form, router } = await open();
  await operator.type(form('Deterministic Sync').getByLabelText('Target username'), 'k-osei{Enter}');
  await box();
  await operator.click(screen.getByRole('tab', { name: 'Manual Update' }));
  const question = await screen.findByRole('alertdialog', { name: 'Codes not kept' });
  await operator.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(router.state.location.search).toBe('');
  expect(within(await box()).getByText(issued.staticCode)).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Copy' }));
  await screen.findByText(/^Copied/);
  await operator.click(screen.getByRole('tab', { name: 'Manual Update' }));
  expect(await screen.findByText('The new static code appears here once. Hand it over.')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?tab=manual');
  expect(screen.queryByText(issued.staticCode)).not.toBeInTheDocument();
});
