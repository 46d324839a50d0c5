import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';
import { readDraft, writeDraft } from './draft';

const user = factory.user();
const uploadURL = 'http://localhost/api/objects/upload/ticket-1';
const chooser = () => screen.findByLabelText('Choose a file');

/** A file whose text can be read: jsdom's cannot. */
const note = (text = 'It answers.', name = 'log.md') =>
  Object.assign(new File([text], name), { text: () => Promise.resolve(text) });

function serve() {
  return {
    tickets: answer('post', '/api/objects/upload', { uploadURL }),
    puts: answer('put', '/api/objects/upload/:ticket', {
      size: 1,
      contentType: 'text/plain',
      filename: 'x',
    }),
    claims: answer('put', '/api/submission-files', { objectPath: '/objects/0001' }),
  };
}

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

test('a chosen file is sent, claimed, kept, and goes with the submission', async () => {
  const { puts, claims } = serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note('It answers.', 'night & day.md'));
  expect(await findToast('File uploaded successfully')).toBeInTheDocument();
  expect(screen.getByText('Attached')).toBeInTheDocument();
  expect(puts[0]?.url.searchParams.get('filename')).toBe('night & day.md');
  expect(puts[0]?.headers.get('content-type')).toBe('text/markdown');
  expect(claims.map((call) => call.body)).toEqual([{ fileURL: uploadURL }]);
  expect(readDraft(user.id).file).toEqual({ name: 'night & day.md', path: '/objects/0001' });

  await operator.type(screen.getByLabelText('Title'), 'The lighthouse');
  await operator.selectOptions(screen.getByLabelText('Category'), 'SITE');
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    { title: 'The lighthouse', category: 'SITE', content: 'It answers.', filePath: '/objects/0001' },
  ]);
  expect(await chooser()).toBeInTheDocument();
});

test.each([
  ['log.txt', '\uFEFFIt answers.', '', 'It answers.'],
  ['log.md', 'It answers.', 'Typed before.', 'Typed before.'],
  ['log.pdf', '%PDF-1.7', '', ''],
])('%s with %p over %p leaves %p as content', async (name, text, before, after) => {
  serve();
  writeDraft(user.id, { values: { title: '', category: '', content: before }, file: null });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note(text, name));
  expect(await screen.findByText('Attached')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByLabelText('Content')).toHaveValue(after);
  });
});

test('a file can be dropped', async () => {
  const { puts } = serve();
  renderRoute(paths.submission, { user });
  const input = await chooser();
  fireEvent.dragOver(input);
  fireEvent.dragLeave(input);
  fireEvent.drop(input, { dataTransfer: { files: [note()] } });
  expect(await screen.findByText('Attached')).toBeInTheDocument();
  expect(puts).toHaveLength(1);
});

const big = () => Object.defineProperty(note('x', 'big.txt'), 'size', { value: 10_485_761 });

test.each([
  ['10 MB and a byte', big(), 'The file is larger than 10 MB.'],
  ['nothing', note('', 'empty.txt'), 'The file is empty.'],
  ['a program', note('MZ', 'tool.exe'), 'Only .TXT, .MD, .PDF, .DOC files can be attached.'],
])('%s is refused here, without a call', async (_what, file, message) => {
  const { tickets } = serve();
  renderRoute(paths.submission, { user });
  fireEvent.drop(await chooser(), { dataTransfer: { files: [file] } });
  expect(await findToast('File upload error')).toHaveTextContent(message);
  expect(screen.getByText(`${file.name}: ${message}`, { exact: false })).toBeInTheDocument();
  expect(tickets).toHaveLength(0);
  expect(await chooser()).toBeInTheDocument();
});

test('exactly 10 MB is taken', async () => {
  serve();
  renderRoute(paths.submission, { user });
  const file = Object.defineProperty(note('x', 'big.pdf'), 'size', { value: 10_485_760 });
  fireEvent.drop(await chooser(), { dataTransfer: { files: [file] } });
  expect(await screen.findByText('Attached')).toBeInTheDocument();
});

test('no ticket', async () => {
  serve();
  refuse('post', '/api/objects/upload', 429, { code: 'rate_limited', message: 'Too many uploads.' });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('Too many uploads.');
  expect(screen.getByText('log.md: Too many uploads.', { exact: false })).toBeInTheDocument();
});

test('bytes that are refused', async () => {
  const { claims } = serve();
  refuse('put', '/api/objects/upload/:ticket', 415, {
    code: 'unsupported_type',
    message: 'The content is not what the name says.',
  });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('The content is not what the name says.');
  expect(claims).toHaveLength(0);
});

test('a record is not sent without the file that was refused, unless that is wanted', async () => {
  serve();
  refuse('put', '/api/objects/upload/:ticket', 415, { code: 'unsupported_type', message: 'No PDF.' });
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  writeDraft(user.id, { values: { title: 'x', category: 'SITE', content: 'y' }, file: null });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note('not one', 'log.pdf'));
  const submit = screen.getByRole('button', { name: 'Submit for review' });
  const dismiss = await screen.findByRole('button', { name: 'Dismiss' });
  await operator.click(submit);
  expect(await findToast('Not sent')).toHaveTextContent('log.pdf could not be attached.');
  expect(calls).toHaveLength(0);
  await operator.click(dismiss);
  await operator.click(submit);
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('a connection that breaks', async () => {
  serve();
  server.use(http.put('*/api/objects/upload/:ticket', () => Response.error()));
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('The upload broke off.');
});

test('a file that arrived and could not be processed', async () => {
  serve();
  refuse('put', '/api/submission-files', 409, { code: 'not_stored', message: 'The file is not there.' });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('The file is not there.');
  expect(readDraft(user.id).file).toBeNull();
});

test('a session that has ended is noticed', async () => {
  serve();
  const { operator } = renderRoute(paths.submission, { user });
  const input = await chooser();
  refuse('put', '/api/objects/upload/:ticket', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  await operator.upload(input, note());
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
});

test('an upload under way shows how far it is and can be called off', async () => {
  const { claims } = serve();
  let called = false;
  server.use(
    http.put('*/api/objects/upload/:ticket', () => {
      called = true;
      return new Promise(() => undefined);
    }),
  );
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByRole('progressbar', { name: 'Uploading log.md' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await waitFor(() => {
    expect(called).toBe(true);
  });
  await operator.click(screen.getByRole('button', { name: 'Cancel upload' }));
  expect(await chooser()).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  expect(claims).toHaveLength(0);
});

test('an attached file comes back after a reload and can be removed', async () => {
  writeDraft(user.id, {
    values: { title: '', category: '', content: '' },
    file: { name: 'log.pdf', path: '/objects/0001' },
  });
  const { operator } = renderRoute(paths.submission, { user });
  expect(await screen.findByText('log.pdf')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await chooser()).toHaveFocus();
  expect(readDraft(user.id).file).toBeNull();
});

test('in lockdown nothing can be attached', async () => {
  renderRoute(paths.submission, { user: factory.admin(), locked: true });
  expect(await screen.findByText('UPLOAD LOCKED - MAINTENANCE MODE')).toBeInTheDocument();
  expect(screen.queryByLabelText('Choose a file')).not.toBeInTheDocument();
  fireEvent.drop(screen.getByText('UPLOAD LOCKED - MAINTENANCE MODE'), {
    dataTransfer: { files: [note()] },
  });
  expect(within(screen.getByRole('form')).queryByText('log.md')).not.toBeInTheDocument();
});
