import { render as renderBare, screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import userEvent from '@testing-library/user-event';
import { requiredTerms } from '@/lib/query';
import { RouterProvider } from '@/router/RouterProvider';
import { InRouter, makeBareRouter } from '@/testing/memoryRouter';
import { Markdown } from './Markdown';

const render = (text: ReactElement) => renderBare(<InRouter>{text}</InRouter>);

test('a footnote and its back reference link to each other on the same page', () => {
  render(<Markdown text={'The lamp[^1] answers.\n\n[^1]: Filed under seven.'} />);
  const reference = screen.getByRole('link', { name: '1' });
  const back = screen.getByRole('link', { name: /back/i });
  const note = screen.getByRole('listitem');
  expect(note).toHaveTextContent('Filed under seven.');
  expect(note.id).not.toBe('');
  expect(reference).toHaveAttribute('href', `/#${note.id}`);
  expect(reference.id).not.toBe('');
  expect(back).toHaveAttribute('href', `/#${reference.id}`);
  expect(reference).not.toHaveAttribute('target');
  expect(back).not.toHaveAttribute('target');
});

test('a footnote of the text is available in a passage, and every part has its own ids', () => {
  const text = 'One[^a].\n\n[^a]: Filed under seven.\n\n:::level 3\nTwo[^a].\n:::\n';
  render(<Markdown text={text} />);
  const notes = screen.getAllByRole('listitem');
  expect(notes.map((note) => note.textContent)).toEqual([
    expect.stringContaining('Filed under seven.'),
    expect.stringContaining('Filed under seven.'),
  ]);
  const references = screen.getAllByRole('link', { name: '1' });
  expect(references.map((one) => one.getAttribute('href'))).toEqual(notes.map(({ id }) => `/#${id}`));
  expect(new Set(notes.map(({ id }) => id)).size).toBe(2);
});

test('a footnote defined in a passage does not appear outside of its level', () => {
  render(<Markdown text={'One[^a].\n\n:::level 3\nTwo[^a].\n\n[^a]: Filed under seven.\n:::\n'} />);
  expect(screen.getByText('One[^a].')).toBeInTheDocument();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('an external link opens in a new tab without a referrer', () => {
  render(<Markdown text="See [the log](https://example.com/log)." />);
  const link = screen.getByRole('link', { name: 'the log' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

test('a link cannot run a script', () => {
  render(<Markdown text="[the log](javascript:alert(1))" />);
  expect(screen.getByText('the log')).not.toHaveAttribute('href', expect.stringContaining('javascript'));
});

test('each heading gets a unique id from its words', () => {
  const text =
    '# The *red* door\n\n## Ünder: it\n\n## The red door\n\n## The red door 2\n\n## ...\n\n## \u0909\u092a\u0930\u0940';
  render(<Markdown isNamed text={text} />);
  expect(screen.getAllByRole('heading').map(({ tagName, id }) => [tagName, id])).toEqual([
    ['H2', 'section-the-red-door'],
    ['H3', 'section-ünder-it'],
    ['H3', 'section-the-red-door-2'],
    ['H3', 'section-the-red-door-2-2'],
    ['H3', 'section-'],
    ['H3', 'section-\u0909\u092a\u0930\u0940'],
  ]);
});

describe('several texts on one page', () => {
  const text = '## The second stair\n\nThe lamp[^1], [up](#the-second-stair).\n\n[^1]: Filed under seven.';
  const show = (first: string, second: string) => {
    const router = makeBareRouter('/documents/1');
    renderBare(
      <RouterProvider router={router}>
        <article aria-label="first">
          <Markdown isNamed text={first} />
        </article>
        <article aria-label="second">
          <Markdown text={second} />
        </article>
      </RouterProvider>,
    );
    const [one, two] = ['first', 'second'].map((name) => screen.getByRole('article', { name }));
    if (one === undefined || two === undefined) throw new Error('Expected two texts on the page.');
    return { router, one, two };
  };

  test('have no duplicate ids', () => {
    const { one, two } = show(text, text);
    const ids = [one, two].map((box) =>
      within(box)
        .getAllByRole('heading')
        .map(({ id }) => id),
    );
    const notes = screen.getAllByRole('listitem').map(({ id }) => id);
    const links = screen
      .getAllByRole('link', { name: /^1$|back/i })
      .map(({ id }) => id)
      .filter((id) => id !== '');
    const all = [...ids.flat(), ...notes, ...links];
    expect(all).toHaveLength(8);
    expect(new Set(all).size).toBe(8);
    for (const link of screen.getAllByRole('link', { name: '1' }))
      expect(link).toHaveAccessibleDescription('Footnotes');
  });

  test('link to their own notes and headings', async () => {
    const { router, one, two } = show(text, text);
    const user = userEvent.setup();
    for (const [box, hashes] of [
      [two, ['', '']],
      [one, ['#note-fn-1', '#the-second-stair']],
    ] as const) {
      await user.click(within(box).getByRole('link', { name: '1' }));
      expect(within(box).getByRole('listitem')).toHaveFocus();
      expect(router.state.location.hash).toBe(hashes[0]);
      await user.click(within(box).getByRole('link', { name: 'up' }));
      expect(within(box).getByRole('heading', { name: 'The second stair' })).toHaveFocus();
      expect(router.state.location.hash).toBe(hashes[1]);
    }
  });

  test('a link to a heading that a text lacks can lead to the text that the address names', async () => {
    const { router, one, two } = show('# Über uns', '[see](#%C3%BCber-uns), [nowhere](#nowhere)');
    const user = userEvent.setup();
    await user.click(within(two).getByRole('link', { name: 'nowhere' }));
    expect(router.state.location.hash).toBe('');
    await user.click(within(two).getByRole('link', { name: 'see' }));
    expect(within(one).getByRole('heading')).toHaveFocus();
    expect(decodeURIComponent(router.state.location.hash)).toBe('#über-uns');
  });
});

describe('matches of a search', () => {
  const marks = () =>
    screen.queryAllByText(/./, { selector: 'mark' }).map((mark) => [mark.dataset.match, mark.textContent]);
  const show = (query: string, text: string) =>
    render(<Markdown text={text} marked={requiredTerms(query)} />);

  test('are marked in headings, links, code and tables, which stay intact', () => {
    show(
      'lamp',
      '# Lamp\n\n[the lamp log](https://example.com/lamp) `lamp` and *L\u00C1MP*\n\n| a |\n|---|\n| lamp |',
    );
    expect(marks()).toEqual([
      ['0', 'Lamp'],
      ['1', 'lamp'],
      ['2', 'lamp'],
      ['3', 'L\u00C1MP'],
      ['4', 'lamp'],
    ]);
    for (const place of ['h2', 'a', 'code', 'em', 'td'])
      expect(screen.getByText(/^l.mp$/i, { selector: `${place} mark` })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'the lamp log' })).toHaveAttribute(
      'href',
      'https://example.com/lamp',
    );
  });

  test('continue through emphasis and end with a block', () => {
    show('lighthouse "the red"', 'The light**house** is the *red* one.\n\nlight\n\nhouse');
    expect(marks()).toEqual([
      ['0', 'light'],
      ['0', 'house'],
      ['1', 'the '],
      ['1', 'red'],
    ]);
  });

  test('include neither excluded words nor fields', () => {
    show('-lamp level:3 door', 'level 3 lamp door');
    expect(marks()).toEqual([['0', 'door']]);
  });
});

describe('passages with a level', () => {
  const text = [
    'Before {{withheld 4}} and {{2|the **red** door}}.',
    '',
    '- a list',
    ':::withheld 5',
    ':::',
    '```',
    ':::level 3',
    '# Seen',
    ':::',
    'After.',
  ].join('\n');

  test('are fixed bars where withheld and framed where readable', () => {
    const { container } = render(<Markdown text={text} />);
    const bars = screen.getAllByRole('img');
    expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual([
      'Withheld, level 4',
      'Withheld, level 5',
    ]);
    expect(bars[1]).toHaveTextContent('Level 5 required');
    const words = screen.getByTitle('Level 2');
    // Its label is not text, so that copying the passage copies only its words.
    expect(words).toHaveTextContent(/^the red door$/);
    expect(within(words).getByText('red')).toBeInTheDocument();
    const passage = screen.getByRole('group', { name: 'Passage of level 3' });
    expect(passage).toContainElement(screen.getByRole('heading', { name: 'Seen' }));
    expect(passage).toHaveTextContent(/^Seen$/);
    expect(container).not.toHaveTextContent(/:::|\{\{|[\ue000-\uf8ff]/);
  });

  test('are also bars in code', () => {
    render(<Markdown text={'`{{withheld 3}}`'} />);
    expect(screen.getByRole('img', { name: 'Withheld, level 3' })).toBeInTheDocument();
  });

  test('share heading ids and the match counter with the rest of the text', () => {
    const whole =
      '# Door\n\na door\n:::level 3\n# Door\n\na door\n:::\n[the door][1]\n\n[1]: https://example.com/';
    render(<Markdown text={whole} isNamed marked={requiredTerms('door')} />);
    expect(screen.getAllByRole('heading').map(({ id }) => id)).toEqual(['section-door', 'section-door-2']);
    const matches = screen.getAllByText(/door/i, { selector: 'mark' }).map((mark) => mark.dataset.match);
    expect(matches).toEqual(['0', '1', '2', '3', '4']);
    expect(screen.getByRole('link', { name: 'the door' })).toHaveAttribute('href', 'https://example.com/');
  });

  test('hide nothing if Markdown separates their markers', () => {
    const { container } = render(<Markdown text={'*a {{2|b* c}} d'} />);
    expect(container).toHaveTextContent('a b c d');
  });
});

test('each block has its own direction, and a container has that of its first words', () => {
  const hebrew = '\u05e9\u05dc\u05d5\u05dd';
  render(
    <Markdown
      text={`${hebrew} one\n\n## one\n\n- 1. *${hebrew}*\n\n> one\n\n| ${hebrew} | b |\n|---|---|\n| 1 | c |\n\n- 7`}
    />,
  );
  expect(screen.getByText(`${hebrew} one`)).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('heading')).toHaveAttribute('dir', 'auto');
  expect(screen.getByRole('cell', { name: 'c' })).toHaveAttribute('dir', 'auto');
  const directions = (role: string) => screen.getAllByRole(role).map(({ dir }) => dir);
  expect(directions('list')).toEqual(['rtl', 'rtl', 'auto']);
  expect(directions('listitem')).toEqual(['rtl', 'rtl', 'auto']);
  expect(directions('blockquote')).toEqual(['ltr']);
  expect(directions('table')).toEqual(['rtl']);
});

describe('hostile Markdown', () => {
  test.each(['#%ff', '#%zz', '#%E0%A4%A', '#%'])('a link to %s is a link within the page', (hash) => {
    render(<Markdown text={`Before [see](${hash}) after.`} />);
    expect(screen.getByRole('link', { name: 'see' })).toBeInTheDocument();
    expect(screen.getByText(/Before/)).toHaveTextContent('Before see after.');
  });

  const unformatted = 'This text is shown unformatted because its formatting is too complex.';

  test('a text that is too complex is shown as typed, and the next text is formatted', () => {
    const onRendered = jest.fn();
    const deep = `${'>'.repeat(6000)} deep`;
    const show = (text: string) => (
      <InRouter>
        <p>Beside it</p>
        <Markdown text={text} onRendered={onRendered} />
      </InRouter>
    );
    const { rerender } = renderBare(show(deep));
    expect(screen.getByText(deep)).toBeInTheDocument();
    expect(screen.getByText(unformatted)).toBeInTheDocument();
    expect(screen.getByText('Beside it')).toBeInTheDocument();
    expect(onRendered).toHaveBeenLastCalledWith(screen.getByText(deep));
    rerender(show('**Bold**'));
    expect(screen.getByText('Bold').tagName).toBe('STRONG');
    expect(screen.queryByText(unformatted)).not.toBeInTheDocument();
  });

  test('a text whose formatting fails is shown as typed', () => {
    // React logs what an error boundary catches.
    const report = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { replaceAll } = String.prototype;
    const failing = jest.spyOn(String.prototype, 'replaceAll').mockImplementation(function (
      this: string,
      ...args
    ) {
      if (this === '**Bold**') throw new RangeError('Maximum call stack size exceeded');
      return replaceAll.apply(this, args);
    });
    render(<Markdown text="**Bold**" />);
    failing.mockRestore();
    report.mockRestore();
    expect(screen.getByText('**Bold**')).toBeInTheDocument();
    expect(screen.getByText(unformatted)).toBeInTheDocument();
  });

  test('unformatted withheld passages are shown as the markers that the server sent', () => {
    const text = `${'>'.repeat(200)} a {{withheld 4}} b\n:::withheld 5\n:::\n{{2|red}}\n:::level 3\nSeen\n:::\n`;
    const onRendered = jest.fn((box: HTMLElement) => box.textContent);
    render(<Markdown text={text} onRendered={onRendered} />);
    expect(onRendered).toHaveLastReturnedWith(text);
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  test.each([
    ['a wide table with short rows', `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'x\n'.repeat(4000)}`],
    ['a long address that is named often', `[a]: ${'u'.repeat(20_000)}\n\n${'[a] '.repeat(400)}`],
    [
      'definitions that many passages repeat',
      `${'[a]: u\n'.repeat(2000)}${':::level 1\n[a]\n:::\n'.repeat(2000)}`,
    ],
    ['very many passages', ':::level 1\na\n:::\n'.repeat(10_000)],
  ])('%s is shown as typed', (_, text) => {
    const onRendered = jest.fn((box: HTMLElement) => box.innerHTML);
    render(<Markdown text={text} onRendered={onRendered} />);
    expect(screen.getByText(unformatted)).toBeInTheDocument();
    // As plain text without an element.
    expect(onRendered).toHaveLastReturnedWith(text);
  });

  test('unformatted text has no element with a long run of combining marks', () => {
    const text = `a${'\u0301'.repeat(5000)}`;
    const onRendered = jest.fn((box: HTMLElement) => box.textContent);
    render(<Markdown text={text} onRendered={onRendered} />);
    expect(onRendered).toHaveLastReturnedWith(text);
    const runs = screen.getAllByText(/^\u0301+$/);
    expect(new Set(runs.map((run) => run.textContent.length))).toEqual(new Set([50]));
    expect(runs).toHaveLength(100);
  });

  test.each([
    ['quotes', `${'> '.repeat(100)}x`],
    ['lists', `${'- '.repeat(100)}x`],
  ])('100 nested %s are formatted', (_, text) => {
    render(<Markdown text={text} />);
    expect(screen.queryByText(unformatted)).not.toBeInTheDocument();
    expect(screen.getByText('x')).toBeInTheDocument();
  });
});
