import { parseSnippet } from './snippet';

test.each([
  ['no match here', [{ text: 'no match here', match: false }]],
  [
    'the <mark>red</mark> door',
    [
      { text: 'the ', match: false },
      { text: 'red', match: true },
      { text: ' door', match: false },
    ],
  ],
  [
    '<mark>red</mark><mark>der</mark>',
    [
      { text: 'red', match: true },
      { text: 'der', match: true },
    ],
  ],
  [
    '&lt;b&gt;a<mark>red</mark> &amp; door',
    [
      { text: 'a', match: false },
      { text: 'red', match: true },
      { text: ' & door', match: false },
    ],
  ],
  ['&amp;lt;script&amp;gt;', [{ text: '<script>', match: false }]],
  [
    'line\n\nbreaks\tgo <mark>here\nnow</mark>',
    [
      { text: 'line breaks go ', match: false },
      { text: 'here now', match: true },
    ],
  ],
  ['<mark>never closed', [{ text: 'never closed', match: false }]],
  [
    'count **<mark>nine</mark>** steps\n> > There is a <mark>stair</mark>\n| | nobody. **It',
    [
      { text: 'count ', match: false },
      { text: 'nine', match: true },
      { text: ' steps There is a ', match: false },
      { text: 'stair', match: true },
      { text: ' nobody. It', match: false },
    ],
  ],
  ['', []],
])('%p', (snippet, expected) => {
  expect(parseSnippet(snippet)).toEqual(expected);
});
