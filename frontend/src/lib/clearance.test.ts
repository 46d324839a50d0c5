import { accessKeyLabel, accessKeys, claimsAdmin, clearanceName, levelOfKey, levelsUpTo } from './clearance';

test.each([
  [0, 'UNKNOWN'],
  [1, 'SUBJECT'],
  [2, 'INNOVATION'],
  [3, 'SECURITY'],
  [4, 'TASK FORCE'],
  [5, 'SITE COMMAND / DEVELOPER'],
  [6, 'UNKNOWN'],
  [Number.NaN, 'UNKNOWN'],
])('level %p is called %s', (level, name) => {
  expect(clearanceName(level)).toBe(name);
});

test('every access key has its level, and only two request administrator rights', () => {
  expect(accessKeys.map((key) => [key, levelOfKey(key), claimsAdmin(key)])).toEqual([
    ['subject', 1, false],
    ['innovation', 2, false],
    ['security', 3, false],
    ['taskforce', 4, false],
    ['command', 5, true],
    ['developer', 5, true],
  ]);
});

test('an unknown access key is shown unchanged', () => {
  expect(accessKeyLabel('taskforce')).toBe('Task Force Detachment');
  expect(accessKeyLabel('janitor')).toBe('janitor');
});

test.each([
  [0, []],
  [1, [1]],
  [3, [1, 2, 3]],
  [5, [1, 2, 3, 4, 5]],
])('levels up to %d', (level, expected) => {
  expect(levelsUpTo(level)).toEqual(expected);
});
