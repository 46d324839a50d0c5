import { fireEvent, render as renderBare, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import type { TextFile } from '@/lib/pictures';
import { requiredTerms } from '@/lib/query';
import { expectNoAxeViolations } from '@/testing/axe';
import { InRouter } from '@/testing/memoryRouter';
import { Markdown } from './Markdown';

const ids = ['1', '2', '3'].map((end) => `8c20e1aa-0000-4000-8000-00000000000${end}`);
const [one = '', two = '', three = ''] = ids;

const files: readonly TextFile[] = [one, two].map((fileId) => ({
  fileId,
  name: 'slate.png',
  size: 2000,
  kind: 'picture',
  width: 1600,
  height: 1000,
}));

const render = (text: string, props: Partial<ComponentProps<typeof Markdown>> = {}) =>
  renderBare(
    <InRouter>
      <Markdown text={text} files={files} {...props} />
    </InRouter>,
  );

test('a picture has the box of its size before it is loaded, and its description as caption', () => {
  render(`![The lantern](file:${one})`);
  const figure = screen.getByRole('figure', { name: '' });
  const picture = within(figure).getByAltText('The lantern');
  expect(picture).toHaveAttribute('src', `/objects/${one}`);
  expect(picture).toHaveAttribute('width', '1600');
  expect(picture).toHaveAttribute('height', '1000');
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect(picture).toHaveAttribute('decoding', 'async');
  expect(picture).toHaveAttribute('srcset', expect.stringContaining(`/objects/${one}?size=small 480w`));
  expect(picture).toHaveAttribute('sizes', 'min(100vw, 730px)');
  expect(within(figure).getByText('The lantern')).toBeVisible();
});

test('a width after the description is the width of the picture', () => {
  render(`![The lantern|240](file:${one})`);
  const picture = screen.getByAltText('The lantern');
  expect(picture).toHaveAttribute('width', '240');
  expect(picture).toHaveAttribute('height', '150');
  expect(screen.getByRole('figure')).toHaveAttribute('data-sized');
});

test('a picture without a description has no caption', () => {
  render(`![](file:${one})`);
  expect(within(screen.getByRole('figure')).getByRole('presentation', { hidden: true })).toHaveAttribute(
    'alt',
    '',
  );
  expect(screen.getByRole('figure')).toHaveTextContent('');
  expect(screen.getByRole('button', { name: 'Open picture' })).toBeVisible();
});

test('a picture among words stands between their paragraphs', () => {
  render(`Before ![A](file:${one}) between\n![B](file:${two})`);
  expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent.trim())).toEqual([
    'Before',
    'between',
  ]);
  expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual(['A', 'B']);
});

test('a picture in a list or a table is a figure, and in a heading or a link it is part of the line', () => {
  render(
    `- ![In list](file:${one})\n\n| head |\n| --- |\n| ![In table\\|100](file:${one}) |\n\n` +
      `# Of ![in heading](file:${one})\n\n[![In link](file:${one})](https://example.com/)`,
  );
  expect(screen.getAllByRole('figure').map(({ textContent }) => textContent)).toEqual([
    'In list',
    'In table',
  ]);
  expect(within(screen.getByRole('heading')).getByAltText('in heading')).toBeInTheDocument();
  const link = screen.getByRole('link');
  expect(link).toHaveAttribute('href', 'https://example.com/');
  expect(within(link).queryByRole('button')).not.toBeInTheDocument();
});

test('a picture in a passage is shown with its readable words', () => {
  render(`{{3|See ![the slate](file:${one}) here}}\n\n:::level 4\n![In passage](file:${two})\n:::\n`);
  expect(screen.getByAltText('the slate')).toBeInTheDocument();
  expect(within(screen.getByRole('group')).getByAltText('In passage')).toBeInTheDocument();
});

test('a description does not contain the placeholders of passages', () => {
  render(`![The {{3|red}} door](file:${one})`);
  expect(screen.getByAltText('The red door')).toBeInTheDocument();
});

