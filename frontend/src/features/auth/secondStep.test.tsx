import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { TwoFactorMethod } from '@/api/generated';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server, signedInAs } from '@/testing/server';
import { storeTicket, readTicket } from './ticket';

const path = '/2fa?username=k-osei';
const ready = () => screen.findByRole('heading', { level: 1, name: 'Two-factor authentication' });
const code = () => screen.getByLabelText('6-digit code');
const clock = () => screen.getByRole('timer', { name: 'Time left' });
const tries = () => screen.getByRole('group', { name: 'Tries left' });

/** Returns the ticket of a first step that was just completed. */
function begun({
  seconds = 300,
  triesLeft = 5,
  methods = ['app', 'backup', 'static'] as readonly TwoFactorMethod[],
} = {}) {
  storeTicket('k-osei', {
    requiresTwoFactor: true,
    expiresAt: new Date(Date.now() + seconds * 1000).toISOString(),
    triesLeft,
    methods: [...methods],
  });
}

const wrong = (triesLeft: number) =>
  refuse('post', '/api/verify-2fa', 401, {
    code: 'invalid_code',
    success: false,
    message: 'Invalid authentication code',
    triesLeft,
  });

describe('the second step', () => {
  test('shows the user, the remaining time and attempts, and passes axe', async () => {
    begun();
    renderRoute(path, { user: null });
    await ready();
    expect(screen.getByText('Step 2 of 2')).toBeInTheDocument();
    expect(screen.getByText('k-osei')).toBeInTheDocument();
    expect(clock()).toHaveTextContent(/^0(5:00|4:5\d)$/);
    expect(screen.getByText('of 05:00')).toBeInTheDocument();
    expect(tries()).toHaveTextContent(/^5/);
    expect(screen.getByText('Every attempt is logged.', { exact: false })).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  test('counts down, announces the last minute, and disables the field at the end', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      begun();
      const { store } = renderRoute(path, { user: null });
      await ready();
      expect(store.getState().ui.status.mode).toBe('VERIFY');
      await act(() => jest.advanceTimersByTimeAsync(242_000));
      expect(clock()).toHaveTextContent(/^00:5\d$/);
      expect(screen.getByText('1 minute left.')).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(clock()).toHaveTextContent('00:00');
      expect(code()).toBeDisabled();
      expect(screen.getByText('Sign in again.')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Back to login' })).toHaveFocus();
    } finally {
      jest.useRealTimers();
    }
  });

  test('is not restarted by a reload', async () => {
    begun();
    wrong(3);
    const view = renderRoute(path, { user: null });
    await ready();
    await view.operator.type(code(), '123456{Enter}');
    await waitFor(() => expect(tries()).toHaveTextContent(/^3/));
    view.unmount();
    renderRoute(path, { user: null });
    await ready();
    expect(tries()).toHaveTextContent(/^3/);
  });

  test('ignores the difference to a wrong clock', () => {
    begun({ seconds: -4000 });
    expect(readTicket('k-osei')?.endsAt).toBeGreaterThan(Date.now() + 290_000);
    begun({ seconds: 9000 });
    expect(readTicket('k-osei')?.endsAt).toBeLessThan(Date.now() + 301_000);
    expect(readTicket('somebody-else')).toBeNull();
  });

  test('reports a wrong code at the field, with the attempts that the server leaves', async () => {
    begun();
    wrong(4);
    const { operator } = renderRoute(path, { user: null });
    await ready();
    await operator.type(code(), '123456{Enter}');
    expect(await findToast('ACCESS DENIED')).toHaveTextContent('Invalid authentication code');
    expect(code()).toHaveValue('');
    expect(code()).toHaveFocus();
    expect(code()).toBeInvalid();
    expect(code()).toHaveAccessibleDescription(/ERR Invalid authentication code/);
    expect(tries()).toHaveTextContent(/^4/);
    await operator.type(code(), '1');
    expect(code()).toBeValid();
  });

  test.each([
    ['a refusal without a message', 401],
    ['an answer of success that says it is none', 200],
  ])('reports a wrong code without a message from the server: %s', async (_name, status) => {
    begun();
    server.use(http.post('*/api/verify-2fa', () => HttpResponse.json({ success: false }, { status })));
    const { operator, store } = renderRoute(path, { user: null });
    await ready();
    await operator.type(code(), '123456{Enter}');
    expect(await findToast('ACCESS DENIED')).toHaveTextContent(
      /^ACCESS DENIEDInvalid authentication codeClose$/,
    );
    expect(code()).toHaveAccessibleDescription(/ERR Invalid authentication code/);
    expect(tries()).toHaveTextContent(/^4/);
    expect(store.getState().session.user).toBeNull();
  });

  test('ends with the last attempt', async () => {
    begun({ triesLeft: 1 });
    wrong(0);
    const { operator } = renderRoute(path, { user: null });
    await ready();
    await operator.type(code(), '123456{Enter}');
    expect(await screen.findByText('No attempts are left.')).toBeInTheDocument();
    expect(code()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Back to login' })).toHaveFocus();
  });

  test('of a locked account shows the duration, until then and after it', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      begun();
      refuse(
        'post',
        '/api/verify-2fa',
        423,
        { code: 'account_locked', message: 'Locked.' },
        { 'Retry-After': '900' },
      );
      const { operator, store, router } = renderRoute(path, { user: null });
      await ready();
      await operator.type(code(), '123456{Enter}');
      const panel = await screen.findByRole('region', { name: 'Account locked' });
      expect(panel).toHaveTextContent('Too many failed attempts. Try again in 15 minutes.');
      expect(await findToast('ACCESS DENIED')).toHaveTextContent('Try again in 15 minutes.');
      expect(screen.getByRole('timer', { name: 'Locked for' })).toHaveTextContent(/^1(5:00|4:5\d)$/);
      expect(screen.getByText('of 15:00')).toBeInTheDocument();
      expect(tries()).toHaveTextContent(/^0/);
      expect(store.getState().ui.status.mode).toBe('LOCKED');
      expect(screen.queryByLabelText('6-digit code')).not.toBeInTheDocument();
      await expectNoAxeViolations();
      await act(() => jest.advanceTimersByTimeAsync(901_000));
      expect(panel).toHaveTextContent(/^Account lockedSign in again\./);
      await operator.click(within(panel).getByRole('button', { name: 'Back to login' }));
      await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    } finally {
      jest.useRealTimers();
    }
  });

  test('leads to the lockdown notice', async () => {
    refuse('post', '/api/verify-2fa', 423, { code: 'lockdown', message: 'Locked down.' });
    const { operator, router } = renderRoute(path, { user: null });
    await ready();
    await operator.type(code(), '123456{Enter}');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe('/auth?locked=true'),
    );
  });

  test('offers only the methods of the account', async () => {
    begun({ methods: ['backup', 'static'] });
    renderRoute(path, { user: null });
    await ready();
    const app = screen.getByRole('radio', { name: 'Authenticator app' });
    expect(app).toBeDisabled();
    expect(app).toHaveAccessibleDescription('NOT SET UP');
    expect(screen.getByRole('radio', { name: 'Backup code' })).toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Backup code' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: 'Permanent code' })).toBeEnabled();
  });

  test('changing the method replaces the field and clears its error; only a pointer moves the focus to the field', async () => {
    begun();
    const { operator } = renderRoute(path, { user: null });
    await ready();
    await operator.type(code(), '123{Enter}');
    expect(code()).toHaveAccessibleDescription(/ERR Enter 6 digits/);
    await operator.click(screen.getByRole('radio', { name: 'Backup code' }));
    const field = screen.getByRole('textbox', { name: 'Backup code' });
    expect(field).toHaveValue('');
    expect(field).toBeValid();
    expect(field).toHaveAttribute('placeholder', 'XXXX-XXXX');
    await waitFor(() => expect(field).toHaveFocus());
    screen.getByRole('radio', { name: 'Backup code' }).focus();
    await operator.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: 'Permanent code' })).toHaveFocus();
  });

  test('accepts pasted blanks and hyphens, does not submit by itself, and refuses any other text', async () => {
    const calls = answer('post', '/api/verify-2fa', () => {
      signedInAs(factory.user());
      return { success: true, message: 'Welcome' };
    });
    const { operator } = renderRoute(path, { user: null });
    await ready();
    await operator.click(code());
    await operator.paste('12-34 56');
    expect(code()).toHaveValue('123456');
    await operator.paste('1234567');
    expect(code()).toHaveValue('123456');
    expect(code()).toHaveAccessibleDescription(/ERR Enter 6 digits/);
    // Autofill by the browser causes a change event.
    fireEvent.change(code(), { target: { value: '654321' } });
    expect(code()).toHaveValue('654321');
    expect(code()).toHaveAttribute('inputmode', 'numeric');
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(calls).toHaveLength(0);
    await operator.type(code(), '{Enter}');
    expect(await findToast('ACCESS GRANTED')).toBeInTheDocument();
    expect(calls).toHaveLength(1);
    expect(sessionStorage.getItem('facility.ticket')).toBeNull();
  });

  test('is cancelled by Escape', async () => {
    begun();
    const ended = answer('post', '/api/logout', undefined);
    const { operator, router } = renderRoute(path, { user: null });
    await ready();
    await operator.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'));
    await waitFor(() => expect(ended).toHaveLength(1));
    expect(readTicket('k-osei')).toBeNull();
  });
});
