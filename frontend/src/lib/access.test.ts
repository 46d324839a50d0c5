import { decideAccess, returnAddress, type Audience, type Decision } from './access';
import type { Person } from './permissions';

const people: Readonly<Record<string, Person | null>> = {
  nobody: null,
  member: { id: 'm', isAdmin: false, isApproved: true, clearanceLevel: 3 },
  admin: { id: 'a', isAdmin: true, isApproved: true, clearanceLevel: 5 },
  emergency: { id: 'emergency-access', isAdmin: true, isApproved: true, clearanceLevel: 5 },
};

const home = { to: '/' };
const auth = { to: '/auth' };
const locked = { to: '/auth?locked=true' };

const table: readonly (readonly [Audience, keyof typeof people, boolean, Decision])[] = [
  ['public', 'nobody', false, 'allow'],
  ['public', 'nobody', true, 'allow'],
  ['public', 'member', false, home],
  ['public', 'member', true, 'allow'],
  ['public', 'admin', false, home],
  ['public', 'admin', true, home],
  ['public', 'emergency', true, home],
  ['user', 'nobody', false, auth],
  ['user', 'nobody', true, auth],
  ['user', 'member', false, 'allow'],
  ['user', 'member', true, locked],
  ['user', 'admin', true, 'allow'],
  ['user', 'emergency', true, 'allow'],
  ['admin', 'nobody', false, auth],
  ['admin', 'member', false, home],
  ['admin', 'member', true, locked],
  ['admin', 'admin', false, 'allow'],
  ['admin', 'admin', true, 'allow'],
  ['admin', 'emergency', false, 'allow'],
  ['anyone', 'nobody', true, 'allow'],
  ['anyone', 'member', false, 'allow'],
  ['anyone', 'member', true, locked],
  ['anyone', 'admin', true, 'allow'],
];

test.each(table)(
  'a %s page opened by %s with lockdown %p gives the expected decision',
  (access, who, isLocked, expected) => {
    expect(decideAccess({ user: people[who] ?? null, loading: false, locked: isLocked, access })).toEqual(
      expected,
    );
  },
);

test.each(['public', 'user', 'admin'] as const)('a %s page waits until the account is known', (access) => {
  expect(decideAccess({ user: null, loading: true, locked: true, access })).toBe('wait');
});

test.each([
  [{ from: '/submission?title=x' }, '/submission?title=x'],
  [{ from: '/admin?tab=users', person: null }, '/admin?tab=users'],
  [{ from: '/documents/1', person: 'me' }, '/documents/1'],
  [{ from: '/documents/1', person: 'another' }, null],
  [{ from: '//elsewhere' }, null],
  [{ from: '/\t/elsewhere' }, null],
  [{ from: '/.//elsewhere' }, null],
  [{ from: 'submission' }, null],
  [{ from: '/auth/../auth' }, null],
  [{ from: '/\\elsewhere' }, null],
  [{ from: 'https://elsewhere/' }, null],
  [{ from: '/auth?locked=true' }, null],
  [{ from: 7 }, null],
  [null, null],
])('the return address from the state %p is %p', (state, expected) => {
  expect(returnAddress(state, 'me')).toBe(expected);
});
