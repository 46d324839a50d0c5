import {
  canApprove,
  canDeleteDocument,
  canDeleteUser,
  canEditClearance,
  canMakeAdmin,
  canPassLockdown,
  canReadDocument,
  canRemoveAdmin,
  canSaveSettings,
  canSubmit,
  isAdminClaimant,
  type Person,
} from './permissions';

const admin: Person = { id: 'a', isAdmin: true, isApproved: true, clearanceLevel: 5 };
const member: Person = { id: 'm', isAdmin: false, isApproved: true, clearanceLevel: 3 };
const newcomer: Person = { id: 'n', isAdmin: false, isApproved: false, clearanceLevel: 2 };
const claimant: Person = { id: 'c', isAdmin: true, isApproved: false, clearanceLevel: 5 };
const emergency: Person = { id: 'emergency-access', isAdmin: true, isApproved: true, clearanceLevel: 5 };

test.each([
  // target, approve, make, remove, edit, delete
  ['self', admin, false, false, false, true, false],
  ['member', member, false, true, false, true, true],
  ['newcomer', newcomer, true, false, false, false, true],
  ['claimant', claimant, false, false, true, false, true],
  ['emergency', emergency, false, false, false, false, false],
])('the actions of an admin on the account %s', (_name, target, approve, make, remove, edit, remove2) => {
  expect([
    canApprove(admin, target),
    canMakeAdmin(admin, target),
    canRemoveAdmin(admin, target),
    canEditClearance(admin, target),
    canDeleteUser(admin, target),
  ]).toEqual([approve, make, remove, edit, remove2]);
});

test('only an unapproved account counts as requesting administrator rights', () => {
  expect([admin, member, newcomer, claimant].map(isAdminClaimant)).toEqual([false, false, false, true]);
});

test('administrators and the emergency account pass a lockdown', () => {
  expect([admin, member, emergency].map(canPassLockdown)).toEqual([true, false, true]);
});

test('the emergency account cannot submit', () => {
  expect([admin, member, emergency].map(canSubmit)).toEqual([true, true, false]);
});

test('the emergency account cannot save settings', () => {
  expect([admin, member, emergency].map(canSaveSettings)).toEqual([true, true, false]);
});

test.each([
  [3, 'm', true, true],
  [4, 'm', false, false],
  [1, 'x', true, false],
  [3, null, true, false],
])('a member of level 3 and a document of level %d by %p', (clearanceLevel, submittedBy, read, remove) => {
  const document = { clearanceLevel, submittedBy };
  expect([canReadDocument(member, document), canDeleteDocument(member, document)]).toEqual([read, remove]);
});
