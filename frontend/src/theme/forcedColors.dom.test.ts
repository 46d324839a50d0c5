import { forcedColors } from './forcedColors';

test.each([
  ['tab', '<button role="tab" aria-selected="true"></button>', true],
  ['other tab', '<button role="tab" aria-selected="false"></button>', false],
  ['cell', '<button role="radio" aria-checked="true"></button>', true],
  ['row', '<a aria-current="true"></a>', true],
  ['other row', '<a aria-current="false"></a>', false],
  ['segment', '<label><input type="radio" checked></label>', true],
  ['step of a ladder', '<i data-filled="true"></i>', true],
])('in forced colors, a %s has the selection colors if it is selected', (_, html, isChosen) => {
  const selector = /:is\((.*)\)\{forced-color-adjust:none;color:HighlightText/.exec(forcedColors)?.[1] ?? '';
  document.body.innerHTML = html;
  expect(document.body.firstElementChild?.matches(selector)).toBe(isChosen);
});
