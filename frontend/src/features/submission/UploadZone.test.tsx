import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { emptyRecord } from '@/text/recordText';
import { keepRecord, keptRecord, recordEntry } from '@/testing/records';
import { answer, refuse, server } from '@/testing/server';

const user = factory.user();
const uploadURL = 'http://localhost/api/objects/upload/ticket-1';
const chooser = () => screen.findByLabelText('Choose a file');

/** A file whose bytes can be read: jsdom's cannot. */
const note = (text = 'It answers.', name = 'log.md', encoding: 'utf-8' | 'latin1' = 'utf-8') =>
  Object.assign(new File([text], name), {
    stream: () => new Response(text).body,
    arrayBuffer: () => Promise.resolve(Uint8Array.from(Buffer.from(text, encoding)).buffer),
  });

function serve() {
  return {
    tickets: answer('post', '/api/objects/upload', { uploadURL }),
    puts: answer('put', '/api/objects/upload/:ticket', {
      size: 1,
      contentType: 'text/plain',
      filename: 'x',
    }),
    claims: answer('put', '/api/submission-files', {
      objectPath: '/objects/0001',
      fileId: '0001',
      kind: 'file',
      width: null,
      height: null,
    }),
  };
}

const { XMLHttpRequest: usualRequest } = globalThis;

afterEach(() => {
  globalThis.XMLHttpRequest = usualRequest;
});

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

test('a chosen file is uploaded, claimed, kept, and sent with the submission', async () => {
  const { puts, claims } = serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note('It answers.', 'night & day.md'));
  expect(await findToast('File uploaded successfully')).toBeInTheDocument();
  expect(screen.getByText('Attached')).toBeInTheDocument();
  expect(puts[0]?.url.searchParams.get('filename')).toBe('night & day.md');
  expect(puts[0]?.headers.get('content-type')).toBe('text/markdown');
  expect(claims.map((call) => call.body)).toEqual([{ fileURL: uploadURL }]);
  expect(keptRecord(user.id).file).toEqual({ name: 'night & day.md', path: '/objects/0001' });

  await operator.type(screen.getByLabelText('Title'), 'The lighthouse');
  await operator.selectOptions(screen.getByLabelText('Category'), 'SITE');
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    {
      title: 'The lighthouse',
      category: 'SITE',
      content: 'It answers.',
      filePath: '/objects/0001',
      scheduledReleaseAt: null,
    },
  ]);
  expect(await chooser()).toBeInTheDocument();
});

