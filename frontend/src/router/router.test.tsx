import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { makeBareRouter } from '@/testing/memoryRouter';
import { browserEntries } from './browserEntries';
import { Link } from './Link';
import { makeRouter, type Router } from './router';
import { RouterProvider } from './RouterProvider';
import { useLeaveQuestion } from './useLeaveQuestion';

function Page({ held }: { readonly held: boolean }) {
  const { open, stay, leave } = useLeaveQuestion(held);
  return (
    <>
      <p>{useLocation().pathname}</p>
      <Link to="/next">Next</Link>
      <Link to={{ search: 'q=lamp' }}>Lamp</Link>
      {open && (
        <>
          <button onClick={stay}>Stay</button>
          <button onClick={leave}>Leave</button>
        </>
      )}
    </>
  );
}

function show(router: Router, held = false) {
  render(
    <RouterProvider router={router} waiting="waiting">
      <Page held={held} />
    </RouterProvider>,
  );
  return userEvent.setup();
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the previous screen stays until the last requested screen is loaded', async () => {
  const arrive = new Map<string, () => void>();
  const load = (pathname: string) =>
    new Promise<void>((resolve) => {
      arrive.set(pathname, resolve);
    });
  const arrives = (pathname: string) => {
    arrive.get(pathname)?.();
    return Promise.resolve();
  };
  window.history.replaceState(null, '', '/first');
  const router = makeRouter(browserEntries, load);
  show(router);
  expect(screen.getByText('waiting')).toBeInTheDocument();
  await act(() => arrives('/first'));
  expect(screen.getByText('/first')).toBeInTheDocument();

  act(() => {
    void router.navigate('/slow');
    void router.navigate('/quick');
  });
  expect(router.state.pending?.pathname).toBe('/quick');
  expect(window.location.pathname).toBe('/first');
  await act(() => arrives('/quick'));
  await act(() => arrives('/slow'));
  expect(screen.getByText('/quick')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/quick');
});

test('a link adds an entry, replaces one with the same address, and ignores clicks with a modifier', async () => {
  const router = makeBareRouter('/first');
  const operator = show(router);
  await operator.click(screen.getByRole('link', { name: 'Lamp' }));
  expect([router.state.location.pathname, router.state.location.search]).toEqual(['/first', '?q=lamp']);
  expect(router.state.historyAction).toBe('PUSH');
  await operator.click(screen.getByRole('link', { name: 'Lamp' }));
  expect(router.state.historyAction).toBe('REPLACE');

  const next = screen.getByRole('link', { name: 'Next' });
  next.addEventListener('click', (event) => event.preventDefault());
  await operator.keyboard('{Control>}');
  await operator.click(next);
  expect(router.state.location.pathname).toBe('/first');
});

test('no address leads to another origin', async () => {
  const router = makeBareRouter('/first');
  for (const to of ['//evil.example/x', '/\\evil.example/x', 'https://evil.example/x']) {
    await router.navigate(to);
    expect(new URL(router.navigator.createHref(router.state.location), 'http://here').origin).toBe(
      'http://here',
    );
  }
});

test('a screen with unsaved changes asks before it is left by a link or by the history', async () => {
  window.history.replaceState(null, '', '/before');
  const router = makeRouter(browserEntries, () => null);
  await router.navigate('/first');
  const operator = show(router, true);
  await operator.click(screen.getByRole('link', { name: 'Lamp' }));
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await operator.click(screen.getByRole('link', { name: 'Next' }));
  expect(screen.getByText('/first')).toBeInTheDocument();
  await press('Stay');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();

  window.history.go(-2);
  await screen.findByRole('button', { name: 'Leave' });
  await waitFor(() => expect(window.location.pathname).toBe('/first'));
  await press('Stay');
  expect(window.location.search).toBe('?q=lamp');

  window.history.go(-2);
  await screen.findByRole('button', { name: 'Leave' });
  await press('Leave');
  expect(await screen.findByText('/before')).toBeInTheDocument();
  expect(window.location.pathname).toBe('/before');
});

test('the end of a session is not delayed', async () => {
  const router = makeBareRouter('/first');
  show(router, true);
  await act(() => router.navigate('/auth'));
  expect(screen.getByText('/auth')).toBeInTheDocument();
});

test('a page starts at its top or at its earlier scroll position, unless the navigation keeps it', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const router = makeBareRouter({ pathname: '/long', key: 'long' });
  show(router);
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  Object.defineProperty(window, 'scrollY', { value: 700, configurable: true });
  scrollTo.mockClear();
  await act(() => router.navigate('/long?q=lamp', { preventScrollReset: true }));
  expect(scrollTo).not.toHaveBeenCalled();
  await act(() => router.navigate('/next'));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  await act(() => router.navigate(-2));
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700);
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem('facility.scrolled') ?? '{}')).toMatchObject({ long: 700 });
  scrollTo.mockRestore();
});
