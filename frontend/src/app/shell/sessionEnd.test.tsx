import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { sessionEndNoted } from '@/api/sessionEnd';
import { noteGesture } from '@/lib/activity';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const home = () => screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

describe('the end of the session', () => {
  /** Signs a user in whose session ends in `seconds`, and whose last gesture was `idle` seconds ago. */
  async function endingIn(seconds: number, idle = 120) {
    const user = factory.user({ sessionTimeout: 30 });
    const view = renderRoute('/', { user });
    await home();
    // From now, so that the seconds do not depend on how long the page took to load.
    const end = { at: Date.now() + seconds * 1000 };
    const ends = () => ({ headers: { 'Session-Ends': new Date(end.at).toISOString() } });
    noteGesture(Date.now() - idle * 1000);
    const asked: Headers[] = [];
    server.use(
      http.get('*/api/user', ({ request }) => {
        asked.push(request.headers);
        if (request.headers.get('X-Background') === null) end.at = Date.now() + 1_800_000;
        return HttpResponse.json(user, ends());
      }),
    );
    act(() => {
      view.store.dispatch(sessionEndNoted({ at: end.at, foreground: false, now: Date.now() }));
    });
    return { ...view, asked, end };
  }

  test('is announced 60 seconds before, after a request that does not extend the session', async () => {
    const { asked, operator } = await endingIn(60);
    const warning = await screen.findByRole('alertdialog', { name: 'Session ends soon' });
    expect(within(warning).getByRole('timer', { name: 'Session ends in' })).toHaveTextContent(
      /^(1:00|0:5\d)$/,
    );
    expect(warning).toHaveAccessibleDescription(
      'No activity for 29 minutes. Your text is saved. You will find it here after you sign in again.',
    );
    expect(within(warning).getByRole('button', { name: 'Extend' })).toHaveFocus();
    expect(within(warning).getByRole('button', { name: 'Log out' })).toBeInTheDocument();
    expect(asked.map((headers) => headers.get('X-Background'))).toEqual(['1']);
    await operator.click(within(warning).getByRole('button', { name: 'Extend' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asked.at(-1)?.get('X-Background')).toBeNull();
  });

  test('is postponed by Escape', async () => {
    const { asked, operator } = await endingIn(60);
    await screen.findByRole('alertdialog');
    await operator.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asked.map((headers) => headers.get('X-Background'))).toEqual(['1', null]);
  });

  test('says if the server cannot be reached, and the countdown continues', async () => {
    const { operator } = await endingIn(60);
    const warning = await screen.findByRole('alertdialog');
    server.use(http.get('*/api/user', () => HttpResponse.error()));
    await operator.click(within(warning).getByRole('button', { name: 'Extend' }));
    expect(await within(warning).findByRole('button', { name: 'No connection' })).toBeEnabled();
    expect(within(warning).getByRole('timer')).toBeInTheDocument();
  });

  test('of emergency access cannot be postponed', async () => {
    const { store } = renderRoute('/', { user: factory.emergency() });
    await home();
    const ends = { headers: { 'Session-Ends': new Date(Date.now() + 50_000).toISOString() } };
    const asked = answer('get', '/api/user', factory.emergency(), ends);
    noteGesture(Date.now() - 120_000);
    act(() => {
      store.dispatch(sessionEndNoted({ at: Date.now() + 50_000, foreground: true, now: Date.now() }));
    });
    const warning = await screen.findByRole('alertdialog', { name: 'Session ends soon' });
    expect(asked.every(({ headers }) => headers.get('X-Background') === '1')).toBe(true);
    expect(warning).toHaveAccessibleDescription('Emergency access cannot be extended.');
    expect(
      within(warning)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['End now', 'Close']);
    expect(within(warning).getByRole('button', { name: 'Close' })).toHaveFocus();
  });

  test('is not announced 63 seconds before', async () => {
    const { asked } = await endingIn(63);
    await act(() => delay(500));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(asked).toHaveLength(0);
  });

  test('is not announced if the user is active in another window', async () => {
    const { asked, end } = await endingIn(62);
    end.at = Date.now() + 900_000;
    await waitFor(() => expect(asked).toHaveLength(1));
    await act(() => delay(50));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('is postponed while the user is typing', async () => {
    const { asked } = await endingIn(62, 0);
    await waitFor(() => expect(asked.map((headers) => headers.get('X-Background'))).toEqual([null]));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('is announced as final if it cannot be postponed', async () => {
    const { store, operator, end } = await endingIn(120);
    end.at = Date.now() + 50_000;
    act(() => {
      store.dispatch(sessionEndNoted({ at: end.at, foreground: true, now: Date.now() }));
    });
    await screen.findByText(/^The session has reached its maximum length\./);
    const warning = screen.getByRole('alertdialog', { name: 'Session ends soon' });
    expect(within(warning).queryByRole('button', { name: 'Extend' })).not.toBeInTheDocument();
    await operator.click(within(warning).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  });

  test('leads to the sign-in screen', async () => {
    const { asked } = await endingIn(2);
    refuse('get', '/api/user', 401, { code: 'session_ended', message: 'Over.' });
    expect(await screen.findByText(/^Your session has ended/)).toBeInTheDocument();
    expect(asked.every((headers) => headers.get('X-Background') === '1')).toBe(true);
  });
});
