import { matchingText } from './counts';

test.each([
  [{ matching: 12 }, '12'],
  [{ matching: 1000 }, '1000'],
  [{ matching: 1000, isAtLeast: true }, '1000+'],
])('the number of matches of %p', (counts, expected) => {
  expect(matchingText(counts)).toBe(expected);
});
