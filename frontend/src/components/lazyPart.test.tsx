import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { holdText } from '@/lib/unsaved';
import { server } from '@/testing/server';
import { lazyPart } from './lazyPart';
import { LayerFailed, PartFailed, ScreenFailed } from './PartFailed';

interface GreetingProps {
  readonly name: string;
  readonly onClose?: () => void;
}

const Greeting = ({ name }: GreetingProps) => <p>Hello {name}</p>;
const gone = () => Promise.reject(new Error('gone'));

/** Fails the given number of times, then succeeds. */
function comingAfter(failures: number) {
  const load = jest.fn(() => Promise.resolve(Greeting));
  for (let count = 0; count < failures; count += 1) load.mockImplementationOnce(gone);
  return load;
}

/** Serves the page of this release, or of another one. */
function serveRelease(release: number) {
  document.head.innerHTML = '<script defer src="/assets/main.1.js"></script>';
  server.use(http.get('*/', () => HttpResponse.text(`<script defer src="/assets/main.${release}.js">`)));
}

afterEach(() => {
  document.head.replaceChildren();
});

test('shows the waiting state until the part is loaded', async () => {
  const Part = lazyPart(comingAfter(0), { waiting: <p>Wait</p>, Failed: PartFailed });
  render(<Part name="Iris" />);
  expect(screen.getByText('Wait')).toBeInTheDocument();
  expect(await screen.findByText('Hello Iris')).toBeInTheDocument();
});

test('a preloaded part is shown at once and loaded only once', async () => {
  const load = comingAfter(0);
  const Part = lazyPart(load, { Failed: PartFailed });
  await Promise.all([Part.preload(), Part.preload()]);
  render(<Part name="Iris" />);
  expect(screen.getByText('Hello Iris')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a failed preload is silent, and the part is requested again when it is shown', async () => {
  const Part = lazyPart(comingAfter(1), { Failed: PartFailed });
  await Part.preload();
  render(<Part name="Iris" />);
  expect(await screen.findByText('Hello Iris')).toBeInTheDocument();
});

test('a connection failure is shown without touching the surroundings, and a retry loads the part', async () => {
  serveRelease(1);
  const Part = lazyPart(comingAfter(1), { Failed: PartFailed });
  render(
    <>
      <input aria-label="Comment" />
      <Part name="Iris" />
    </>,
  );
  const operator = userEvent.setup();
  await operator.type(screen.getByLabelText('Comment'), 'not sent');
  expect(await screen.findByText('ERROR: Failed to load this part')).toBeInTheDocument();
  expect(screen.getByText('The connection to the facility is down.')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Hello Iris')).toBeInTheDocument();
  expect(screen.getByLabelText('Comment')).toHaveValue('not sent');
});

test('a failed part loads when the browser is online again', async () => {
  serveRelease(1);
  const Part = lazyPart(comingAfter(1), { Failed: PartFailed });
  render(<Part name="Iris" />);
  expect(await screen.findByText('The connection to the facility is down.')).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByText('Hello Iris')).toBeInTheDocument();
});

test('after a new release a part asks for a reload and warns about unsaved text', async () => {
  serveRelease(2);
  const letGo = holdText();
  const Part = lazyPart(comingAfter(1), { Failed: PartFailed });
  render(<Part name="Iris" />);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(
    screen.getByText(
      'A new release of the terminal has been installed. Reload to continue. Copy any unsent text first.',
    ),
  ).toBeInTheDocument();
  letGo();
});

test('a screen shows its own failure state', async () => {
  serveRelease(1);
  const Part = lazyPart(comingAfter(1), {
    Failed: (how) => <ScreenFailed {...how} screen="greeting" />,
  });
  render(<Part name="Iris" />);
  expect(await screen.findByRole('heading', { level: 1, name: 'SCREEN NOT LOADED' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Hello Iris')).toBeInTheDocument();
});

test('a dialog that failed to load can be closed', async () => {
  serveRelease(1);
  const close = jest.fn();
  const Part = lazyPart<GreetingProps>(comingAfter(1), {
    Failed: ({ wanted, ...how }) => <LayerFailed {...how} onClose={() => wanted.onClose?.()} />,
  });
  render(<Part name="Iris" onClose={close} />);
  const dialog = await screen.findByRole('alertdialog', { name: 'Failed to load this part' });
  expect(dialog).toHaveAccessibleDescription('The connection to the facility is down.');
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(close).toHaveBeenCalledTimes(1);
});
