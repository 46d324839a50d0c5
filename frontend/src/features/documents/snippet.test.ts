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
      { text: '<b>a', match: false },
      { text: 'red', match: true },
      { text: ' & door', match: false },
    ],
  ],
  ['&amp;lt;script&amp;gt;', [{ text: '&lt;script&gt;', match: false }]],
  [
    'line\n\nbreaks\tgo <mark>here\nnow</mark>',
    [
      { text: 'line breaks go ', match: false },
      { text: 'here now', match: true },
    ],
  ],
  ['<mark>never closed', [{ text: '<mark>never closed', match: false }]],
  ['', []],
])('%p', (snippet, expected) => {
  expect(parseSnippet(snippet)).toEqual(expected);
});
