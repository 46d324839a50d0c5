import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { keepRecord, recordEntry } from '@/testing/records';
import { findToast, renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const user = factory.user();
const ids = ['1', '2'].map((end) => `8c20e1aa-0000-4000-8000-00000000000${end}`);
const [one = '', two = ''] = ids;

const picture = (name = 'slate.png', type = 'image/png') => new File(['abc'], name, { type });

/** Requests of uploads that the test answers. */
class HeldRequest {
  static all: HeldRequest[] = [];
  readonly upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
  onload?: () => void;
  status = 0;
  responseText = '';
  address = '';
  wasAborted = false;
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader() {
    return undefined;
  }
  getResponseHeader() {
    return null;
  }
  send() {
    HeldRequest.all.push(this);
  }
  abort() {
    this.wasAborted = true;
  }
  end(status: number, body: object = {}) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const { XMLHttpRequest: usualRequest } = globalThis;

afterEach(() => {
  globalThis.XMLHttpRequest = usualRequest;
});

beforeEach(() => {
  sessionStorage.clear();
  HeldRequest.all = [];
  globalThis.XMLHttpRequest = HeldRequest as unknown as typeof XMLHttpRequest;
  answer('get', '/api/user/submissions', []);
});

function serve() {
  let claimed = 0;
  return {
    tickets: answer('post', '/api/objects/upload', { uploadURL: 'http://localhost/api/objects/upload/t' }),
    claims: answer('put', '/api/submission-files', () => {
      const fileId = ids[claimed] ?? '';
      claimed += 1;
      return { objectPath: `/objects/${fileId}`, fileId, kind: 'picture', width: 800, height: 600 } as const;
    }),
  };
}

const text = () => screen.getByLabelText<HTMLTextAreaElement>('Content');

async function request(index = 0): Promise<HeldRequest> {
  return waitFor(() => {
    const found = HeldRequest.all[index];
    if (found === undefined) throw new Error(`No upload ${index}.`);
    return found;
  });
}

const row = async (name = 'slate.png') => {
  const description = await screen.findByLabelText(`Description of ${name}`);
  const found = screen.getAllByRole('listitem').find((item) => item.contains(description));
  if (found === undefined) throw new Error('No row.');
  return { description, line: found };
};

const paste = (files: readonly File[], types: readonly string[] = ['Files']) =>
  fireEvent.paste(text(), { clipboardData: { files, types, getData: () => '' } });

/** The form with a text whose caret is at its end. */
async function begin(content: string, locked = false): Promise<UserEvent> {
  keepRecord(user.id, { title: 'Slate', category: 'SITE', content, release: '' });
  const { operator } = renderRoute(recordEntry, {
    user: locked ? factory.admin({ id: user.id }) : user,
    locked,
  });
  await screen.findByLabelText('Content');
  act(() => {
    text().focus();
    text().setSelectionRange(content.length, content.length);
  });
  return operator;
}

test('a pasted picture has a placeholder at once, which becomes its file when it is uploaded', async () => {
  const { tickets } = serve();
  await begin('One ');
  paste([picture()]);
  await waitFor(() => expect(text()).toHaveValue('One ![slate.png](uploading:1)'));
  const sending = await request();
  expect(tickets[0]?.url.searchParams.get('kind')).toBe('picture');
  expect(sending.address).toContain('filename=slate.png');
  act(() => sending.upload.onprogress?.({ loaded: 62, total: 100 }));
  expect(within((await row()).line).getByRole('progressbar', { name: 'Uploading slate.png' })).toHaveValue(
    62,
  );
  await expectNoAxeViolations();
  act(() => sending.end(200));
  await waitFor(() => expect(text()).toHaveValue(`One ![](file:${one})`));
  expect(within((await row()).line).getByText('Uploaded')).toBeInTheDocument();
});

test('the placeholder is replaced wherever it is by then, and the caret stays with its words', async () => {
  serve();
  const operator = await begin('One');
  paste([picture()]);
  const sending = await request();
  fireEvent.change(text(), { target: { value: '![slate.png|240](uploading:1)\n\nOne more' } });
  act(() => text().setSelectionRange(34, 34));
  act(() => sending.end(200));
  await waitFor(() => expect(text()).toHaveValue(`![|240](file:${one})\n\nOne more`));
  await operator.keyboard('!');
  expect(text()).toHaveValue(`![|240](file:${one})\n\nOne! more`);
});

test('nothing is inserted for a placeholder that was cut, and its row says so and can insert it', async () => {
  serve();
  const operator = await begin('');
  paste([picture()]);
  const sending = await request();
  fireEvent.change(text(), { target: { value: 'Other' } });
  act(() => sending.end(200));
  const { line } = await row();
  expect(await within(line).findByText(/Nothing was inserted/)).toBeInTheDocument();
  expect(text()).toHaveValue('Other');
  await operator.type((await row()).description, 'The slate');
  expect(text()).toHaveValue('Other');
  act(() => text().setSelectionRange(0, 0));
  await operator.click(within(line).getByRole('button', { name: 'Insert' }));
  expect(text()).toHaveValue(`![The slate](file:${one})Other`);
});

test('a description typed beside the text goes into it, before and after the upload', async () => {
  serve();
  const operator = await begin('');
  paste([picture()]);
  const sending = await request();
  const { description } = await row();
  await operator.type(description, 'The old ');
  expect(text()).toHaveValue('![The old](uploading:1)');
  act(() => sending.end(200));
  await waitFor(() => expect(text()).toHaveValue(`![The old](file:${one})`));
  await operator.type(description, 'slate [[3]');
  expect(description).toHaveValue('The old slate [3]');
  expect(text()).toHaveValue(String.raw`![The old slate \[3\]](file:${one})`);
  fireEvent.change(text(), { target: { value: `![Another|240](file:${one})` } });
  await operator.tab();
  expect(description).toHaveValue('Another');
  await operator.click(within((await row()).line).getByRole('button', { name: 'Done' }));
  expect(description).not.toBeInTheDocument();
  expect(text()).toHaveValue(`![Another|240](file:${one})`);
});

test('an upload can be canceled, which takes its placeholder out', async () => {
  const { claims } = serve();
  const operator = await begin('One ');
  paste([picture()]);
  const sending = await request();
  await operator.click(within((await row()).line).getByRole('button', { name: 'Cancel' }));
  expect(sending.wasAborted).toBe(true);
  expect(text()).toHaveValue('One ');
  expect(claims).toHaveLength(0);
});

test('a refused picture says why, blocks sending, and can be retried or dismissed', async () => {
  serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const operator = await begin('One ');
  paste([picture()]);
  const message = 'The picture has more than 40 megapixels.';
  const refused = await request();
  act(() => refused.end(400, { error: { code: 'picture_too_large', message } }));
  const { line } = await row();
  expect(await within(line).findByText(message, { exact: false })).toHaveTextContent('ERR');
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await findToast('Not sent')).toHaveTextContent('slate.png could not be uploaded');
  expect(calls).toHaveLength(0);
  await operator.click(within(line).getByRole('button', { name: 'Retry' }));
  const again = await request(1);
  act(() => again.end(400, { error: { code: 'picture_too_large', message } }));
  await operator.click(await within(line).findByRole('button', { name: 'Dismiss' }));
  expect(text()).toHaveValue('One ');
});

test('sending waits for uploads, says so, and asks once about a missing description', async () => {
  serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const operator = await begin('');
  paste([picture()]);
  const sending = await request();
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  expect(await screen.findByRole('button', { name: 'Uploading 1' })).toHaveAttribute('aria-disabled', 'true');
  act(() => sending.end(200));
  const question = await screen.findByRole('alertdialog', { name: 'Pictures without a description' });
  expect(question).toHaveTextContent('1 picture in the text without a description.');
  expect(calls).toHaveLength(0);
  await operator.click(within(question).getByRole('button', { name: 'Cancel' }));
  await operator.click(await screen.findByRole('button', { name: 'Submit for review' }));
  expect(await findToast('Submission successful')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ content: `![](file:${one})` });
  expect(screen.queryByRole('list', { name: 'Pictures' })).not.toBeInTheDocument();
});

