import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { emptyRecord } from '@/text/recordText';
import { keepRecord, keptRecord, recordEntry } from '@/testing/records';
import { answer, refuse, server } from '@/testing/server';

const user = factory.user();
const uploadURL = 'http://localhost/api/objects/upload/ticket-1';
const chooser = () => screen.findByLabelText('Choose files');

/** Ids that the server gives to the files, in their order. */
const ids = ['0001', '0002', '0003'];

const note = (text = 'It answers.', name = 'log.md') => new File([text], name);

/** A file that the server has. */
const stored = (name: string) => ({ key: name, fileId: `id-${name}`, name, size: 2048 });

/** The row of a file. */
const row = async (name = 'log.md') => {
  const button = await screen.findByRole('button', { name: new RegExp(`^(Cancel|Remove) ${name}$`) });
  const found = screen.getAllByRole('listitem').find((item) => item.contains(button));
  if (found === undefined) throw new Error(`No row of ${name}.`);
  return within(found);
};

const attached = async (name = 'log.md') => (await row(name)).findByText(/^Attached/);

function serve() {
  let claimed = 0;
  return {
    texts: answer('get', '/api/objects/:id/text', { state: 'ready', text: 'It answers.' }),
    tickets: answer('post', '/api/objects/upload', { uploadURL }),
    puts: answer('put', '/api/objects/upload/:ticket', {
      size: 1,
      contentType: 'text/plain',
      filename: 'x',
    }),
    claims: answer('put', '/api/submission-files', () => {
      const fileId = ids[claimed] ?? '';
      claimed += 1;
      return { objectPath: `/objects/${fileId}`, fileId, kind: 'file', width: null, height: null } as const;
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

test('chosen files are uploaded, claimed, kept, and sent in their order', async () => {
  const { puts, claims } = serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  keepRecord(user.id, { title: 'The lighthouse', category: 'SITE', content: 'It answers.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), [note('One.', 'night & day.md'), note('%PDF', 'plan.pdf')]);
  expect(await attached('plan.pdf')).toBeInTheDocument();
  expect(await attached('night & day.md')).toBeInTheDocument();
  expect((await row('plan.pdf')).getByText('PDF, 4 B')).toBeInTheDocument();
  expect(puts.map(({ url }) => url.searchParams.get('filename'))).toEqual(['night & day.md', 'plan.pdf']);
  expect(puts[0]?.headers.get('content-type')).toBe('text/markdown');
  expect(claims.map((call) => call.body)).toEqual([{ fileURL: uploadURL }, { fileURL: uploadURL }]);
  const kept = keptRecord(user.id).files;
  expect(kept.map(({ name }) => name)).toEqual(['night & day.md', 'plan.pdf']);
  expect(kept.map(({ fileId }) => fileId).sort()).toEqual(['0001', '0002']);
  await expectNoAxeViolations();

  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls.map((call) => call.body)).toEqual([
    {
      title: 'The lighthouse',
      category: 'SITE',
      content: 'It answers.',
      files: kept.map(({ fileId }) => fileId),
      scheduledReleaseAt: null,
    },
  ]);
  expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
});

const dragged = (files: readonly File[]) => ({ dataTransfer: { files, types: ['Files'] } });

test('a file can be dropped anywhere on the page, which says so while it is dragged', async () => {
  const { puts } = serve();
  renderRoute(recordEntry, { user });
  await chooser();
  const sign = /^Drop files to attach them/;
  fireEvent.dragOver(screen.getByLabelText('Title'), dragged([]));
  expect(screen.getByText(sign)).toBeInTheDocument();
  fireEvent.dragLeave(document.body);
  expect(screen.queryByText(sign)).not.toBeInTheDocument();
  fireEvent.dragOver(screen.getByLabelText('Title'), dragged([]));
  fireEvent.drop(screen.getByRole('heading', { level: 1 }), dragged([note()]));
  expect(screen.queryByText(sign)).not.toBeInTheDocument();
  expect(await attached()).toBeInTheDocument();
  expect(puts).toHaveLength(1);
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
  expect((await row(file.name)).getByText(message, { exact: false })).toBeInTheDocument();
  expect((await row(file.name)).queryByRole('button', { name: /^Retry/ })).not.toBeInTheDocument();
  expect(screen.getByText(', 1 not attached')).toBeInTheDocument();
  expect(tickets).toHaveLength(0);
  expect(await chooser()).toBeInTheDocument();
});

test('a file of exactly 10 MB is accepted', async () => {
  serve();
  renderRoute(recordEntry, { user });
  const file = Object.defineProperty(note('x', 'big.pdf'), 'size', { value: 10_485_760 });
  fireEvent.drop(await chooser(), { dataTransfer: { files: [file] } });
  expect(await attached('big.pdf')).toBeInTheDocument();
});

test('a refused ticket is shown as the reason', async () => {
  serve();
  refuse('post', '/api/objects/upload', 429, { code: 'rate_limited', message: 'Too many uploads.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await findToast('File upload error')).toHaveTextContent('Too many uploads.');
  expect((await row()).getByText('Too many uploads.', { exact: false })).toBeInTheDocument();
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

test('a record with a refused file is sent only after the file is removed', async () => {
  serve();
  refuse('put', '/api/objects/upload/:ticket', 415, { code: 'unsupported_type', message: 'No PDF.' });
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note('not one', 'log.pdf'));
  const submit = screen.getByRole('button', { name: 'Submit for review' });
  const remove = await screen.findByRole('button', { name: 'Remove log.pdf' });
  await operator.click(submit);
  expect(await findToast('Not sent')).toHaveTextContent('log.pdf could not be attached.');
  expect(calls).toHaveLength(0);
  await operator.click(remove);
  await operator.click(submit);
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ files: [] });
});

test('a refused file can be retried', async () => {
  const { claims } = serve();
  refuse('put', '/api/objects/upload/:ticket', 503, { code: 'unavailable', message: 'The store is away.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  const retry = await screen.findByRole('button', { name: 'Retry log.md' });
  answer('put', '/api/objects/upload/:ticket', { size: 1, contentType: 'text/plain', filename: 'x' });
  await operator.click(retry);
  expect(await attached()).toBeInTheDocument();
  expect(claims).toHaveLength(1);
});

test('a record takes up to 20 files, and the others are named', async () => {
  serve();
  const files = Array.from({ length: 19 }, (_one, at) => stored(`f${at}.doc`));
  keepRecord(user.id, { files });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), [note(), note('x', 'more.md')]);
  expect(await screen.findByText(/1 file of 2 not attached\./)).toBeInTheDocument();
  expect(await attached()).toBeInTheDocument();
  expect(keptRecord(user.id).files).toHaveLength(20);
  expect(screen.queryByLabelText('Choose files')).not.toBeInTheDocument();
  expect(screen.getByText('20 files, the most that a record takes.')).toBeInTheDocument();
});

test('what the server refuses in the list of files is shown there', async () => {
  keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y', files: [stored('log.pdf')] });
  const message = 'A file is not there any more.';
  refuse('post', '/api/submissions', 400, {
    code: 'validation_failed',
    message,
    fields: [{ field: 'files', message }],
  });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.click(await screen.findByRole('button', { name: 'Submit for review' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`ERR ${message}`);
  expect(await chooser()).toHaveFocus();
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
  expect(await attached()).toBeInTheDocument();
  expect(claims).toHaveLength(1);
});

test('a file whose response was lost and that has not arrived says so', async () => {
  serve();
  breakConnection('the whole file');
  refuse('put', '/api/submission-files', 409, { code: 'not_stored', message: 'The file is not there.' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByText(/The connection was lost during the upload/)).toBeInTheDocument();
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
    expect(await screen.findByText(/The server did not respond in time/)).toBeInTheDocument();
  } finally {
    jest.useRealTimers();
  }
});

test('an upload cut off by a reload is named afterwards', async () => {
  keepRecord(user.id, { files: [{ ...stored('log.pdf'), fileId: null }] });
  const { operator } = renderRoute(recordEntry, { user });
  expect(await (await row('log.pdf')).findByText(/The upload was not completed/)).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Remove log.pdf' }));
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
  await waitFor(() => expect(keptRecord(user.id).files[0]?.name).toBe('log.md'));
  await operator.click(screen.getByRole('tab', { name: /^My submissions/ }));
  respond();
  await waitFor(() => expect(keptRecord(user.id).files[0]?.fileId).toBe('0001'));
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
  expect(keptRecord(user.id).files.map(({ fileId }) => fileId)).toEqual([null]);
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
  await waitFor(() => expect(called).toBe(true));
  await operator.click(screen.getByRole('button', { name: 'Cancel log.md' }));
  expect(screen.queryByRole('list', { name: 'Files' })).not.toBeInTheDocument();
  expect(await chooser()).toHaveFocus();
  expect(claims).toHaveLength(0);
});

test('sending waits for the uploads, says so, and sends their files', async () => {
  serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  let respond: () => void = () => undefined;
  server.use(
    http.put('*/api/objects/upload/:ticket', async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      return HttpResponse.json({ size: 1, contentType: 'text/plain', filename: 'x' });
    }),
  );
  keepRecord(user.id, { title: 'x', category: 'SITE', content: 'y' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await chooser(), note());
  expect(await screen.findByRole('progressbar', { name: 'Uploading log.md' })).toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await screen.findByRole('button', { name: 'Uploading 1' })).toHaveAttribute('aria-disabled', 'true');
  expect(calls).toHaveLength(0);
  respond();
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ files: ['0001'] });
});

test('attached files come back after a reload and can be removed, which keeps the focus in the list', async () => {
  keepRecord(user.id, { files: [stored('log.pdf'), stored('plan.doc')] });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.click(await screen.findByRole('button', { name: 'Remove log.pdf' }));
  expect((await row('plan.doc')).getByRole('button', { name: 'Remove plan.doc' })).toHaveFocus();
  expect(keptRecord(user.id).files).toEqual([stored('plan.doc')]);
});
