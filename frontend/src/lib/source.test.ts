import { sourceLines } from './source';

const written = (text: string) =>
  sourceLines(text).map(
    ({ number, parts }) =>
      `${number ?? '-'}:${parts.map((part) => `${part.is}(${'level' in part ? part.level : part.text})`).join('')}`,
  );

test('lines are numbered from 1, including empty ones', () => {
  expect(written('One.\r\n\nThree.\n')).toEqual(['1:plain(One.)', '2:', '3:plain(Three.)', '4:']);
});

test.each([
  ['The subject, <REDACTED>, met.', ['plain(The subject, )', 'mark(<REDACTED>)', 'plain(, met.)']],
  ['p<q and r>s; 1 < 2 > 0', ['plain(p)', 'mark(<q and r>)', 'plain(s; 1 < 2 > 0)']],
  ['a&nbsp;b &#x200B; & c;', ['plain(a)', 'mark(&nbsp;)', 'plain(b )', 'mark(&#x200B;)', 'plain( & c;)']],
  ['<!-- kept --> on', ['mark(<!-- kept -->)', 'plain( on)']],
  [':::level 4', ['mark(:::level 4)']],
  ['At {{4|dawn}}.', ['plain(At )', 'mark({{4|)', 'plain(dawn)', 'mark(}})', 'plain(.)']],
  ['At {{withheld 4}}.', ['plain(At )', 'words(4)', 'plain(.)']],
])('%s has its marks separated', (text, parts) => {
  expect(written(text)).toEqual([`1:${parts.join('')}`]);
});

test('a multi-line comment or tag is a mark on each line', () => {
  expect(written('a <!-- b\nc --> d\n<div\nx>')).toEqual([
    '1:plain(a )mark(<!-- b)',
    '2:mark(c -->)plain( d)',
    '3:mark(<div)',
    '4:mark(x>)',
  ]);
  expect(written('<!-- never\nended')).toEqual(['1:mark(<!-- never)', '2:mark(ended)']);
});

test('withheld lines are one bar, and the following lines keep their numbers', () => {
  expect(written('One.\n:::withheld 5\n:::\nFour.\n:::level 3\nSix.\n:::')).toEqual([
    '1:plain(One.)',
    '2:lines(5)',
    '4:plain(Four.)',
    '5:mark(:::level 3)',
    '6:plain(Six.)',
    '7:mark(:::)',
  ]);
});

test.each([
  ['a\u200Bb', 'plain(a)name(U+200B ZERO WIDTH SPACE)plain(b)'],
  ['a\u00A0\u00A0b', 'plain(a)name(U+00A0 NO-BREAK SPACE x2)plain(b)'],
  [
    '\u202Eevil\u202C',
    'name(U+202E RIGHT-TO-LEFT OVERRIDE)plain(evil)name(U+202C POP DIRECTIONAL FORMATTING)',
  ],
  ['\u{E0041}\u{E01EF}', 'name(U+E0041 TAG A, U+E01EF INVISIBLE CHARACTER)'],
  ['\u3164\u2800', 'name(U+3164 HANGUL FILLER, U+2800 BRAILLE PATTERN BLANK)'],
  ['<b\u200Br>', 'mark(<b)name(U+200B ZERO WIDTH SPACE)mark(r>)'],
  ['a\tb', 'plain(a\tb)'],
  ['\u{1F469}\u{1F3FD}\u200D\u{1F680} \u2764\uFE0F', 'plain(\u{1F469}\u{1F3FD}\u200D\u{1F680} \u2764\uFE0F)'],
])('invisible characters are named: case %#', (text, line) => {
  expect(written(text)).toEqual([`1:${line}`]);
});

test('every format, blank and control character except line ends and tabs is named', () => {
  const hidden = Array.from({ length: 0x110000 }, (_none, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter(
      (character) => /[\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{DI}]/u.test(character) && !/[ \t\n]/.test(character),
    );
  const [line] = sourceLines(hidden.map((character) => `a${character}`).join(''));
  const rest = line?.parts.filter((part) => part.is !== 'name' && !('text' in part && part.text === 'a'));
  expect(rest).toEqual([]);
});

test('a long run of different invisible characters names the first ones and counts the others', () => {
  const [line] = written('\u200B\u200C'.repeat(20));
  expect(line?.split(', ')).toHaveLength(13);
  expect(line).toMatch(/, 28 more\)$/);
});

test('a very long line is split, and only its first part has the number', () => {
  const lines = sourceLines(`${'\u{1F525}'.repeat(9000)}\nend`);
  expect(lines.map(({ number }) => number)).toEqual([1, null, null, 2]);
  expect(lines.flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : ''))).join('')).toBe(
    `${'\u{1F525}'.repeat(9000)}end`,
  );
});