test.each([
  ['a file that is not listed', `file:${three}`],
  ['an upload that was not completed', 'uploading:1'],
  ['no file', 'file:///etc/passwd'],
])('%s is not requested and its description stays', (_name, address) => {
  render(`![The slate](${address})`);
  expect(screen.queryByAltText('The slate')).not.toBeInTheDocument();
  expect(screen.getByText('Picture not available')).toBeVisible();
  expect(screen.getByText('The slate')).toBeVisible();
});

test('a picture from elsewhere is never requested', () => {
  const { container } = render('![a](https://example.com/a.png) ![b](data:image/png;base64,AA) ![c](d.png)');
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
  expect(container).toHaveTextContent('[a] [b] [c]');
  expect(screen.getByText('[a]')).toHaveAttribute('data-address', 'https://example.com/a.png');
});

test('a text that is being written requests pictures that are not listed yet', () => {
  render(`![The slate](file:${three})`, { isDraft: true });
  const picture = screen.getByAltText('The slate');
  expect(picture).toHaveAttribute('src', `/objects/${three}?size=medium`);
  fireEvent.error(picture);
  expect(screen.getByText('Picture not available')).toBeVisible();
});

test('pictures of a text that is being written are small', () => {
  render(`![The lantern|900](file:${one})`, { isDraft: true });
  expect(screen.getByAltText('The lantern')).toHaveAttribute('width', '240');
});

test('a picture that fails to load can be retried', async () => {
  render(`![The lantern](file:${one})`);
  fireEvent.error(screen.getByAltText('The lantern'));
  expect(screen.queryByAltText('The lantern')).not.toBeInTheDocument();
  expect(screen.getByText('The lantern')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(screen.getByAltText('The lantern')).toHaveAttribute('src', `/objects/${one}`);
});

test('a search marks the words of a caption', () => {
  render(`![The lantern](file:${one})`, { marked: requiredTerms('lantern') });
  expect(screen.getByText('lantern').tagName).toBe('MARK');
});

test('a picture has the number of its first line', () => {
  render(`One\n\n![The lantern](file:${one})`, { hasLines: true });
  expect(screen.getByRole('figure')).toHaveAttribute('data-line', '2');
});

test('pictures are loaded at once when the page is printed', () => {
  render(`![The lantern](file:${one})`);
  fireEvent(window, new Event('beforeprint'));
  expect(screen.getByAltText('The lantern')).toHaveAttribute('loading', 'eager');
  fireEvent(window, new Event('afterprint'));
  expect(screen.getByAltText('The lantern')).toHaveAttribute('loading', 'lazy');
});

describe('full size', () => {
  const open = async (name: string) => {
    const picture = screen.getByRole('button', { name });
    picture.focus();
    await userEvent.keyboard('{Enter}');
    return screen.findByRole('dialog');
  };

  test('Enter opens a picture, the arrows lead to the others, and Escape returns to it', async () => {
    render(`![A](file:${one})\n\n![B](file:${two})`);
    const dialog = await open('Open picture: A');
    expect(within(dialog).getByAltText('A')).toHaveAttribute('src', `/objects/${one}`);
    expect(dialog).toHaveFocus();
    expect(dialog).toHaveTextContent('1 of 2 A');
    await userEvent.keyboard('{ArrowRight}');
    expect(within(dialog).getByAltText('B')).toHaveAttribute('src', `/objects/${two}`);
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
    expect(dialog).toHaveTextContent('2 of 2 B');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(dialog).toHaveTextContent('1 of 2 A');
    await expectNoAxeViolations();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open picture: A' })).toHaveFocus());
  });

  test('a single picture has no others to go to', async () => {
    render(`![A](file:${one})`);
    const dialog = await open('Open picture: A');
    expect(within(dialog).queryByRole('button', { name: 'Next' })).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(dialog).getByAltText('A')).toBeVisible();
  });

  test('a failure can be retried', async () => {
    render(`![A](file:${one})`);
    const dialog = await open('Open picture: A');
    fireEvent.error(within(dialog).getByAltText('A'));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('could not be loaded');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
    expect(within(dialog).getByAltText('A')).toBeVisible();
  });
});

test('pictures are accessible', async () => {
  render(`![A](file:${one})\n\n![](file:${two})\n\n![C](file:${three})`);
  await expectNoAxeViolations();
});
