import { factory } from '@/testing/factories';
import { actionsFor } from './userActions';

const self = factory.admin({ id: 'self' });
const emergency = factory.emergency();

const pending = factory.user({ isApproved: false });
const claimant = factory.user({ isApproved: false, isAdmin: true, accessKey: 'command', clearanceLevel: 5 });
const approved = factory.user();
const admin = factory.admin({ username: 'other-admin' });

test.each([
  ['a pending account', self, pending, ['approve', 'delete']],
  ['a claimant', self, claimant, ['removeClaim', 'delete']],
  ['an approved account', self, approved, ['edit', 'makeAdmin', 'resetPassword', 'delete']],
  ['another administrator', self, admin, ['edit', 'removeAdmin', 'resetPassword', 'delete']],
  [
    'an account with a second factor',
    self,
    { ...approved, twoFactorEnabled: true },
    ['edit', 'makeAdmin', 'resetPassword', 'resetFactor', 'delete'],
  ],
  ['the own account, with a second factor', self, { ...self, twoFactorEnabled: true }, ['edit']],
  ['the own account', self, self, ['edit']],
  [
    "an account above the administrator's level",
    factory.admin({ clearanceLevel: 4 }),
    admin,
    ['edit', 'removeAdmin', 'delete'],
  ],
  ['the emergency account', self, emergency, []],
  [
    'a locked-out account',
    self,
    { ...approved, failedLoginAttempts: 5 },
    ['edit', 'makeAdmin', 'unlock', 'resetPassword', 'delete'],
  ],
  [
    'an account with four failures',
    self,
    { ...approved, failedLoginAttempts: 4 },
    ['edit', 'makeAdmin', 'resetPassword', 'delete'],
  ],
  [
    'a locked-out pending account',
    self,
    { ...pending, failedLoginAttempts: 9 },
    ['approve', 'unlock', 'delete'],
  ],
  ['the own account, locked out elsewhere', self, { ...self, failedLoginAttempts: 5 }, ['edit', 'unlock']],
  ['the emergency account after failures', self, { ...emergency, failedLoginAttempts: 9 }, []],
  [
    'an administrator, to the emergency account',
    emergency,
    admin,
    ['edit', 'removeAdmin', 'resetPassword', 'delete'],
  ],
  ['the emergency account, to itself', emergency, emergency, []],
])('%s offers exactly the allowed actions', (_who, user, target, expected) => {
  expect(actionsFor(user, target)).toEqual(expected);
});
