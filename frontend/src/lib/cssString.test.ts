import { cssString } from './cssString';

test('words of any script are unchanged', () => {
  expect(cssString('Die Tür 14')).toBe("'Die Tür 14'");
});

test('quotes, backslashes, braces and line breaks are escaped', () => {
  expect(cssString(`'"\\{;\n`)).toBe(String.raw`'\27 \22 \5c \7b \3b \a '`);
});

test('a character outside the Basic Multilingual Plane is escaped as one', () => {
  expect(cssString('🔥')).toBe(String.raw`'\1f525 '`);
});
