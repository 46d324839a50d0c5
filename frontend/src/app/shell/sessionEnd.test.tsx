import { act, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { sessionEndNoted } from '@/api/sessionEnd';
import { noteGesture } from '@/lib/activity';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { refuse, server } from '@/testing/server';

const home = () => screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });

describe('the end of the session', () => {
  /** Somebody signed in, whose session ends in so many seconds, and whose last gesture was `idle` seconds ago. */
  async function endingIn(seconds: number, idle = 120) {
    const user = factory.user({ sessionTimeout: 30 });
    const view = renderRoute('/', { user });
    await home();
    // From here, so that the seconds do not depend on how long the page took.
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

  test('is announced 60 seconds before, after a look that keeps nothing alive', async () => {
    const { asked, operator } = await endingIn(60);
    const warning = await screen.findByRole('dialog', { name: 'Session ending' });
    expect(warning).toHaveTextContent(/Time left: 0(1:00|0:5\d)/);
    expect(asked.map((headers) => headers.get('X-Background'))).toEqual(['1']);
    await operator.click(within(warning).getByRole('button', { name: 'Extend' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(asked.at(-1)?.get('X-Background')).toBeNull();
  });

  test('is not announced 63 seconds before', async () => {
    const { asked } = await endingIn(63);
    await act(() => delay(500));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(asked).toHaveLength(0);
  });

  test('is not announced where somebody went on in another window', async () => {
    const { asked, end } = await endingIn(62);
    end.at = Date.now() + 900_000;
    await waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    await act(() => delay(50));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('is put off while somebody is typing', async () => {
    const { asked } = await endingIn(62, 0);
    await waitFor(() => {
      expect(asked.map((headers) => headers.get('X-Background'))).toEqual([null]);
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('that nothing can put off is announced as such', async () => {
    const { store, operator, end } = await endingIn(120);
    end.at = Date.now() + 50_000;
    act(() => {
      store.dispatch(sessionEndNoted({ at: end.at, foreground: true, now: Date.now() }));
    });
    await screen.findByText(/^The session has reached its longest duration\./);
    const warning = screen.getByRole('dialog', { name: 'Session ending' });
    expect(within(warning).queryByRole('button', { name: 'Extend' })).not.toBeInTheDocument();
    await operator.click(within(warning).getByRole('button', { name: 'Continue' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
  });

  test('leads to the entrance when it has come', async () => {
    const { asked } = await endingIn(2);
    refuse('get', '/api/user', 401, { code: 'session_ended', message: 'Over.' });
    expect(await screen.findByText(/^Your session has ended/)).toBeInTheDocument();
    expect(asked.every((headers) => headers.get('X-Background') === '1')).toBe(true);
  });
});
