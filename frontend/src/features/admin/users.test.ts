import { factory } from '@/testing/factories';
import { checkClearance, clearanceOf, clearanceRequest, filterUsers, groupOf, statusesOf } from './users';

const pending = factory.user({ id: 'aaaaaa01', username: 'new-hand', isApproved: false });
const claimant = factory.user({ id: 'bbbbbb02', username: 'Claims', isApproved: false, isAdmin: true });
const approved = factory.user({ id: 'cccccc03', username: 'k-osei', failedLoginAttempts: 1 });
const locked = factory.user({ id: 'dddddd04', username: 'locked-hand', failedLoginAttempts: 5 });
const admin = factory.admin({ id: 'eeeeee05' });
const emergency = factory.emergency();

test.each([
  [pending, ['Pending']],
  [claimant, ['Pending', 'Requested admin']],
  [approved, ['Approved', '1 failed attempt']],
  [locked, ['Approved', '5 failed attempts']],
  [admin, ['Administrator']],
  [emergency, ['Protected']],
])('account %# has the statuses %j', (user, expected) => {
  expect(statusesOf(user).map(({ word }) => word)).toEqual(expected);
});

test('failed attempts are marked as danger once they lock the account', () => {
  expect([statusesOf(approved)[1]?.tone, statusesOf(locked)[1]?.tone]).toEqual(['muted', 'danger']);
});

const all = [pending, claimant, approved, locked, admin, emergency];

test.each([
  ['all', '', all],
  ['pending', '', [pending, claimant]],
  ['approved', '', [approved, locked, admin, emergency]],
  ['admin', '', [admin, emergency]],
  ['locked', '', [locked]],
  ['all', ' HAND ', [pending, locked]],
  ['all', 'claims', [claimant]],
  ['all', 'usr-cccccc', [approved]],
  ['pending', 'locked', []],
] as const)('the group "%s" and the text "%s" select the matching accounts', (group, text, expected) => {
  expect(filterUsers(all, group, text)).toEqual(expected);
});

test.each([
  [null, 'all'],
  ['locked', 'locked'],
  ['constructor', 'all'],
])('the status %s in the address selects the group %s', (value, expected) => {
  expect(groupOf(value)).toBe(expected);
});

test.each([
  [5, 3, { level: '3', accessKey: 'security' }],
  [4, 4, { level: '4', accessKey: 'security' }],
  // Nobody can assign a level above their own, so none is preset.
  [4, 5, { level: '', accessKey: 'security' }],
])(
  'for an administrator of level %i, the form for an account of level %i starts with %j',
  (own, level, expected) => {
    expect(clearanceOf({ clearanceLevel: own }, factory.user({ clearanceLevel: level }))).toEqual(expected);
  },
);

test.each([
  [{ level: '', accessKey: 'security' }, 'Please assign a clearance level.'],
  [{ level: '3', accessKey: '' }, 'Please assign an access key.'],
  [{ level: '3', accessKey: 'janitor' }, 'Please assign an access key.'],
  [{ level: '3', accessKey: 'security' }, null],
])('the values %j are refused with %j', (values, expected) => {
  expect(Object.values(checkClearance(values))[0] ?? null).toBe(expected);
});

test('the request has the level as a number, and there is none for an unknown key', () => {
  expect(clearanceRequest({ level: '4', accessKey: 'taskforce' })).toEqual({
    clearanceLevel: 4,
    accessKey: 'taskforce',
  });
  expect(clearanceRequest({ level: '4', accessKey: 'janitor' })).toBeNull();
});
