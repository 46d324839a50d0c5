import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import type { InitialEntry } from '@/testing/memoryRouter';
import { findToast, renderRoute } from '@/testing/render';
import { emptyRecord } from '@/text/recordText';
import { keepRecord, keptRecord, recordEntry } from '@/testing/records';
import { answer, refuse, server } from '@/testing/server';

const user = factory.user();
const heading = () => screen.findByRole('heading', { level: 1, name: 'Document submission' });
const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText('Content');
const category = () => screen.getByLabelText('Category');
const submit = () => screen.getByRole('button', { name: /^Submit for review/ });

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

async function open(address: InitialEntry = recordEntry, locked = false, who = user) {
  const view = renderRoute(address, { user: who, locked });
  await heading();
  return view;
}

describe('the form', () => {
  test('the templates dialog leads to the templates', async () => {
    const { operator } = await open();
    await operator.click(screen.getByRole('button', { name: 'Access templates' }));
    const dialog = await screen.findByRole('dialog', { name: 'Access templates' });
    expect(within(dialog).getByRole('link', { name: 'Templates' })).toHaveAttribute('href', '/templates');
    await operator.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('Enter pressed three times sends one submission', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/submissions', async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        await delay(100);
        return HttpResponse.json(factory.submission(), { status: 201 });
      }),
    );
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.type(title(), '{Enter}{Enter}{Enter}');
    expect(submit()).toHaveAttribute('type', 'submit');
    await operator.click(submit());
    await waitFor(() => expect(title()).toHaveValue(''));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  });

  test('a retry after a lost response has the same key; a changed text has another', async () => {
    const keys: (string | null)[] = [];
    server.use(
      http.post('*/api/submissions', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'));
        return keys.length < 3
          ? HttpResponse.error()
          : HttpResponse.json(factory.submission(), { status: 201 });
      }),
    );
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.click(submit());
    expect(await findToast('Submission failed')).toBeInTheDocument();
    await operator.click(submit());
    await waitFor(() => expect(keys).toHaveLength(2));
    await waitFor(() => expect(submit()).not.toHaveAttribute('aria-busy'));
    await operator.type(title(), 'yz');
    await operator.click(submit());
    expect(await findToast('Submission successful')).toBeInTheDocument();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('what was sent is named above the empty form, with the focus and a way to it, until that is cleared', async () => {
    const submission = factory.submission({ title: 'The third bell' });
    answer('post', '/api/submissions', submission);
    keepRecord(user.id, { title: 'The third bell', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.click(submit());
    const link = await screen.findByRole('link', { name: 'My submissions' });
    expect(link).toHaveAttribute('href', '/submission?tab=mine');
    const note = screen.getByRole('group', { name: 'Sent' });
    expect(note).toHaveFocus();
    expect(note).toHaveTextContent('The third bell');
    await operator.type(title(), 'x');
    await operator.click(screen.getByRole('button', { name: 'Clear' }));
    const question = await screen.findByRole('alertdialog', { name: 'Clear the form' });
    await operator.click(within(question).getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('group', { name: 'Sent' })).not.toBeInTheDocument();
  });

  test('text sent while the screen was left does not return as a draft', async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.post('*/api/submissions', async () => {
        await arrived;
        return HttpResponse.json(factory.submission(), { status: 201 });
      }),
    );
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator, router } = await open();
    await operator.click(submit());
    await act(() => router.navigate('/'));
    await screen.findByRole('heading', { name: /SECURE TERMINAL/ });
    await act(() => router.navigate(-1));
    await heading();
    expect(title()).toHaveValue('x');
    arrive();
    await waitFor(() => expect(title()).toHaveValue(''));
    expect(keptRecord(user.id).title).toBe('');
  });

  test('of several fields that the server refuses, the first gets the focus', async () => {
    refuse('post', '/api/submissions', 400, {
      code: 'validation_failed',
      message: 'No.',
      fields: [
        { field: 'content', message: 'Bad content' },
        { field: 'title', message: 'Bad title' },
      ],
    });
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.click(submit());
    expect(await screen.findByText('Bad title')).toBeInTheDocument();
    expect(title()).toHaveFocus();
  });

  test('has its fields, categories and guidelines', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Return to main' })).toHaveAttribute('href', '/');
    const options = within(category()).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ value, textContent }) => `${value}: ${textContent}`)).toEqual([
      ': Select a category',
      'ENTITY: Entity object',
      'INCIDENT: Incident report',
      'EXPERIMENT: Experiment log',
      'RESEARCH: Research log',
      'PERSONNEL: Personnel file',
      'SITE: Site documentation',
      'CONTAINMENT PROTOCOL: Containment protocol',
      'OTHER: Other',
    ]);
    expect(content()).toHaveAttribute('rows', '15');
    expect(screen.getByRole('region', { name: 'Guidelines' })).toHaveTextContent(
      'All submissions need admin approval.Appropriate mature content.' +
        'No personal information or real names.Follow lore conventions.',
    );
    expect(screen.getByText(/Supported: \.TXT, \.MD, \.PDF, \.DOC, \.DOCX/)).toBeInTheDocument();
    await expectNoAxeViolations();
  });

  test('sends what was typed and is empty afterwards', async () => {
    const sent = factory.submission({ title: 'The lighthouse' });
    const calls = answer('post', '/api/submissions', sent, { status: 201 });
    const { operator, store } = await open();
    await operator.type(title(), ' The lighthouse ');
    await operator.selectOptions(category(), 'CONTAINMENT PROTOCOL');
    await operator.type(content(), 'It answers.{Enter}Twice.');
    expect(store.getState().ui.status.mode).toBe('EDIT');
    answer('get', '/api/user/submissions', [sent]);
    await operator.click(submit());
    expect(await findToast('Submission successful')).toBeInTheDocument();
    expect(calls.map((call) => call.body)).toEqual([
      {
        title: 'The lighthouse',
        category: 'CONTAINMENT PROTOCOL',
        content: 'It answers.\nTwice.',
        files: [],
        scheduledReleaseAt: null,
      },
    ]);
    expect([title(), content(), category()].map((field) => (field as HTMLInputElement).value)).toEqual([
      '',
      '',
      '',
    ]);
    expect(keptRecord(user.id).title).toBe('');
    expect(await screen.findByRole('tab', { name: 'My submissions (1)' })).toBeInTheDocument();
    expect(store.getState().ui.status.mode).toBe('READY');
  });

  test.each([
    [{}, title],
    [{ title: 'x' }, category],
    [{ title: 'x', category: 'SITE' }, content],
    [{ title: ' ', category: 'SITE', content: 'x' }, title],
  ])('with only %p nothing is sent', async (values, first) => {
    const calls = answer('post', '/api/submissions', factory.submission());
    keepRecord(user.id, { title: '', category: '', content: '', release: '', ...values });
    const { operator } = await open();
    await operator.click(submit());
    expect(await findToast('Missing fields')).toHaveTextContent(
      'Please fill in title, category, and content.',
    );
    expect(first()).toHaveFocus();
    expect(first()).toBeInvalid();
    expect(calls).toHaveLength(0);
  });

  test.each([
    [{ title: 'x'.repeat(201) }, 'Title must be at most 200 characters'],
    [{ content: 'x'.repeat(200_001) }, 'Content must be at most 200,000 characters'],
    [{ content: 'bell \u0007' }, 'Content must not contain control characters'],
  ])('%#: an invalid field is named, and nothing is sent', async (values, message) => {
    const calls = answer('post', '/api/submissions', factory.submission());
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'x', release: '', ...values });
    const { operator } = await open();
    await operator.click(submit());
    expect(await findToast('Validation error')).toHaveTextContent(message);
    expect(calls).toHaveLength(0);
  });

  test('a problem that the server reports appears beside its field, and the text stays', async () => {
    refuse('post', '/api/submissions', 400, {
      code: 'validation_failed',
      message: 'Title must not contain control characters',
      fields: [{ field: 'title', message: 'Title must not contain control characters' }],
    });
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.click(submit());
    expect(await findToast('Submission failed')).toHaveTextContent('control characters');
    expect(title()).toHaveAccessibleDescription(/control characters/);
    expect(content()).toHaveValue('y');
  });

  test('can be cleared, after a question', async () => {
    keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
    const { operator } = await open();
    await operator.click(screen.getByRole('button', { name: 'Clear' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clear the form' });
    await operator.click(within(dialog).getByRole('button', { name: 'Clear' }));
    expect(title()).toHaveValue('');
    expect(keptRecord(user.id)).toEqual(emptyRecord);
  });

  test('is not for the emergency account', async () => {
    renderRoute(paths.submission, { user: factory.emergency() });
    expect(await screen.findByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeInTheDocument();
    expect(screen.queryByLabelText('Title')).not.toBeInTheDocument();
  });
});

describe('unsent text', () => {
  test('stays when the tab is changed', async () => {
    const { operator } = await open();
    await operator.type(content(), 'It answers.');
    await operator.click(screen.getByRole('tab', { name: /^My submissions/ }));
    expect(screen.queryByLabelText('Content')).not.toBeInTheDocument();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    await operator.click(screen.getByRole('tab', { name: 'New record' }));
    expect(content()).toHaveValue('It answers.');
  });

  test('is kept while it is typed', async () => {
    const { operator } = await open();
    await operator.type(title(), 'The light');
    expect(keptRecord(user.id).title).toBe('The light');
  });

  test('is not lost to the end of a session', async () => {
    const { operator, router } = await open();
    await operator.type(title(), 'The lighthouse');
    refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
    refuse('post', '/api/submissions', 401, { code: 'not_signed_in', message: 'Sign in first.' });
    await operator.selectOptions(category(), 'SITE');
    await operator.type(content(), 'y');
    await operator.click(submit());
    expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth');
    expect(keptRecord(user.id)).toEqual({
      ...emptyRecord,
      title: 'The lighthouse',
      category: 'SITE',
      content: 'y',
      release: '',
    });
  });

  test('stays when the screen is left, and is there again', async () => {
    const { operator, router } = await open();
    await operator.type(title(), 'x');
    await operator.click(screen.getByRole('link', { name: 'Return to main' }));
    expect(await screen.findByRole('heading', { name: /SECURE TERMINAL/ })).toBeInTheDocument();
    await act(() => router.navigate(-1));
    await heading();
    expect(title()).toHaveValue('x');
  });

  test('makes the window ask before it is closed; an empty form does not', async () => {
    const { operator } = await open();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
    await operator.type(title(), 'x');
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  });

  test('an empty form is left without a question', async () => {
    const { operator } = await open();
    await operator.click(screen.getByRole('link', { name: 'Return to main' }));
    expect(await screen.findByRole('heading', { name: /SECURE TERMINAL/ })).toBeInTheDocument();
  });
});

describe('text from the address', () => {
  const prefilled = '/submission?title=%5BDraft%5D%20One&category=SITE&content=100%20%25%0Atwo';

  test('goes into an empty form, and out of the address', async () => {
    const { router } = await open(prefilled);
    expect(title()).toHaveValue('[Draft] One');
    expect(category()).toHaveValue('SITE');
    expect(content()).toHaveValue('100 %\ntwo');
    await waitFor(() => expect(router.state.location.search).toBe(''));
    // Back would lead to the same form otherwise.
    expect(router.state.historyAction).toBe('REPLACE');
    expect(title()).toHaveValue('[Draft] One');
  });

  test('is a record of its own beside the unsent text of another one', async () => {
    const { operator, router } = await open();
    await operator.type(title(), 'Mine');
    await act(() => router.navigate(prefilled));
    await waitFor(() => expect(title()).toHaveValue('[Draft] One'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(title()).toHaveValue('Mine'));
  });

  test('is taken each time the address has some, also on the same screen', async () => {
    const { operator, router } = await open(prefilled);
    await operator.clear(title());
    await operator.clear(content());
    await operator.selectOptions(category(), '');
    await act(() => router.navigate(prefilled));
    await waitFor(() => expect(title()).toHaveValue('[Draft] One'));
  });
});
