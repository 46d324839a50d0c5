import { passwordStrength } from './password';

test.each([
  ['', ''],
  ['a', 'WEAK'],
  ['aaaaaaaaaaaaaaaa', 'WEAK'],
  ['abcde', 'WEAK'],
  ['lighthouse', 'FAIR'],
  ['Lighthouse-9', 'GOOD'],
  ['eleven seconds of delay', 'STRONG'],
])('%p is %p', (password, word) => {
  expect(passwordStrength(password).word).toBe(word);
});