test.each([
  ['log.txt', '\uFEFFIt answers.', '', 'It answers.'],
  ['log.md', 'It answers.', 'Typed before.', 'Typed before.'],
  ['log.md', 'One\r\ntwo\fthree', '', 'One\ntwo\nthree'],
  ['log.pdf', '%PDF-1.7', '', ''],
])('%s with %p over %p leaves %p as content', async (name, text, before, after) => {
  serve();
  keepRecord(user.id, { title: '', category: '', content: before, release: '' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note(text, name));
  expect(await screen.findByText('Attached')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Content')).toHaveValue(after));
});

test('a file can be dropped', async () => {
  const { puts } = serve();
  renderRoute(recordEntry, { user });
  const input = await chooser();
  fireEvent.dragOver(input);
  fireEvent.dragLeave(input);
  fireEvent.drop(input, { dataTransfer: { files: [note()] } });
  expect(await screen.findByText('Attached')).toBeInTheDocument();
  expect(puts).toHaveLength(1);
});

test('a file in another encoding fills the form as it was written, and that is said', async () => {
  serve();
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note('Café', 'log.txt', 'latin1'));
  expect(await findToast('Text taken from the file')).toHaveTextContent('log.txt was read as windows-1252.');
  expect(screen.getByLabelText('Content')).toHaveValue('Café');
});

test('what the server refuses in a file is named and can be removed', async () => {
  serve();
  const { operator } = renderRoute(paths.submission, { user });
  await operator.upload(await chooser(), note('One\ntwo\u0007 bells', 'log.txt'));
  expect(
    await screen.findByText(/Content must not contain control characters: line 2, column 4 is U\+0007/),
  ).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Remove such characters' }));
  expect(screen.getByLabelText('Content')).toHaveValue('One\ntwo bells');
  expect(screen.queryByText(/control characters/)).not.toBeInTheDocument();
});

const big = () => Object.defineProperty(note('x', 'big.txt'), 'size', { value: 10_485_761 });

test.each([
  ['one byte over 10 MB', big(), 'The file is larger than 10 MB.'],
  ['no content', note('', 'empty.txt'), 'The file is empty.'],
  [
    'an extension of its own',
    note('MZ', 'tool.exe'),
    'Only .TXT, .MD, .PDF, .DOC, .DOCX files can be attached.',
  ],
])('a file with %s is refused without a call', async (_what, file, message) => {
  const { tickets } = serve();
  renderRoute(recordEntry, { user });
  fireEvent.drop(await chooser(), { dataTransfer: { files: [file] } });
  expect(await findToast('File upload error')).toHaveTextContent(message);
  expect(screen.getByText(`${file.name}: ${message}`, { exact: false })).toBeInTheDocument();
  expect(tickets).toHaveLength(0);
  expect(await chooser()).toBeInTheDocument();
});

test('a file of exactly 10 MB is accepted', async () => {
  serve();
  renderRoute(recordEntry, { user });
  const file = Object.defineProperty(note('x', 'big.pdf'), 'size', { value: 10_485_760 });
  fireEvent.drop(await chooser(), { dataTransfer: { files: [file] } });
  expect(await screen.findByText('Attached')).toBeInTheDocument();
});

test('a refused ticket is shown as the reason', async () => {
  serve();
  refuse('post', '/api/objects/upload', 429, { code: 'rate_limited', message: 'Too many uploads.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('Too many uploads.');
  expect(screen.getByText('log.md: Too many uploads.', { exact: false })).toBeInTheDocument();
});

test('a file that the server refuses is not claimed', async () => {
  const { claims } = serve();
  refuse('put', '/api/objects/upload/:ticket', 415, {
    code: 'unsupported_type',
    message: 'The content is not what the name says.',
  });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('The content is not what the name says.');
  expect(claims).toHaveLength(0);
});

test('a record with a refused file is sent only after the file is dismissed', async () => {
  serve();
  refuse('put', '/api/objects/upload/:ticket', 415, { code: 'unsupported_type', message: 'No PDF.' });
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', release: '' });
  const { operator } = renderRoute(recordEntry, { user });
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

/** Replaces the browser's request by one whose connection breaks, before or after the whole file was sent. */
function breakConnection(after: 'nothing' | 'the whole file') {
  class BrokenRequest {
    readonly upload: { onload?: () => void } = {};
    onerror?: () => void;
    open() {
      return undefined;
    }
    setRequestHeader() {
      return undefined;
    }
    send() {
      queueMicrotask(() => {
        if (after === 'the whole file') this.upload.onload?.();
        this.onerror?.();
      });
    }
  }
  globalThis.XMLHttpRequest = BrokenRequest as unknown as typeof XMLHttpRequest;
}

test('a connection that breaks during the upload is named', async () => {
  const { claims } = serve();
  breakConnection('nothing');
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent(
    'The connection was lost during the upload.',
  );
  expect(claims).toHaveLength(0);
});

test('a file whose response was lost is attached if it has arrived', async () => {
  const { claims } = serve();
  breakConnection('the whole file');
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByText('Attached')).toBeInTheDocument();
  expect(claims).toHaveLength(1);
});

test('a file whose response was lost and that has not arrived says so', async () => {
  serve();
  breakConnection('the whole file');
  refuse('put', '/api/submission-files', 409, { code: 'not_stored', message: 'The file is not there.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByText(/log\.md: The connection was lost during the upload/)).toBeInTheDocument();
});

test.each([
  ['a ticket', 'post', '/api/objects/upload'],
  ['an upload', 'put', '/api/objects/upload/:ticket'],
  ['a claim', 'put', '/api/submission-files'],
] as const)('%s without a response ends after a minute', async (_what, method, path) => {
  serve();
  jest.useFakeTimers({ advanceTimers: true });
  try {
    let called = false;
    server.use(
      http[method](`*${path}`, () => {
        called = true;
        return new Promise(() => undefined);
      }),
    );
    // The claim of an upload whose response is missing finds nothing.
    if (path.endsWith(':ticket'))
      refuse('put', '/api/submission-files', 409, { code: 'not_stored', message: 'The file is not there.' });
    renderRoute(recordEntry, { user });
    fireEvent.drop(await chooser(), { dataTransfer: { files: [note()] } });
    await waitFor(() => expect(called).toBe(true));
    await act(() => jest.advanceTimersByTimeAsync(61_000));
    expect(await screen.findByText(/log\.md: The server did not respond in time/)).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('an upload cut off by a reload is named afterwards', async () => {
  keepRecord(user.id, { lostFile: 'log.pdf' });
  const { operator } = renderRoute(recordEntry, { user });
  expect(await screen.findByText(/log\.pdf: The upload was not completed/)).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(keptRecord(user.id)).toEqual(emptyRecord);
});

test('an upload goes on while the other tab is open', async () => {
  const { claims } = serve();
  let respond: () => void = () => undefined;
  server.use(
    http.put('*/api/objects/upload/:ticket', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return HttpResponse.json({ size: 1, contentType: 'text/plain', filename: 'x' });
    }),
  );
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(keptRecord(user.id).lostFile).toBe('log.md');
  await operator.click(screen.getByRole('tab', { name: /^My submissions/ }));
  respond();
  await waitFor(() => expect(keptRecord(user.id).file).toEqual({ name: 'log.md', path: '/objects/0001' }));
  expect(claims).toHaveLength(1);
  await operator.click(screen.getByRole('tab', { name: 'New record' }));
  expect(screen.getByText('Attached')).toBeInTheDocument();
});

test('a file that cannot be claimed is not kept', async () => {
  serve();
  refuse('put', '/api/submission-files', 409, { code: 'not_stored', message: 'The file is not there.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('The file is not there.');
  expect(keptRecord(user.id).file).toBeNull();
});

test('an upload refused for an ended session leads to sign-in', async () => {
  serve();
  const { operator } = renderRoute(recordEntry, { user });
  const input = await chooser();
  refuse('put', '/api/objects/upload/:ticket', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  refuse('get', '/api/user', 401, { code: 'not_signed_in', message: 'Sign in first.' });
  await operator.upload(input, note());
  expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
});

test('an upload shows its progress and can be canceled', async () => {
  const { claims } = serve();
  let called = false;
  server.use(
    http.put('*/api/objects/upload/:ticket', () => {
      called = true;
      return new Promise(() => undefined);
    }),
  );
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByRole('progressbar', { name: 'Uploading log.md' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeDisabled();
  await waitFor(() => expect(called).toBe(true));
  await operator.click(screen.getByRole('button', { name: 'Cancel upload' }));
  expect(await chooser()).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeEnabled();
  expect(claims).toHaveLength(0);
});

test('an attached file comes back after a reload and can be removed', async () => {
  keepRecord(user.id, {
    file: { name: 'log.pdf', path: '/objects/0001' },
  });
  const { operator } = renderRoute(recordEntry, { user });
  expect(await screen.findByText('log.pdf')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await chooser()).toHaveFocus();
  expect(keptRecord(user.id).file).toBeNull();
});

test('no file can be attached in lockdown', async () => {
  renderRoute(paths.submission, { user: factory.admin(), locked: true });
  expect(await screen.findByText('UPLOAD LOCKED - MAINTENANCE MODE')).toBeInTheDocument();
  expect(screen.queryByLabelText('Choose a file')).not.toBeInTheDocument();
  fireEvent.drop(screen.getByText('UPLOAD LOCKED - MAINTENANCE MODE'), {
    dataTransfer: { files: [note()] },
  });
  expect(within(screen.getByRole('form')).queryByText('log.md')).not.toBeInTheDocument();
});

test('an attached file stays in sight in lockdown and can be removed', async () => {
  keepRecord(user.id, { file: { name: 'log.pdf', path: '/objects/0001' } });
  const admin = factory.admin({ id: user.id });
  const { operator } = renderRoute(recordEntry, { user: admin, locked: true });
  expect(await screen.findByText('UPLOAD LOCKED - MAINTENANCE MODE')).toBeInTheDocument();
  expect(screen.getByText('log.pdf')).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Remove' }));
  expect(keptRecord(user.id).file).toBeNull();
});