test('a placeholder of an earlier visit is only text, and a new one has another number', async () => {
  serve();
  const calls = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const operator = await begin('![old.png](uploading:1) ');
  paste([picture()]);
  const sending = await request();
  expect(text()).toHaveValue('![old.png](uploading:1) ![slate.png](uploading:2)');
  act(() => sending.end(200));
  await operator.type((await row()).description, 'A');
  await operator.click(screen.getByRole('button', { name: 'Submit for review' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]?.body).toMatchObject({ content: `![old.png](uploading:1) ![A](file:${one})` });
});

test('several pictures can be chosen, and stand in paragraphs of their own at the end', async () => {
  serve();
  keepRecord(user.id, { title: '', category: '', content: 'One', release: '' });
  const { operator } = renderRoute(recordEntry, { user });
  await operator.upload(await screen.findByLabelText('Choose pictures'), [
    picture('a.png'),
    picture('b.gif', 'image/gif'),
  ]);
  const requests = [await request(0), await request(1)];
  expect(text()).toHaveValue('One\n\n![a.png](uploading:1)\n\n![b.gif](uploading:2)');
  act(() => requests[0]?.end(200));
  await waitFor(() => expect(text()).toHaveValue(`One\n\n![](file:${one})\n\n![b.gif](uploading:2)`));
  act(() => requests[1]?.end(200));
  await waitFor(() => expect(text()).toHaveValue(`One\n\n![](file:${one})\n\n![](file:${two})`));
});

test.each([
  ['the text', text],
  ['another place', () => screen.getByLabelText('Title')],
])(
  'a picture that is dropped on %s goes into the text, and another file is attached',
  async (_on, target) => {
    serve();
    await begin('');
    fireEvent.drop(target(), {
      dataTransfer: { files: [picture(), new File(['x'], 'log.pdf')], types: ['Files'] },
    });
    await waitFor(() => expect(text()).toHaveValue('![slate.png](uploading:1)'));
    expect(await screen.findByRole('progressbar', { name: 'Uploading log.pdf' })).toBeInTheDocument();
  },
);

test.each([
  ['another type', picture('a.svg', 'image/svg+xml'), 'Only PNG, JPEG, WebP and GIF pictures'],
  [
    'more than 10 MB',
    Object.defineProperty(picture(), 'size', { value: 10_485_761 }),
    'The picture is larger than 10 MB.',
  ],
  ['no content', new File([], 'a.png', { type: 'image/png' }), 'The picture is empty.'],
])('a picture with %s is refused without a call', async (_what, file, message) => {
  const { tickets } = serve();
  await begin('One');
  paste([file]);
  expect(await findToast('Picture not placed')).toHaveTextContent(message);
  expect(text()).toHaveValue('One');
  expect(tickets).toHaveLength(0);
});

test('cells of a spreadsheet are pasted as text', async () => {
  serve();
  await begin('One');
  expect(paste([picture()], ['text/plain', 'Files'])).toBe(true);
  expect(text()).toHaveValue('One');
});

test('no picture can be placed in lockdown', async () => {
  serve();
  await begin('One', true);
  expect(screen.getByRole('button', { name: 'Picture' })).toHaveAttribute('aria-disabled', 'true');
  paste([picture()]);
  expect(await findToast('Picture not placed')).toHaveTextContent('UPLOAD LOCKED - MAINTENANCE MODE');
  expect(text()).toHaveValue('One');
});

test('an upload ends with its text', async () => {
  serve();
  const operator = await begin('One ');
  paste([picture()]);
  const sending = await request();
  await operator.click(screen.getByRole('button', { name: 'Clear' }));
  await operator.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear' }));
  expect(sending.wasAborted).toBe(true);
  expect(screen.queryByLabelText('Description of slate.png')).not.toBeInTheDocument();
});
