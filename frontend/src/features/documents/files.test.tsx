import { screen, waitFor, within } from '@testing-library/react';
import type { FileText } from '@/api/types';
import type { TextFile } from '@/lib/pictures';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const user = factory.user();

const file = (fileId: string, name: string): TextFile => ({
  fileId,
  name,
  size: 49_152,
  kind: 'file',
  width: null,
  height: null,
});

const record = factory.document({
  title: 'The Lantern That Counts',
  content: 'It counts.',
  files: [
    file('f1', 'watch log.docx'),
    { ...file('p1', 'slate.png'), kind: 'picture', width: 8, height: 6 },
    file('f2', 'plan.pdf'),
    file('f3', 'notes.md'),
  ],
});
const counted = (count: string) => ({ headers: { 'X-Total-Count': count, 'X-Accessible-Count': count } });

const rows = async () => within(await screen.findByRole('list', { name: 'Files' })).getAllByRole('listitem');

test('a record lists its files in their order, each as a download, and not its pictures', async () => {
  answer('get', '/api/documents/:id', record);
  renderRoute(`/documents/${record.id}`, { user });
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'watch log.docxDOCX, 48.0 KB',
    'plan.pdfPDF, 48.0 KB',
    'notes.mdMD, 48.0 KB',
  ]);
  expect(screen.getByRole('region', { name: 'Files 3' })).toBeInTheDocument();
  const link = screen.getByRole('link', { name: 'plan.pdf' });
  expect(link).toHaveAttribute('href', '/objects/f2');
  expect(link).toHaveAttribute('download');
  await expectNoAxeViolations();
});

test('a record opened from a search shows what it found in the files, and which cannot be read', async () => {
  const fileMatch = {
    fileId: 'f1',
    name: 'watch log.docx',
    snippet: 'The lantern was lit before we came',
    matches: [[4, 11]],
  };
  const hit = factory.summary({
    id: record.id,
    title: record.title,
    snippet: 'It counts.',
    matches: [],
    fileMatch,
  });
  answer('get', '/api/documents', [hit], counted('1'));
  answer('get', '/api/documents/:id', record);
  answer('get', '/api/documents/suggestions', []);
  const asked = answer('get', '/api/objects/:id/text', ({ params }): FileText => {
    if (params.id === 'f1') return { state: 'ready', text: 'Relieved at four.\nThe lantern was lit.' };
    return params.id === 'f2' ? { state: 'none', text: null } : { state: 'waiting', text: null };
  });
  const { operator } = renderRoute('/documents?q=lantern', { user });
  await operator.click(await screen.findByRole('link', { name: record.title }));
  await waitFor(() => expect(asked.map(({ params }) => params.id)).toEqual(['f1', 'f2', 'f3']));
  expect(
    await screen.findByText('Its text has not been read yet, so the search does not include it.'),
  ).toBeInTheDocument();
  const [log, plan] = await rows();
  expect(log).toHaveTextContent('The search found "Relieved at four. The lantern was lit."');
  expect(within(log ?? document.body).getByText('lantern')).toHaveProperty('tagName', 'MARK');
  expect(plan).toHaveTextContent('Its text could not be read. The file itself is complete.');
  await expectNoAxeViolations();
});

test.each(['comfortable', 'compact'])(
  'a %s row links the first file, and the number of others',
  async (density) => {
    localStorage.setItem('facility.density', JSON.stringify(density));
    const { files } = record;
    const several = factory.summary({ id: record.id, title: record.title, filePath: '/objects/f1', files });
    const single = factory.summary({
      title: 'The bell',
      filePath: '/objects/f9',
      files: [file('f9', 'bell.txt')],
    });
    answer('get', '/api/documents', [several, single], counted('2'));
    answer('get', '/api/documents/:id', record);
    const { operator, router } = renderRoute('/documents', { user });
    const first = await screen.findByRole('link', { name: `Attachment of ${record.title}` });
    expect(first).toHaveAttribute('href', '/objects/f1');
    expect(screen.getByRole('link', { name: 'Attachment of The bell' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /files of The bell/ })).not.toBeInTheDocument();
    await expectNoAxeViolations();
    await operator.click(screen.getByRole('link', { name: `+2 files of ${record.title}` }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Files 3' })).toHaveFocus());
    expect(router.state.location.hash).toBe('#record_files');
    localStorage.clear();
  },
);

test('a hit in a file names the file, with the words marked', async () => {
  const found = { fileId: 'f1', name: 'watch log.docx' };
  const hits = [
    factory.summary({
      title: 'In a file',
      snippet: 'It counts.',
      matches: [],
      fileMatch: { ...found, snippet: 'The lantern was lit', matches: [[4, 11]] },
    }),
    factory.summary({
      title: 'Marked by the server, and in the text too',
      snippet: 'A lantern.',
      matches: [[2, 9]],
      fileMatch: { ...found, snippet: 'Many lanterns', matches: [[5, 13]] },
    }),
  ];
  answer('get', '/api/documents', hits, counted('2'));
  renderRoute('/documents?q=%22lantern%22', { user });
  const list = await screen.findByRole('list', { name: 'Documents' });
  const [first, second] = within(list).getAllByRole('article');
  const marks = (row: HTMLElement | undefined) =>
    within(row ?? document.body)
      .getAllByText(/lantern/, { selector: 'mark' })
      .map(({ textContent }) => textContent);
  expect(first).toHaveTextContent('In watch log.docx: The lantern was lit');
  expect(first).not.toHaveTextContent('It counts.');
  expect(marks(first)).toEqual(['lantern']);
  expect(second).toHaveTextContent(/A lantern\..*In watch log\.docx: Many lanterns/);
  expect(marks(second)).toEqual(['lantern', 'lanterns']);
  await expectNoAxeViolations();
});
