import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { RouterProvider } from '@/router/RouterProvider';
import { makeBareRouter } from '@/testing/memoryRouter';
import { useLateScrollRestoration } from './useLateScrollRestoration';

function Page() {
  const [ready, setReady] = useState(false);
  useLateScrollRestoration(ready);
  return (
    <button type="button" onClick={() => setReady(true)}>
      fetch
    </button>
  );
}

function Screens() {
  return useLocation().pathname === '/list' ? <Page /> : <p>one</p>;
}

/** Scrolls the page. `reported` sends the scroll event at once; a busy page sends it later. */
function scrolledTo(place: number, reported = true) {
  Object.defineProperty(window, 'scrollY', { value: place, configurable: true });
  if (reported) window.dispatchEvent(new Event('scroll'));
}

test.each([true, false])(
  'a page that is come back to is at its place once its rows are there, the scroll reported: %s',
  async (reported) => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const router = makeBareRouter({ pathname: '/list', key: `reported ${String(reported)}` });
    const fetch = () => {
      fireEvent.click(screen.getByRole('button', { name: 'fetch' }));
    };
    render(
      <RouterProvider router={router}>
        <Screens />
      </RouterProvider>,
    );
    fetch();
    scrolledTo(300);
    scrolledTo(4000, reported);
    await act(() => router.navigate('/one'));
    expect(await screen.findByText('one')).toBeInTheDocument();
    scrolledTo(0);

    await act(() => router.navigate(-1));
    scrollTo.mockClear();
    // The page is not high enough yet, so the browser stays at the top.
    scrolledTo(0);
    expect(scrollTo).not.toHaveBeenCalled();
    fetch();
    expect(scrollTo).toHaveBeenCalledWith(0, 4000);
    scrollTo.mockRestore();
  },
);
