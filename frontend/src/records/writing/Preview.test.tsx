import { render, screen } from '@testing-library/react';
import { InRouter } from '@/testing/memoryRouter';
import { Preview } from './Preview';

const lines = [
  '# One',
  '',
  'two **a',
  'b**',
  ':::level 3',
  'three',
  '',
  '| four |',
  '|---|',
  '| five |',
  ':::',
];
const text = [...lines, '- six', '- seven', '', '```', 'eight', '```', '', '## Nine', ''].join('\n');

/** Gives each line a height of 100 pixels, and the preview 250. */
function layOut() {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const { scrollTop } = screen.getByRole('region');
    const line = (this as HTMLElement).dataset.line;
    if (line === undefined) return new DOMRect(0, 0, 500, 250);
    return new DOMRect(0, Number(line) * 100 - scrollTop, 500, 100);
  });
}

const preview = (line: number, beside = true) => (
  <InRouter>
    <Preview text={text} line={line} beside={beside} />
  </InRouter>
);

afterEach(() => jest.restoreAllMocks());

test.each([
  ['a paragraph', 3, () => screen.getByText(/^two/)],
  ['a passage', 5, () => screen.getByText('three')],
  ['a row of a table in a passage', 9, () => screen.getByRole('row', { name: 'five' })],
  ['an item behind a passage', 12, () => screen.getByText('seven')],
  ['a heading behind code', 18, () => screen.getByRole('heading', { name: 'Nine' })],
])('moving the caret into %s scrolls it into view', async (_, line, block) => {
  layOut();
  render(preview(line));
  await screen.findByText('seven');
  const { top } = block().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThanOrEqual(150);
});

test('the preview follows the caret, and does not scroll if the block at the caret is in view', async () => {
  layOut();
  const { rerender } = render(preview(12));
  await screen.findByText('seven');
  const pane = screen.getByRole('region', { name: 'Preview' });
  const { scrollTop } = pane;
  rerender(preview(11));
  expect(pane.scrollTop).toBe(scrollTop);
  rerender(preview(0));
  expect(pane.scrollTop).toBeLessThanOrEqual(0);
});

test('if there is room for only one, the preview opens at the caret once', async () => {
  const into = jest.spyOn(Element.prototype, 'scrollIntoView');
  const { rerender } = render(preview(12, false));
  await screen.findByText('seven');
  expect(into.mock.contexts.map((block) => (block as Element).textContent)).toEqual(['seven']);
  rerender(preview(5, false));
  expect(into).toHaveBeenCalledTimes(1);
});
