import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { keyTime } from '@/keyboard/keyTime';
import { http, HttpResponse } from 'msw';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { rest } from '@/testing/rest';
import { caseId, openDesk, recent, serveQueue } from '@/testing/reviewDesk';
import { answer, server } from '@/testing/server';

// Nothing is preloaded, so that the code of a layer loads late.
jest.mock('@/lib/whenIdle', () => ({ whenIdle: () => () => undefined }));

function focused(): Element {
  // Keys go to the focused element, which no query finds.
  return document.activeElement ?? document.body;
}

let lastPress = 0;

/**
 * Continues typing like a fast typist on a slow machine: by event time, 50 ms between keys, however long the page takes
 * in between.
 */
function goOn(...keys: readonly string[]): void {
  for (const key of keys) {
    const target = focused();
    const event = createEvent.keyDown(target, { key });
    lastPress += 50;
    Object.defineProperty(event, 'timeStamp', { value: lastPress });
    fireEvent(target, event);
  }
}

function type(...keys: readonly string[]): void {
  lastPress = keyTime();
  goOn(...keys);
}

// On a loaded machine, compiling a screen may take longer than keys are buffered.
beforeAll(async () => {
  await import('@/features/documents/RepositoryPage');
});

beforeEach(() => {
  answer('get', '/api/document-edits', []);
  answer('get', '/api/documents', []);
  answer('get', '/api/archive/sections', []);
  answer('get', '/api/admin/archive-requests', []);
  answer('get', '/api/admin/submissions', []);
});

// Must be the first test, because the code of the palette is not loaded yet.
test('text typed for the palette before it is loaded decides nothing on the review desk', async () => {
  const { store, submission } = await openDesk();
  const calls = answer('patch', '/api/admin/submissions/:id', submission);
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  type('x', 'Escape');
  expect(store.getState().ui.layer).toBeNull();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  type('2', 'a');
  const field = await screen.findByRole('combobox', { name: 'Commands' });
  await waitFor(() => expect(field).toHaveValue('2a'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Approve.* at L2/i })).not.toBeInTheDocument();
  expect(calls).toHaveLength(0);
});

test('keys between a navigation and the new screen decide nothing on the previous screen', async () => {
  const { router } = await openDesk();
  type('g', 'd', '2', 'a', '/');
  // False: the default action of the key, which follows the focused link, was prevented.
  expect(fireEvent.keyDown(focused(), { key: 'Enter' })).toBe(false);
  expect(await screen.findByRole('heading', { level: 1, name: 'Document repository' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/documents');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('text typed for a screen before it is loaded reaches it in order', async () => {
  await openDesk();
  type('g', 'd', '/', 'l', 'm', 'Backspace', 'a', 'm', 'p');
  await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue('lamp'));
});

test('keys decide nothing on a case that has just appeared, and the status line says so', async () => {
  const submission = factory.submission({ id: caseId, createdAt: recent() });
  serveQueue([submission]);
  renderRoute('/documents', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  type('g', 'm', '2');
  expect(await screen.findByText('2 came too early: not done')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Approve.* at L2/i })).not.toBeInTheDocument();
  expect(await screen.findByRole('article', { name: submission.title })).toBeInTheDocument();
  await rest();
  type('2');
  expect(await screen.findByRole('button', { name: /Approve.* at L2/i })).toBeInTheDocument();
  expect(screen.queryByText('2 came too early: not done')).not.toBeInTheDocument();
});

/** Opens the desk with two cases, at the first. */
async function openTwo() {
  const queue = [3, 2].map((hours) =>
    factory.submission({
      title: `${hours} hours`,
      createdAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
    }),
  );
  serveQueue(queue);
  const view = renderRoute('/admin', { user: factory.admin() });
  await screen.findByRole('article', { name: '3 hours' });
  await rest();
  return { ...view, second: queue[1]?.id ?? '' };
}

test('Enter right after a move to the next case applies to that case', async () => {
  const { router, second } = await openTwo();
  // The page is not rendered between these keys.
  act(() => {
    type('j', 'j');
    // False: following the link to the previous case was prevented.
    expect(fireEvent.keyDown(focused(), { key: 'Enter' })).toBe(false);
  });
  expect(await screen.findByRole('article', { name: '2 hours' })).toBeInTheDocument();
  await rest();
  expect(router.state.location.search).toBe(`?case=${second}`);
  expect(screen.getByRole('link', { name: /^2 hours/ })).toHaveFocus();
});

test('keys right after a move to the next case decide nothing on the previous one', async () => {
  await openTwo();
  act(() => {
    type('j', '2', 'a');
  });
  expect(await screen.findByRole('article', { name: '2 hours' })).toBeInTheDocument();
  expect(await screen.findByText(/came too early: not done/)).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Approve.* at L2/i })).not.toBeInTheDocument();
});

test('keys right after a move to another tab do not apply to the previous case', async () => {
  const { router } = await openTwo();
  act(() => {
    void router.navigate('/admin?tab=edits');
    expect(fireEvent.keyDown(focused(), { key: 'Enter' })).toBe(false);
  });
  await screen.findByRole('tab', { name: /^Document edits/, selected: true });
  await rest();
  expect(router.state.location.search).toBe('?tab=edits');
});

