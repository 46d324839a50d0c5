import { formattingWork, maxWork } from './formattingWork';

const isFormatted = (text: string) => formattingWork(text) <= maxWork;

const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));

describe('ordinary texts are formatted', () => {
  const sentence =
    'The lamp on the **lower** stair answers to [nobody](https://example.com/x), and the *night* watch keeps `door 4` shut; see [[The Pump House]]. ';
  test.each([
    ['short paragraphs', 200_000, `${sentence.repeat(6)}\n\n`],
    ['paragraphs of 5,000 characters', 200_000, `${sentence.repeat(36)}\n\n`],
    [
      'lines without an empty one',
      200_000,
      'The lamp on the lower stair answers to nobody and the night watch keeps it.\n',
    ],
    ['chapters', 200_000, `## The lower stair\n\n${sentence.repeat(4)}\n\n---\n\n`],
    ['items of two paragraphs', 200_000, `- ${sentence}\n\n  ${sentence}\n\n`],
    ['numbered lists', 150_000, '1. The **lamp** on the [stair](https://example.com/x) answers.\n'],
    ['quotes', 150_000, `> ${sentence}\n>\n> > ${sentence}\n\n`],
    [
      'footnotes',
      100_000,
      'The lamp answers[^1] to nobody at all.\n\n[^1]: Filed under seven in the cabinet.\n\n',
    ],
    [
      'lists in lists',
      95_000,
      '- The **lamp** on the [stair](https://example.com/x) answers.\n  - It is *red*.\n',
    ],
  ])('%s of %d characters', (_, length, unit) => {
    expect(isFormatted(filled(unit, length))).toBe(true);
  });

  test('tables', () => {
    const row = '| The lower stair, [door 4](https://example.com/x) | 3 | Held by **night** watch |\n';
    const table = `| Name | Level | Remarks |\n|---|---|---|\n${filled(row, 200_000)}`;
    expect(isFormatted(table)).toBe(true);
  });

  test('code', () => {
    const code = filled('if (a[i] && b[i] < c) { *d |= e_1 | `f`; }\n', 200_000);
    expect(isFormatted(`~~~\n${code}~~~\n`)).toBe(true);
    expect(isFormatted(code)).toBe(false);
  });
});

describe('texts that would block the page are not formatted', () => {
  test.each([
    ['3,000 quotes in one another', `${'>'.repeat(3000)}x`],
    ['1,500 lists in one another', `${'- '.repeat(1500)}x`],
    [
      'lists in one another by their margin',
      Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n'),
    ],
    ['numbered lists in one another', `${'1. '.repeat(500)}x`],
    ['notes in one another', `${'[^1]: '.repeat(500)}x`],
    ['8,000 stars on both sides', `${'*'.repeat(8000)}x${'*'.repeat(8000)}`],
    ['20,000 stars on both sides', `${'*'.repeat(20_000)}x${'*'.repeat(20_000)}`],
    ['crossed emphasis', filled('*a_ ', 40_000)],
    ['combining marks', `a${'\u0301'.repeat(100_000)}`],
    ['30,000 items', filled('* a\n', 120_000)],
    ['references to nothing', filled('[a] ', 160_000)],
    ['links without an end', filled('[x](', 80_000)],
    ['titles without an end', filled('[a](b (', 80_000)],
    ['pictures in one another', `${'!['.repeat(1666)}a${'](b)'.repeat(1666)}`],
    ['tags', `a ${filled('<a ', 60_000)}`],
    ['code without an end', filled('a` b`` c``` d```` ', 100_000)],
    ['closing brackets', ']'.repeat(40_000)],
    ['underlined headings', filled('a\n=\n', 40_000)],
    ['empty lines in a deep list', `${'- '.repeat(100)}x\n${'\n'.repeat(30_000)}`],
    ['quotes one after the other', filled('> a\n\n', 50_000)],
    ['quotes with an empty line of their own', filled('> a\n>\nb\n\n', 50_000)],
    ['underlined headings one after the other', filled('a\n=\n\n', 30_000)],
    ['headings of one letter', filled('# a\n', 60_000)],
    ['lists with text between them', filled('- a\n\nb\n\n', 50_000)],
    ['notes with text between them', filled('[^1]: a\n\nb\n\n', 60_000)],
    ['items in new items', filled('- - a\n', 30_000)],
    ['lone carriage returns', `~~~\r~~~\r${filled('*a_ ', 40_000)}`],
  ])('%s', (_, text) => {
    expect(isFormatted(text)).toBe(false);
  });

  test.each([
    ['a number that does not begin a list', '2. '],
    ['an item that is indented too far', '    - '],
    ['a row without a table', '| '],
  ])('%s does not split a paragraph', (_, start) => {
    const line = `${start}${'*a_ '.repeat(20)}|\n`;
    expect(isFormatted(`a\n${filled(line, 40_000)}`)).toBe(false);
    expect(isFormatted(`| a |\n|---|---|\n${filled(line, 40_000)}`)).toBe(false);
  });
});

describe('generated texts', () => {
  const fragments = [
    ...[
      '*',
      '**',
      '_',
      '~',
      '[',
      '](',
      '](b)',
      ']: ',
      '![',
      '`',
      '``',
      '<!--',
      '<?',
      '<a ',
      '> ',
      '- ',
      '1. ',
      '2. ',
    ],
    ...[
      '# ',
      '|',
      '|-|\n',
      '| a | b |\n',
      '---\n',
      '===\n',
      '\\',
      '&',
      'www.a.b ',
      'a@b.c ',
      '[^1]',
      '[^1]: ',
      '```\n',
    ],
    ...['a', 'b ', '\n', '\n\n', '  ', '    ', '\t', '- [ ] ', '<div>\n'],
  ];
  /** The same texts in each run. */
  function* texts(): Generator<string> {
    let state = 7;
    const below = (end: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * end);
    };
    for (let made = 0; made < 200; made += 1)
      yield Array.from({ length: 1 + below(60) }, () => fragments[below(fragments.length)] ?? '').join('');
  }

  test('never need less work than their prefixes', () => {
    for (const text of texts()) {
      const work = formattingWork(text);
      expect(work).toBeGreaterThanOrEqual(formattingWork(text.slice(0, text.length / 2)) - 400);
    }
  });

  test('need work for each character and line', () => {
    for (const text of texts())
      expect(formattingWork(text)).toBeGreaterThanOrEqual(text.replaceAll('\n', '').length + 40);
  });
});
