import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

/** What the browser was given to save: the file's name and content. */
const saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  answer('get', '/api/admin/submissions', []);
  let last: Blob | undefined;
  URL.createObjectURL = (file: Blob) => {
    last = file;
    return 'blob:archive';
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, file: last });
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

const button = () => screen.findByRole('button', { name: 'Export' });

/** Answers with an archive whose parts the test sends. */
function archive(total?: number) {
  let parts: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      parts = controller;
    },
  });
  server.use(
    http.get(
      '*/api/admin/export',
      () =>
        new HttpResponse(body, {
          headers: {
            'Content-Type': 'application/zstd',
            ...(total !== undefined && { 'Content-Length': String(total) }),
            'Content-Disposition': 'attachment; filename="facility-2026-03-14.tar.zst"',
          },
        }),
    ),
  );
  return {
    send: (bytes: number) => parts?.enqueue(new Uint8Array(bytes)),
    end: () => parts?.close(),
  };
}

test('the download shows its progress, and the browser saves the archive', async () => {
  const { send, end } = archive(4000);
  const { operator } = renderRoute('/admin', { user: factory.admin({ clearanceLevel: 5 }) });
  await operator.click(await button());
  expect(await screen.findByText('Preparing the archive')).toBeInTheDocument();
  expect(await button()).toBeDisabled();
  send(1000);
  await waitFor(() => {
    expect(screen.getByRole('progressbar', { name: 'Download of the installation' })).toHaveValue(25);
  });
  send(3000);
  end();
  await findToast('Archive downloaded');
  expect(saved.map(({ name, file }) => [name, file.size])).toEqual([['facility-2026-03-14.tar.zst', 4000]]);
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(await button()).toBeEnabled();
});

test('without a known size the download shows what has arrived', async () => {
  const { send, end } = archive();
  const { operator } = renderRoute('/admin', { user: factory.admin({ clearanceLevel: 5 }) });
  await operator.click(await button());
  send(2048);
  expect(await screen.findByText('Downloading, 2.0 KB')).toBeInTheDocument();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  end();
  await findToast('Archive downloaded');
  expect(saved.map(({ file }) => file.size)).toEqual([2048]);
});

test('a canceled download saves nothing', async () => {
  const { send } = archive(4000);
  const { operator } = renderRoute('/admin', { user: factory.admin({ clearanceLevel: 5 }) });
  await operator.click(await button());
  send(1000);
  await operator.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  expect(await button()).toBeEnabled();
  expect(saved).toEqual([]);
});

test('a refusal is shown with its reason', async () => {
  refuse('get', '/api/admin/export', 429, {
    code: 'rate_limited',
    message: 'Another export is being prepared. Try again in a moment',
  });
  const { operator } = renderRoute('/admin', { user: factory.admin({ clearanceLevel: 5 }) });
  await operator.click(await button());
  expect(await screen.findByText(/Another export is being prepared/)).toBeInTheDocument();
});

test('administrators below level 5 are not offered the export', async () => {
  renderRoute('/admin', { user: factory.admin({ clearanceLevel: 4 }) });
  await screen.findByRole('heading', { level: 1, name: 'Control panel' });
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});

test('everybody exports their own records from the workspace', async () => {
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
  server.use(
    http.get(
      '*/api/user/export',
      () =>
        new HttpResponse(new Uint8Array(10), {
          headers: { 'Content-Disposition': 'attachment; filename="my-records-2026-03-14.tar.zst"' },
        }),
    ),
  );
  const { operator } = renderRoute('/drafts', { user: factory.user() });
  await operator.click(await screen.findByRole('button', { name: 'Export my records' }));
  await findToast('Archive downloaded');
  expect(saved.map(({ name }) => name)).toEqual(['my-records-2026-03-14.tar.zst']);
});
