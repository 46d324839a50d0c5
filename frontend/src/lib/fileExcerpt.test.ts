import { excerptOf } from './fileExcerpt';
import { requiredTerms } from './query';

const found = (text: string, query: string) => {
  const excerpt = excerptOf(text, requiredTerms(query));
  return (
    excerpt && {
      text: excerpt.text,
      marked: excerpt.ranges.map(([start, end]) => excerpt.text.slice(start, end)),
    }
  );
};

test('a short text is its own excerpt, on one line', () => {
  expect(found('Relieved at four.\n\nThe lantern was lit.', '"lantern"')).toEqual({
    text: 'Relieved at four. The lantern was lit.',
    marked: ['lantern'],
  });
});

test('a long text is cut at words around the first match', () => {
  const excerpt = found(`${'before '.repeat(50)}the lantern ${'after '.repeat(50)}`, '"lantern"');
  expect(excerpt?.text).toMatch(/^…before .* the lantern after .* after…$/);
  expect(excerpt?.text.length).toBeLessThanOrEqual(162);
  expect(excerpt?.marked).toEqual(['lantern']);
});

test('a text without a match has no excerpt', () => {
  expect(found('The lamp was lit.', '"lantern"')).toBeNull();
});
