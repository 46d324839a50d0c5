import { screen, waitFor, within } from '@testing-library/react';
import type { OwnSession } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, signedInAs } from '@/testing/server';

const user = factory.user({ theme: 'dark', sessionTimeout: 30, email: 'a@example.org' });

function open(person = user) {
  return renderRoute('/settings', { user: person });
}

const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' });
const save = () => screen.getByRole('button', { name: 'Save settings' });

async function ready() {
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
}

describe('settings', () => {
  test('the screen shows the saved settings and the user, and passes axe', async () => {
    open();
    await ready();
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '30 minutes' })).toBeChecked();
    expect(screen.getByLabelText('Email')).toHaveValue('a@example.org');
    const information = screen.getByRole('region', { name: 'Session information' });
    expect(information).toHaveTextContent(user.id);
    expect(information).toHaveTextContent('Access keySECURITY');
    expect(information).toHaveTextContent('3 SECURITY');
    expect(information).toHaveTextContent('StatusAUTHORIZED');
    expect(information).not.toHaveTextContent('Version');
    expect(save()).toHaveAttribute('aria-disabled', 'true');
    expect(bar()).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Return' })).toHaveAttribute('href', '/');
    await expectNoAxeViolations();
  });

  test('an administrator is shown as such', async () => {
    open(factory.admin());
    await ready();
    const information = screen.getByRole('region', { name: 'Session information' });
    expect(information).toHaveTextContent('StatusADMINISTRATOR');
    expect(information).toHaveTextContent('DEVELOPER');
    await waitFor(() => expect(information).toHaveTextContent('Version1.0.0'));
  });

  test('a theme is applied at once and saved with the other settings', async () => {
    const calls = answer('patch', '/api/user/settings', {
      ...user,
      theme: 'amber-crt',
      sessionTimeout: 120,
    });
    const { operator, store } = open();
    await ready();
    expect(document.documentElement).toHaveClass('theme-dark');
    await operator.click(screen.getByRole('radio', { name: 'Amber-CRT' }));
    expect(document.documentElement).toHaveClass('theme-amber-crt');
    expect(bar()).toHaveTextContent('1 change is not saved: theme');
    await operator.click(screen.getByRole('radio', { name: '120 minutes' }));
    expect(bar()).toHaveTextContent('2 changes are not saved: theme, session timeout');
    expect(store.getState().ui.status).toMatchObject({ mode: 'EDIT', count: '2 unsaved' });
    await operator.click(save());
    expect(await findToast('Settings updated')).toHaveTextContent(
      'Your preferences have been saved successfully.',
    );
    expect(calls.map(({ body }) => body)).toEqual([{ theme: 'amber-crt', sessionTimeout: 120 }]);
    expect(bar()).not.toBeInTheDocument();
    expect(document.documentElement).toHaveClass('theme-amber-crt');
    expect(store.getState().ui.theme).toBe('amber-crt');
  });

  test('leaving asks, and leaving without saving restores the saved theme', async () => {
    const { operator, router } = open();
    await ready();
    await operator.click(screen.getByRole('radio', { name: 'Blue-steel' }));
    await operator.click(screen.getByRole('link', { name: 'Return' }));
    const question = await screen.findByRole('alertdialog', { name: 'Unsaved changes' });
    expect(question).toHaveTextContent('These changes are not saved: theme.');
    await operator.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.pathname).toBe('/settings');
    expect(document.documentElement).toHaveClass('theme-blue-steel');
    await operator.click(screen.getByRole('link', { name: 'Return' }));
    await operator.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(document.documentElement).toHaveClass('theme-dark');
  });

  test('discarding restores the saved settings', async () => {
    const { operator } = open();
    await ready();
    await operator.type(screen.getByLabelText('Phone'), '41');
    await operator.click(screen.getByRole('radio', { name: 'Green-matrix' }));
    await operator.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.getByLabelText('Phone')).toHaveValue('');
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
    expect(document.documentElement).toHaveClass('theme-dark');
    expect(bar()).not.toBeInTheDocument();
  });

  test('an invalid email address is refused on Enter and Ctrl S', async () => {
    const calls = answer('patch', '/api/user/settings', user);
    const { operator } = open();
    await ready();
    const email = screen.getByLabelText('Email');
    await operator.clear(email);
    await operator.type(email, 'nowhere{Enter}');
    expect(await screen.findByText('Enter a valid email address')).toBeInTheDocument();
    expect(email).toBeInvalid();
    await operator.keyboard('{Control>}s{/Control}');
    expect(calls).toHaveLength(0);
    await operator.type(email, '@example.org{Enter}');
    expect(await findToast('Settings updated')).toBeInTheDocument();
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'nowhere@example.org' }]);
  });

  test('email notifications are turned off and saved with the other settings', async () => {
    const calls = answer('patch', '/api/user/settings', { ...user, emailNotifications: false });
    const { operator } = open();
    await ready();
    const wanted = screen.getByRole('checkbox', { name: 'Send notifications to this address' });
    expect(wanted).toBeChecked();
    await operator.click(wanted);
    expect(bar()).toHaveTextContent('1 change is not saved: email notifications');
    await operator.click(save());
    expect(await findToast('Settings updated')).toBeInTheDocument();
    expect(calls.map(({ body }) => body)).toEqual([{ emailNotifications: false }]);
    expect(wanted).not.toBeChecked();
  });

  test('a refused save keeps the typed values and shows the reason', async () => {
    refuse('patch', '/api/user/settings', 400, {
      code: 'validation_failed',
      message: 'Enter a valid phone number',
      fields: [{ field: 'phone', message: 'Enter a valid phone number' }],
    });
    const { operator } = open();
    await ready();
    await operator.type(screen.getByLabelText('Phone'), '41');
    await operator.click(save());
    expect(await findToast('Update failed')).toHaveTextContent('Enter a valid phone number');
    expect(screen.getByLabelText('Phone')).toHaveValue('41');
    expect(screen.getByLabelText('Phone')).toHaveAccessibleDescription(/Enter a valid phone number/);
  });

  test('unsaved changes survive reopening the window', async () => {
    const view = open();
    await ready();
    await view.operator.type(screen.getByLabelText('Phone'), '41');
    view.unmount();
    open();
    await ready();
    expect(screen.getByLabelText('Phone')).toHaveValue('41');
    expect(bar()).toHaveTextContent('1 change is not saved: phone');
  });

  test('a selected but unsaved theme does not survive reopening the window', async () => {
    const view = open();
    await ready();
    await view.operator.type(screen.getByLabelText('Phone'), '41');
    await view.operator.click(screen.getByRole('radio', { name: 'Amber-CRT' }));
    expect(bar()).toHaveTextContent('2 changes are not saved: theme, phone');
    view.unmount();
    const { store } = open();
    await ready();
    expect(store.getState().ui.unsavedTheme).toBeNull();
    expect(screen.getByRole('radio', { name: 'Amber-CRT' })).not.toBeChecked();
    expect(bar()).toHaveTextContent('1 change is not saved: phone');
  });

  test('Esc discards the changes, as the bar at the bottom says', async () => {
    const { operator } = open();
    await ready();
    const status = screen.getByRole('contentinfo', { name: 'Status' });
    expect(status).toHaveTextContent(/ctrls save/);
    expect(status).not.toHaveTextContent('discard');
    await operator.type(screen.getByLabelText('Phone'), '41');
    expect(status).toHaveTextContent(/1 unsavedctrls saveesc discard/);
    await operator.keyboard('{Escape}');
    expect(screen.getByLabelText('Phone')).toHaveValue(user.phone ?? '');
    expect(bar()).not.toBeInTheDocument();
  });

  test('emergency access has no settings', async () => {
    open(factory.emergency());
    await ready();
    expect(screen.getByText(/^Emergency access has no settings/)).toBeInTheDocument();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Session information' })).toBeInTheDocument();
  });
});

