import { passwordStrength } from './password';

test.each([
  ['', ''],
  ['a', 'WEAK'],
  ['aaaaaaaaaaaaaaaa', 'WEAK'],
  ['abcde', 'WEAK'],
  ['lighthouse', 'FAIR'],
  ['Lighthouse-9', 'STRONG'],
  ['eleven seconds of delay', 'VERY STRONG'],
])('%p is %p', (password, word) => {
  expect(passwordStrength(password).word).toBe(word);
});
