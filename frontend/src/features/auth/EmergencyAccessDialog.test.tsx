import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { writeTabAlerts } from '@/lib/tabAlerts';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server, signedInAs } from '@/testing/server';
import { watched } from '@/testing/watching';

const path = '/api/emergency-access';

/** Opens the dialog, and returns a function that types a key into it and presses Enter. */
async function open({ locked = false, at = '/auth' } = {}) {
  const view = renderRoute(at, { user: null, locked });
  const { operator } = view;
  if (at.includes('locked=true'))
    await operator.click(await screen.findByRole('button', { name: 'ACKNOWLEDGE' }));
  await operator.click(await screen.findByRole('button', { name: 'system diagnostics' }));
  const dialog = await screen.findByRole('dialog', { name: 'Emergency access' });
  const key = within(dialog).getByLabelText('Administrator key');
  return { ...view, dialog, key };
}

/** The server accepts the emergency key, for 30 minutes. */
function letIn(locked = false) {
  const ends = { headers: { 'Session-Ends': new Date(Date.now() + 1_800_000).toISOString() } };
  const user = factory.emergency();
  const calls = answer(
    'post',
    path,
    () => {
      signedInAs(user, { locked });
      return user;
    },
    ends,
  );
  answer('get', '/api/admin/submissions', []);
  return calls;
}

