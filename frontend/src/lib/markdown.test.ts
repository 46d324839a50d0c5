import { cutMarkdownPreview, markdownPreview, plainText } from './markdown';

const oneLine = (markdown: string) => plainText(markdown).replace(/\s+/g, ' ').trim();

test.each([
  ['# Order', 'Order'],
  ['## Order ##', 'Order'],
  ['Order\n=====\ntext', 'Order text'],
  ['one\n\n---\n\ntwo', 'one two'],
  ['* * *', ''],
  ['> quoted\n> > deeper', 'quoted deeper'],
  ['- one\n- two\n  * three', 'one two three'],
  ['1. one\n2) two', 'one two'],
  ['- [x] done\n- [ ] open', 'done open'],
  ['> - # all of it', 'all of it'],
  ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a b 1 2'],
  ['a | b\n--- | ---\n1 | 2', 'a | b 1 | 2'],
  ['```js\nconst a = *b*;\n```\nafter', 'const a = *b*; after'],
  ['~~~\n# no heading\n~~~', '# no heading'],
  ['````\n```\n````', '```'],
  ['Cover **every** mirror.', 'Cover every mirror.'],
  ['*one* _two_ __three__ ***four*** ~~five~~', 'one two three four five'],
  ['**bold with *more* inside**', 'bold with more inside'],
  ['2 * 3 * 4 and a * b', '2 * 3 * 4 and a * b'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['a \\*literal\\* star', 'a *literal* star'],
  ['a `*code*` span', 'a *code* span'],
  ['``a ` tick``', '``a ` tick``'],
  ['see [the log](https://example.com/a_b "title")', 'see the log'],
  ['see [the log][1]\n\n[1]: https://example.com', 'see the log'],
  ['![a lamp](/lamp.png) lit', 'a lamp lit'],
  ['[![a lamp](/lamp.png)](/big) lit', 'a lamp lit'],
  ['<https://example.com> and <b>bold</b><!-- not -->', 'https://example.com and bold'],
  ['noted[^1]\n\n[^1]: a note', 'noted a note'],
  ['5 &lt; 6 &amp;&nbsp;7 &unknown;', '5 < 6 & 7 &unknown;'],
  ['[unclosed (and *so on', '[unclosed (and *so on'],
  ['level 3 < level 4 > level 2', 'level 3 < level 4 > level 2'],
  ['line one\r\nline two', 'line one line two'],
  ['#hashtag', '#hashtag'],
  ['Ω *émile* 🛰', 'Ω émile 🛰'],
  ['', ''],
])('%j says %j', (markdown, words) => {
  expect(oneLine(markdown)).toBe(words);
});

test('the length is that of the words, not of their marks', () => {
  expect(markdownPreview(`**${'x'.repeat(10)}** [end](https://example.com)`, 14)).toBe('xxxxxxxxxx end');
  expect(markdownPreview(`# ${'x'.repeat(201)}`, 200)).toBe(`${'x'.repeat(200)}...`);
  expect(markdownPreview(`# ${'🛰'.repeat(200)}`, 200)).toBe('🛰'.repeat(200));
});

test('a text of marks alone that goes on says so', () => {
  expect(markdownPreview(`words\n${'---\n'.repeat(2000)}`, 10)).toBe('words...');
});

/** A beginning that was cut where this text ends. */
const cut = (text: string) => cutMarkdownPreview(text, text.length);

test.each([
  ['# Order\n\nCover **every** mirror', 'Order Cover every mirror...'],
  ['Cover **every mir', 'Cover every mir...'],
  ['Cover **every** mirror, and *each', 'Cover every mirror, and each...'],
  ['answers to `SIG', 'answers to SIG...'],
  ['see [the log](https://example.com/a', 'see the log...'],
  ['**one**, then', 'one, then...'],
  ['2 * 3 * 4', '2 * 3 * 4...'],
  ['snake_case', 'snake_case...'],
  ['and the next **', 'and the next...'],
  ['it said...', 'it said...'],
])('cut after %j it says %j', (beginning, words) => {
  expect(cut(beginning)).toBe(words);
});

test('what is shorter than the cut was not cut', () => {
  expect(cutMarkdownPreview('# Order', 8)).toBe('Order');
  expect(cutMarkdownPreview('🛰'.repeat(7), 8)).toBe('🛰'.repeat(7));
});

test.each(['*', '_', '[', '`', '~~', '<', '> ', '![', '- '])(
  'a long run of %j takes no long time',
  (mark) => {
    const start = performance.now();
    markdownPreview(mark.repeat(100_000), 200);
    expect(performance.now() - start).toBeLessThan(500);
  },
);
