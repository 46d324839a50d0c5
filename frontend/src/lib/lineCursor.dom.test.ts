import { lineRange, refusedLine, selectLine } from './lineCursor';

const refused = (over: object) => ({ status: 400, message: 'Refused', ...over });

test.each([
  [refused({ fields: [{ field: 'content', message: 'Bad mark', line: 7 }] }), 7],
  [refused({ fields: [{ field: 'content', message: 'Bad mark' }], line: 3 }), 3],
  [refused({ fields: [{ field: 'content', message: 'Line 12: bad mark' }] }), 12],
  [refused({ fields: [{ field: 'title', message: 'Line 12: no' }] }), null],
  [refused({}), null],
  [new Error('Line 3: no'), null],
])('%j names the line %p', (error, line) => {
  expect(refusedLine(error)).toBe(line);
});

test.each([
  [1, 'One'],
  [2, ''],
  [3, 'Three'],
  [9, ''],
])('line %p is %j', (line, words) => {
  const text = 'One\n\nThree';
  expect(text.slice(...lineRange(text, line))).toBe(words);
});

test('a line is selected only in the focused text area', () => {
  const area = document.createElement('textarea');
  area.value = 'One\nTwo\nThree';
  document.body.append(area);
  selectLine(2);
  expect(area.selectionStart).toBe(area.value.length);
  area.focus();
  selectLine(2);
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('Two');
  area.remove();
});
