import { tokensOf, wordsOf } from './words';

// The same table as the server's test, so that the client marks what the server finds.
test.each([
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['Σίσυφος', 'σισυφοσ'],
  ['İstanbul', 'istanbul'],
  ['I\u0307STANBUL', 'istanbul'],
  ['STRASSE', 'strasse'],
  ['straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['ﬁne', 'fine'],
  ['façade', 'facade'],
  ['fac\u0327ade', 'facade'],
  ['Ångström', 'angstrom'],
  ['Ѐлка', 'елка'],
  ['x²', 'x2'],
  ['Ⅷ', 'viii'],
  ['ＦＵＬＬ', 'full'],
  ['x™', 'xtm'],
  ['co\u00ADoperate', 'cooperate'],
  ['مُحَمَّد', 'محمد'],
  ['が', 'が'],
  ['한국어', '한국어'],
  ['ırmak', 'ırmak'],
])('%p is the word %p of the index', (typed, word) => {
  expect(wordsOf(typed)).toEqual([word]);
});

test('blanks and punctuation separate words, and a symbol can represent several', () => {
  expect(wordsOf('  IR-000001: don\'t, "half"\tNEAR(½)*')).toEqual([
    'ir',
    '000001',
    'don',
    't',
    'half',
    'near',
    '1',
    '2',
  ]);
  expect(wordsOf('– … *')).toEqual([]);
  expect(wordsOf('é'.repeat(300))).toEqual(['e'.repeat(100)]);
  expect(wordsOf('E'.repeat(300))).toEqual(['e'.repeat(100)]);
});

test('a token has its position in UTF-16 code units', () => {
  expect([...tokensOf('🦀 The ÉTÉ.')].map(({ start, end, words }) => [start, end, ...words])).toEqual([
    [3, 6, 'the'],
    [7, 10, 'ete'],
  ]);
});
