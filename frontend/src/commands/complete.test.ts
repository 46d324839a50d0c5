import { factory } from '@/testing/factories';
import { complete } from './complete';

const user = factory.user();

test.each([
  ['th', 'theme ', []],
  [':TH', 'theme ', []],
  ['theme a', 'theme amber-crt', []],
  ['theme ', 'theme ', ['green-matrix', 'dark', 'amber-crt', 'blue-steel']],
  ['l', 'lo', ['lock', 'logout']],
  ['goto doc', 'goto documents', []],
  ['sub', 'submission', []],
  ['goto s', 'goto s', ['submission', 'settings']],
])('%p is completed to %p', (line, completed, options) => {
  expect(complete(line, user)).toEqual({ line: completed, options });
});

test.each(['', '  ', 'zz', 'theme amber-crt', 'find orc', 'lock', 'goto x', 'open doc-3fa9 x'])(
  '%p stays',
  (line) => {
    expect(complete(line, user)).toBeNull();
  },
);

test('screens of administrators are completed only for administrators', () => {
  expect(complete('goto ad', user)).toBeNull();
  expect(complete('goto ad', factory.admin())).toEqual({ line: 'goto admin', options: [] });
});