describe('sessions', () => {
  const here: OwnSession = {
    id: '00000000-0000-7000-8000-00000000000a',
    createdAt: '2026-03-14T09:26:53.000Z',
    lastActivity: new Date().toISOString(),
    ipAddress: '10.4.2.17',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    current: true,
  };
  const there: OwnSession = {
    ...here,
    id: '00000000-0000-7000-8000-00000000000b',
    ipAddress: '193.62.11.8',
    current: false,
  };

  test('one session is the current one, and another is ended after a confirmation', async () => {
    answer('get', '/api/user/sessions', [here, there]);
    const ended = answer('delete', '/api/user/sessions/:id', undefined);
    const { operator } = open();
    const panel = await screen.findByRole('region', { name: 'Your sessions (2)' });
    expect(within(panel).getByText('THIS ONE')).toBeInTheDocument();
    expect(within(panel).getAllByText('Firefox on Linux')).toHaveLength(2);
    await operator.click(within(panel).getByRole('button', { name: 'End Firefox on Linux at 193.62.11.8' }));
    const question = await screen.findByRole('alertdialog', { name: 'End session' });
    expect(question).toHaveTextContent('Firefox on Linux at 193.62.11.8 is signed out immediately.');
    answer('get', '/api/user/sessions', [here]);
    await operator.click(within(question).getByRole('button', { name: 'End' }));
    expect(await findToast('Session ended')).toBeInTheDocument();
    expect(ended.map(({ params }) => params.id)).toEqual([there.id]);
    expect(await screen.findByRole('region', { name: 'Your sessions (1)' })).toBeInTheDocument();
  });

  test('a list that cannot be loaded is reported, as is a session that has already ended', async () => {
    refuse('get', '/api/user/sessions', 503, { code: 'unavailable', message: 'Try again later.' });
    const { operator } = open();
    expect(await screen.findByText('ERROR: Failed to load sessions')).toBeInTheDocument();
    signedInAs(user);
    answer('get', '/api/user/sessions', [here, there]);
    refuse('delete', '/api/user/sessions/:id', 404, { code: 'not_found', message: 'User not found' });
    await operator.click(screen.getByRole('button', { name: 'Retry' }));
    await operator.click(await screen.findByRole('button', { name: /^End Firefox/ }));
    await operator.click(await screen.findByRole('button', { name: 'End' }));
    expect(await findToast('Session not ended')).toBeInTheDocument();
  });
});
