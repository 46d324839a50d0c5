import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FileText } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { keepRecord, recordEntry } from '@/testing/records';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';
import type { RecordText } from '@/text/recordText';

const user = factory.user();
const text = '# The lantern\n\nIt was lit before we came.';
const ready: FileText = { state: 'ready', text };
const waiting: FileText = { state: 'waiting', text: null };
const offer = { name: 'Take the text over (8 words) of log.docx' };

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
  answer('post', '/api/objects/upload', { uploadURL: 'http://localhost/api/objects/upload/ticket-1' });
  answer('put', '/api/objects/upload/:ticket', { size: 1, contentType: 'text/plain', filename: 'x' });
  answer('put', '/api/submission-files', {
    objectPath: '/objects/0001',
    fileId: '0001',
    kind: 'file',
    width: null,
    height: null,
  });
});

const title = () => screen.getByLabelText('Title');
const content = () => screen.getByLabelText<HTMLTextAreaElement>('Content');

/** Opens the form with a text, and uploads a file into it. */
async function attach(kept: Partial<RecordText> = {}, name = 'log.docx') {
  keepRecord(user.id, { category: 'SITE', ...kept });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await screen.findByLabelText('Choose files'), new File(['x'], name));
  return operator;
}

test('the text of a file goes into an empty form, with its first heading as the title', async () => {
  answer('get', '/api/objects/:id/text', ready);
  const operator = await attach();
  await operator.click(await screen.findByRole('button', offer));
  expect(content()).toHaveValue(text);
  expect(title()).toHaveValue('The lantern');
  expect(content()).toHaveFocus();
  expect(screen.getByText('Attached. Its text was taken over.')).toBeInTheDocument();
});

test.each([
  ['Append', `Typed.\n\n${text}`],
  ['Replace', text],
])('a form with text asks, and %p leaves %p', async (name, after) => {
  answer('get', '/api/objects/:id/text', ready);
  const operator = await attach({ title: 'Mine', content: 'Typed.' });
  await operator.click(await screen.findByRole('button', offer));
  const question = screen.getByRole('group', { name: 'Text of log.docx' });
  expect(within(question).getByRole('button', { name: 'Append' })).toHaveFocus();
  await expectNoAxeViolations();
  await operator.click(within(question).getByRole('button', { name }));
  expect(content()).toHaveValue(after);
  expect(title()).toHaveValue('Mine');
});

test('a question that is canceled leaves the text and gives the focus back', async () => {
  answer('get', '/api/objects/:id/text', ready);
  const operator = await attach({ content: 'Typed.' });
  await operator.click(await screen.findByRole('button', offer));
  await operator.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(content()).toHaveValue('Typed.');
  expect(screen.getByRole('button', offer)).toHaveFocus();
});

test('a text that does not fit beside the present one is not taken over, and that is said', async () => {
  answer('get', '/api/objects/:id/text', ready);
  const before = 'x'.repeat(199_990);
  const operator = await attach({ content: before });
  await operator.click(await screen.findByRole('button', offer));
  await operator.click(screen.getByRole('button', { name: 'Append' }));
  expect(
    screen.getByText('Not taken over: the content would have 200,033 of 200,000 characters.'),
  ).toBeInTheDocument();
  expect(content().value).toHaveLength(before.length);
});

test.each([
  ['log.pdf', { state: 'none', text: null } as const],
  ['log.txt', { state: 'ready', text: ' \n' } as const],
])('%s without a text that can be read says so', async (name, found) => {
  answer('get', '/api/objects/:id/text', found);
  await attach({}, name);
  expect(await screen.findByText(/Its text cannot be read\. The file is attached/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Take the text/ })).not.toBeInTheDocument();
});

describe('a text that is being read', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

  /** Opens a form with a file, and asks for its text. */
  async function ask() {
    const calls = answer('get', '/api/objects/:id/text', waiting);
    keepRecord(user.id, { files: [{ key: 'a', fileId: 'a', name: 'log.docx', size: 2 }] });
    const { router } = renderRoute(recordEntry, { user });
    const read = await screen.findByRole('button', { name: 'Read the text of log.docx' });
    act(() => read.click());
    expect(await screen.findByText('Reading the text')).toBeInTheDocument();
    await waitFor(() => expect(calls).toHaveLength(1));
    return { calls, router };
  }

  test('is asked for again after pauses that double up to ten seconds, until it is there', async () => {
    const { calls } = await ask();
    for (const [index, seconds] of [1, 2, 4, 8, 10, 10].entries()) {
      await pass(seconds * 1000 - 200);
      expect(calls).toHaveLength(index + 1);
      await waitFor(() => expect(calls).toHaveLength(index + 2));
    }
    expect(calls.every(({ headers }) => headers.get('X-Background') === '1')).toBe(true);
    const last = answer('get', '/api/objects/:id/text', ready);
    await pass(10_000);
    expect(await screen.findByRole('button', offer)).toBeInTheDocument();
    await pass(60_000);
    expect(last).toHaveLength(1);
  });

  test('is not asked for any more once the file is removed', async () => {
    const { calls } = await ask();
    fireEvent.click(screen.getByRole('button', { name: 'Remove log.docx' }));
    await pass(60_000);
    expect(calls).toHaveLength(1);
  });

  test('is not asked for any more once the page is left', async () => {
    const { calls, router } = await ask();
    answer('get', '/api/documents', []);
    act(() => void router.navigate('/documents'));
    expect(await screen.findByRole('heading', { name: 'Document repository' })).toBeInTheDocument();
    await pass(60_000);
    expect(calls).toHaveLength(1);
  });
});

test('a text that is not read within two minutes can be asked for again', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    answer('get', '/api/objects/:id/text', waiting);
    keepRecord(user.id, { files: [{ key: 'a', fileId: 'a', name: 'log.docx', size: 2 }] });
    renderRoute(recordEntry, { user });
    const read = await screen.findByRole('button', { name: 'Read the text of log.docx' });
    act(() => read.click());
    await act(() => jest.advanceTimersByTimeAsync(125_000));
    const retry = await screen.findByRole('button', { name: 'Retry reading log.docx' });
    answer('get', '/api/objects/:id/text', ready);
    act(() => retry.click());
    expect(await screen.findByRole('button', offer)).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('a text that may not be read says why', async () => {
  refuse('get', '/api/objects/:id/text', 404, { code: 'not_found', message: 'File not found' });
  await attach();
  expect(await screen.findByText('Attached. File not found')).toBeInTheDocument();
});
