import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { usePlace } from './usePlace';

function Page() {
  const [ready, setReady] = useState(false);
  usePlace(ready);
  return (
    <button type="button" onClick={() => setReady(true)}>
      fetch
    </button>
  );
}

/** The page is scrolled; `reported` as soon as it is, which a busy page does later. */
function scrolledTo(place: number, reported = true) {
  Object.defineProperty(window, 'scrollY', { value: place, configurable: true });
  if (reported) window.dispatchEvent(new Event('scroll'));
}

test.each([true, false])(
  'a page that is come back to is at its place once its rows are there, the scroll reported: %s',
  async (reported) => {
    const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const router = createMemoryRouter(
      [
        { path: '/list', element: <Page /> },
        { path: '/one', element: <p>one</p> },
      ],
      { initialEntries: [{ pathname: '/list', key: `reported ${String(reported)}` }] },
    );
    const fetch = () => {
      fireEvent.click(screen.getByRole('button', { name: 'fetch' }));
    };
    render(<RouterProvider router={router} />);
    fetch();
    scrolledTo(300);
    scrolledTo(4000, reported);
    await act(() => router.navigate('/one'));
    expect(await screen.findByText('one')).toBeInTheDocument();
    scrolledTo(0);
    expect(scrollTo).not.toHaveBeenCalled();

    await act(() => router.navigate(-1));
    // The page is not high enough yet, and the browser stays where it can.
    scrolledTo(0);
    expect(scrollTo).not.toHaveBeenCalled();
    fetch();
    expect(scrollTo).toHaveBeenCalledWith(0, 4000);
    scrollTo.mockRestore();
  },
);
