import { draws, plainText, refusedCharacter, textRules, trimmedLine, withoutRefused } from './recordText';

test('every line end becomes a line feed, or a blank in a single line', () => {
  expect(plainText('a\r\nb\rc\vd\fe\u2028f\u2029g\n\th', 'lines')).toBe('a\nb\nc\nd\ne\nf\ng\n\th');
  expect(plainText('a\tb\vc\fd\u2028e', 'line')).toBe('a b c d e');
});

test('a refused character is reported with its position', () => {
  expect(refusedCharacter('Content', 'one\r\ntwo\fa𝄞\u0007', 'lines')).toBe(
    'Content must not contain control characters: line 3, column 3 is U+0007',
  );
  expect(refusedCharacter('Title', '𝄞b\u200B19', 'line')).toBe(
    'Title must not contain invisible or text-direction characters: character 3 is U+200B',
  );
  expect(refusedCharacter('Content', 'a\u200Bb\t\n\u202E', 'lines')).toBeUndefined();
});

test('refused characters are removed and harmless ones are replaced', () => {
  expect(withoutRefused('a\u0007\r\nb\u0000\u0085c', 'lines')).toBe('a\nbc');
  expect(withoutRefused('Site\u202E\u200B 19\u00AD', 'line')).toBe('Site 19');
});

test('no-break and zero-width characters are trimmed at the ends only', () => {
  expect(trimmedLine('\u00A0\u200BSite 19\uFEFF\u2060')).toBe('Site 19');
  expect(trimmedLine('അവന്\u200D')).toBe('അവന്\u200D');
});

test.each([
  '👩\u200D🔬',
  '👩🏽\u200D🔬',
  '❤\uFE0F\u200D🔥',
  'می\u200Cخواهم',
  'ه\u200D.ش',
  'क्\u200Cष',
  'ක්\u200Dෂ',
  'അവന്\u200D വന്നു',
  'ភាសា\u200Bខ្មែរ',
  'ᠮᠤᠩᠭᠤᠯ\u180Eᠠ',
  'Auf\u200Clage',
  '\u200Fשער (א)\u200F',
  '\u0600١٤٤٧',
])('%p is accepted as a line', (text) => {
  expect(refusedCharacter('Title', text, 'line')).toBeUndefined();
});

test.each([
  'ad\u200Dmin',
  '👩\u200D',
  '\u200D🔬',
  '👩\u200D\u200D🔬',
  'a\u200C',
  '1\u200C2',
  'می\u200C\u200Cخواهم',
  '👩\u200C🔬',
  'a\u0301\u200Db',
  'Site\u202E19',
  'Site\u206619',
  'Site\u00AD19',
  'Site\u180E19',
  'Site\uFEFF19',
  'Site\u316419',
])('%p is refused as a line', (text) => {
  expect(refusedCharacter('Title', text, 'line')).toMatch(/^Title must not contain invisible/);
});

test('eight consecutive combining marks are accepted and nine are not', () => {
  const problems = (marks: number, kind: 'line' | 'lines') =>
    textRules('Title', 200, kind)
      .map((rule) => rule(`q${'\u0301'.repeat(marks)}`))
      .filter(Boolean);
  expect(problems(8, 'line')).toEqual([]);
  expect(problems(9, 'line')).toEqual(['Title must not contain more than 8 combining marks in a row']);
  expect(problems(9, 'lines')).toEqual([]);
});

test.each(['', ' \u00A0\u3000', '\u3164\u115F', '\u2800', '\u200F\u200E', '\uFE0F\u00AD\u180B'])(
  '%p draws nothing',
  (text) => {
    expect(draws(text)).toBe(false);
  },
);

test.each(['a', '\u200Fא', '.', '⠁', '🔥', '\u06DD'])('%p is visible', (text) => {
  expect(draws(text)).toBe(true);
});
