import { lowWindow } from './lowWindow';

test.each([
  ['the masthead', '<header data-bar></header>', true],
  ['the command line', '<div data-sticky></div>', true],
  ['a heading', '<h1></h1>', false],
])('at 400 %% zoom, whether %s scrolls with the page is %p', (_, html, isStatic) => {
  const selector = /^@media \(max-height:400px\)\{(.*)\{position:static\}\}$/.exec(lowWindow)?.[1] ?? '';
  document.body.innerHTML = html;
  expect(document.body.firstElementChild?.matches(selector)).toBe(isStatic);
});