test('typing in a field continues while the address changes', async () => {
  const { router } = renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  type('/', 'l');
  act(() => {
    void router.navigate('/documents?q=l');
    // True: the field receives the key.
    expect(fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'a' })).toBe(true);
  });
  await waitFor(() => expect(router.state.location.search).toBe('?q=l'));
});

test('the second key of a sequence is not a shortcut of the screen', async () => {
  const { router } = await openDesk();
  type('g', 'a');
  await waitFor(() => expect(router.state.location.pathname).toBe('/archive'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a sequence survives a change of the address between its keys', async () => {
  const { router } = renderRoute('/documents', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  type('g');
  await act(async () => {
    await router.navigate('/documents?q=stairs');
  });
  goOn('m');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('a sequence survives navigation to the main terminal without reaching its command line', async () => {
  const { router } = renderRoute('/documents', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  type('g', 'h', 'g');
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  goOn('m');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin'));
});

test('on the main terminal g r opens the archive requests, and g o starts goto', async () => {
  const { router, operator } = renderRoute('/', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  await operator.keyboard('go');
  expect(screen.getByRole('textbox', { name: 'Command line' })).toHaveValue('go');
  await operator.keyboard('{Escape}{Backspace}{Backspace}');
  act(() => {
    screen.getByRole('textbox', { name: 'Command line' }).blur();
  });
  type('g', 'r');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/archive-requests'));
});

test('a question ignores Enter right after it appears, and Enter held down', async () => {
  const { operator, submission } = await openDesk();
  const calls = answer('patch', '/api/admin/submissions/:id', submission);
  await operator.keyboard('2a');
  // At once: waiting would take up part of the measured time.
  const dialog = screen.getByRole('alertdialog', { name: 'Confirm approval' });
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(focused(), { key: 'Enter', ...init });
  expect(dialog).toHaveAttribute('data-ready', 'false');
  expect(press({})).toBe(false);
  await waitFor(() => expect(dialog).toHaveAttribute('data-ready', 'true'));
  expect(press({ repeat: true })).toBe(false);
  expect(press({})).toBe(true);
  expect(calls).toHaveLength(0);
});

test('Tab right after a layer closes moves on from the returned focus', async () => {
  const { operator } = await openDesk();
  const link = screen.getByRole('link', { name: 'FACILITY TERMINAL' });
  link.focus();
  await operator.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Commands' });
  type('Escape', 'Tab');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Find a record/ })).toHaveFocus());
});

test('Enter or Arrow Down in a search field moves to the first result once it is loaded', async () => {
  const found = factory.summary({ title: 'Lamp' });
  server.use(
    http.get('*/api/documents', ({ request }) =>
      HttpResponse.json(request.url.includes('q=lam') ? [found] : [factory.summary({ title: 'Old' })]),
    ),
  );
  const { operator } = renderRoute('/documents', { user: factory.user() });
  // The preview beside the list also has links.
  await screen.findAllByRole('link', { name: /Old/ });
  const field = screen.getByRole('searchbox');
  for (const keys of ['lamp{Enter}', '{Backspace}{ArrowDown}']) {
    await operator.type(field, keys);
    await waitFor(() => expect(screen.getAllByRole('link', { name: /Lamp/ })[0]).toHaveFocus());
  }
});

test('a row that requests the focus under a layer gets it once the layer closes', async () => {
  const submission = factory.submission({ id: caseId, createdAt: recent() });
  serveQueue([submission]);
  let arrive: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.use(
    http.get('*/api/admin/submissions', async () => {
      await asked;
      return HttpResponse.json([{ ...submission, content: null }]);
    }),
  );
  const { operator } = renderRoute('/admin', { user: factory.admin() });
  // By pointer, because keys would be buffered for the screen that is loading.
  await operator.click(await screen.findByRole('button', { name: /cmd/ }));
  const field = await screen.findByRole('combobox', { name: 'Commands' });
  arrive();
  const row = await screen.findByRole('link', { name: new RegExp(submission.title), hidden: true });
  await rest();
  expect(field).toHaveFocus();
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(row).toHaveFocus());
});

test('j moves into a loading list once its rows are loaded', async () => {
  let arrive: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.use(
    http.get('*/api/documents', async () => {
      await asked;
      return HttpResponse.json([factory.summary({ title: 'Lamp' })]);
    }),
  );
  renderRoute('/documents', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: 'Document repository' });
  type('j');
  arrive();
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Lamp/ })[0]).toHaveFocus());
});

test('a key after a link to a part of the same screen continues from that part', async () => {
  const { router } = renderRoute('/', { user: factory.admin() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  screen.getByRole('textbox', { name: 'Command line' }).blur();
  const heard: (string | null)[] = [];
  document.body.onkeydown = ({ key }) => {
    if (key === 'x') heard.push(focused().getAttribute('data-part'));
  };
  act(() => {
    type('g', 'n', 'x');
  });
  await waitFor(() => expect(heard).toHaveLength(1));
  document.body.onkeydown = null;
  expect(heard).toEqual(['news']);
  expect(router.state.location.hash).toBe('#news');
});
