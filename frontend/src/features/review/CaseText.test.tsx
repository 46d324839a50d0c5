import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { openEdits, staleEdit } from '@/testing/editDesk';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { openDesk, recent, serveQueue } from '@/testing/reviewDesk';
import { answer } from '@/testing/server';

beforeEach(() => {
  answer('get', '/api/admin/users', []);
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const source = (item: HTMLElement) => within(item).queryByRole('group', { name: 'Source of the text' });
const findSource = (item: HTMLElement) => within(item).findByRole('group', { name: 'Source of the text' });
const marked = (item: HTMLElement) =>
  within(item)
    .getAllByRole('mark')
    .map((mark) => mark.textContent);

test('the key s shows what the formatted text of a submission hides, and takes it back', async () => {
  const { item, operator } = await openDesk({
    content: 'Met <REDACTED>.\n\n<!-- not -->\n\n:::level 3\nA\u200Bt {{4|dawn}}.\n:::',
  });
  await within(item).findByText(/^Met/);
  await operator.keyboard('s');
  expect(within(item).getByRole('radio', { name: 'Source' })).toBeChecked();
  const box = await findSource(item);
  expect(within(box).getByText(/^Met/)).toHaveAttribute('data-line', '1');
  expect(within(box).getByText(/^A/)).toHaveAttribute('data-line', '6');
  expect(marked(box)).toEqual([
    '<REDACTED>',
    '<!-- not -->',
    ':::level 3',
    'U+200B ZERO WIDTH SPACE',
    '{{4|',
    '}}',
    ':::',
  ]);
  await expectNoAxeViolations();
  await operator.keyboard('s');
  expect(source(item)).not.toBeInTheDocument();
});

test('a passage above the reviewer stays a bar in the source', async () => {
  const { item, operator } = await openDesk({ content: 'One.\n:::withheld 5\n:::\nAt {{withheld 4}}.' });
  await operator.click(await within(item).findByRole('radio', { name: 'Source' }));
  const box = await findSource(item);
  expect(within(box).getByRole('img', { name: 'Withheld, level 5' })).toBeInTheDocument();
  expect(within(box).getByRole('img', { name: 'Withheld, level 4' })).toBeInTheDocument();
  expect(box).not.toHaveTextContent('withheld');
});

test('the choice holds for the next case and the next visit', async () => {
  serveQueue(['First', 'Second'].map((title) => factory.submission({ title, createdAt: recent() })));
  const { operator, unmount } = renderRoute('/admin', { user: factory.admin() });
  const first = await screen.findByRole('article', { name: 'First' });
  await operator.click(await within(first).findByRole('radio', { name: 'Source' }));
  await rest();
  await operator.keyboard('j');
  await findSource(await screen.findByRole('article', { name: 'Second' }));
  unmount();
  expect(await findSource((await openDesk()).item)).toBeInTheDocument();
});

test('the text of a long case is rendered whole', async () => {
  const { item, operator } = await openDesk({ content: 'a\n'.repeat(450) });
  await operator.click(await within(item).findByRole('radio', { name: 'Source' }));
  const box = await findSource(item);
  await waitFor(() => expect(within(box).getAllByText('a')).toHaveLength(450));
});

test('an edit is compared, shown as its text or as its source, and d leads back to the comparison', async () => {
  const { item, operator } = await openEdits({ content: 'Sign **in** &amp; out.' });
  const inside = within(item);
  expect(await inside.findByText('Compared with version 3')).toBeInTheDocument();
  await operator.keyboard('s');
  expect(marked(await findSource(item))).toEqual(['&amp;']);
  await operator.keyboard('d');
  expect(inside.getByText('Compared with version 3')).toBeInTheDocument();
  expect(inside.getByRole('radio', { name: 'Inline' })).toBeChecked();
  await operator.click(inside.getByRole('radio', { name: 'Text' }));
  expect((await inside.findByText('in')).tagName).toBe('STRONG');
  await expectNoAxeViolations();
});

test('the question about an outdated edit can be answered beside its source', async () => {
  const { item, operator } = await openEdits(staleEdit());
  await within(item).findByText('Compared with version 4');
  await operator.keyboard('s');
  await findSource(item);
  await rest();
  await operator.keyboard('1');
  expect(within(item).getByRole('radio', { name: /^1 / })).toBeChecked();
});