test('the right key opens the control panel, also in a lockdown, and the masthead counts down', async () => {
  const calls = letIn(true);
  const { operator, key, router, store } = await open({ locked: true, at: '/auth?locked=true' });
  await expectNoAxeViolations();
  await operator.type(key, 'a key behind the glass{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Control panel' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/admin');
  expect(calls.map(({ body }) => body)).toEqual([{ adminKey: 'a key behind the glass' }]);
  const clock = await screen.findByRole('timer', { name: 'Emergency access ends in' });
  expect(clock).toHaveTextContent(/^Emergency access(30:00|29:\d\d)$/);
  const fence = screen.getByRole('region', { name: 'Emergency access' });
  expect(fence).toHaveTextContent(/^Ends \d\d:\d\d, cannot be extended\./);
  expect(fence).toHaveTextContent(
    'No submissions, drafts, edits, comments, settings or 2FA. All activity is logged.',
  );
  expect(JSON.stringify(store.getState())).not.toContain('behind the glass');
  await expectNoAxeViolations();
});

test('an emergency session does not know which alerts the previous one has cleared', async () => {
  const alert = watched.alert();
  answer('get', '/api/admin/security-alerts', [alert]);
  writeTabAlerts('emergency-access', { open: true, read: [], cleared: [alert.id] });
  letIn();
  const { operator, key } = await open();
  await operator.type(key, 'a key behind the glass{Enter}');
  expect(await screen.findByRole('button', { name: 'ADMIN ALERTS, 1 unread' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('the fence ends the session after a confirmation', async () => {
  const ended = answer('post', '/api/logout', () => {
    signedInAs(null);
    return undefined;
  });
  const { operator, router } = renderRoute('/', { user: factory.emergency() });
  const fence = await screen.findByRole('region', { name: 'Emergency access' });
  await operator.click(within(fence).getByRole('button', { name: 'End session' }));
  const question = await screen.findByRole('alertdialog', { name: 'End emergency access' });
  expect(ended).toHaveLength(0);
  await operator.click(within(question).getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
  expect(ended).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Emergency access' })).not.toBeInTheDocument();
});

test('no other user has the clock', async () => {
  renderRoute('/', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('timer', { name: 'Emergency access ends in' })).not.toBeInTheDocument();
});

test('a wrong key is refused and can be corrected', async () => {
  refuse('post', path, 401, { code: 'invalid_key', message: 'The key is wrong.' });
  const { operator, key, dialog } = await open();
  await operator.type(key, 'a key of tin{Enter}');
  expect(await findToast('Access denied')).toHaveTextContent(/Invalid admin key(?! or)/);
  // The wrong key is cleared, and the field is ready for another.
  expect(key).toHaveValue('');
  expect(key).toHaveFocus();
  expect(key).toHaveAccessibleDescription(/Invalid admin key$/);
  expect(key).toHaveFocus();
  letIn();
  await operator.clear(key);
  await operator.type(key, 'a key of brass');
  await operator.click(within(dialog).getByRole('button', { name: 'Authenticate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Control panel' })).toBeInTheDocument();
});

test('a key that was changed during the check is distinguished from a wrong one', async () => {
  refuse('post', path, 409, { code: 'stale', message: 'The account was edited in the meantime.' });
  const { operator, key, dialog } = await open();
  await operator.type(key, 'a key of last year{Enter}');
  const words = 'The key was changed in the meantime. Enter the new one.';
  expect(await findToast('Access denied')).toHaveTextContent(words);
  expect(key).toHaveAccessibleDescription(new RegExp(`${words}$`));
  expect(key).toHaveValue('');
  expect(key).toHaveFocus();
  expect(within(dialog).queryByText(/edited/)).not.toBeInTheDocument();
});

test.each(['', '   '])('nothing is sent without a key (%j)', async (typed) => {
  const calls = letIn();
  const { operator, key } = await open();
  await operator.type(key, `${typed}{Enter}`);
  expect(await findToast('Access denied')).toHaveTextContent(/Invalid admin key(?! or)/);
  expect(key).toHaveAccessibleDescription(/Enter the administrator key$/);
  expect(calls).toHaveLength(0);
});

test('too many attempts show how long to wait', async () => {
  refuse('post', path, 429, { code: 'rate_limited', message: 'Slow.' }, { 'Retry-After': '900' });
  const { operator, key, dialog } = await open();
  await operator.type(key, 'a key of tin{Enter}');
  expect(await findToast('Access denied')).toHaveTextContent('Invalid admin key or server error');
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Try again in 15 minutes.');
});

test('a lost response is reported, and the key can be sent again', async () => {
  server.use(http.post(`*${path}`, () => HttpResponse.error()));
  const { operator, key, dialog } = await open();
  await operator.type(key, 'a key of brass{Enter}');
  expect(await findToast('Access denied')).toHaveTextContent('Invalid admin key or server error');
  expect(within(dialog).getByRole('alert')).toHaveTextContent('The server does not answer.');
  expect(key).toHaveValue('a key of brass');
  letIn();
  await operator.type(key, '{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Control panel' })).toBeInTheDocument();
});

test('pressing Enter three times sends the key once', async () => {
  const sent: string[] = [];
  server.use(
    http.post(`*${path}`, async () => {
      sent.push('key');
      await delay(50);
      return HttpResponse.json({ code: 'invalid_key', message: 'Wrong.' }, { status: 401 });
    }),
  );
  const { operator, key } = await open();
  await operator.type(key, 'a key{Enter}{Enter}{Enter}');
  await findToast('Access denied');
  expect(sent).toHaveLength(1);
});

test.each(['Cancel', '{Escape}'])(
  'closing the dialog (%s) while the key is checked gives it up: a late answer lets nobody in',
  async (by) => {
    const told: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post(`*${path}`, async ({ request }) => {
        request.signal.addEventListener('abort', () => {
          told.push('given up');
        });
        told.push('key');
        await held;
        return HttpResponse.json(factory.emergency());
      }),
      http.post('*/api/logout', () => {
        told.push('logout');
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { operator, key, dialog, router, store } = await open();
    await operator.type(key, 'a key of brass{Enter}');
    await waitFor(() => expect(told).toEqual(['key']));
    if (by === 'Cancel') await operator.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    else await operator.keyboard(by);
    await waitFor(() => expect(told).toEqual(['key', 'given up', 'logout']));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    release();
    await act(() => delay(50));
    expect(router.state.location.pathname).toBe('/auth');
    expect(store.getState().session.user).toBeNull();
  },
);

test('closing the dialog before a key was sent ends no session', async () => {
  const ended = answer('post', '/api/logout', undefined);
  const { operator } = await open();
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(ended).toHaveLength(0);
});

test('a theme chosen in emergency access is not saved', async () => {
  const saved = answer('patch', '/api/user/settings', factory.emergency());
  const { operator } = renderRoute('/', { user: factory.emergency() });
  await operator.type(await screen.findByRole('textbox', { name: 'Command line' }), 'theme dark{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveClass('theme-dark'));
  await act(() => delay(20));
  expect(saved).toHaveLength(0);
});
