import { factory } from '@/testing/factories';
import { affectedAccounts } from './questions';

const me = factory.admin({ clearanceLevel: 2 });
const everybody = [
  me,
  factory.emergency(),
  factory.user({ clearanceLevel: 3 }),
  factory.user({ clearanceLevel: 4, twoFactorEnabled: true }),
  factory.user({ clearanceLevel: 2 }),
  factory.user({ clearanceLevel: 5, isApproved: false }),
  factory.admin({ isApproved: false }),
];

test.each([
  ['lock', me, 'This affects 3 approved accounts.'],
  ['unlock', me, null],
  ['require-2fa', me, 'This affects 2 accounts without a second factor, including your own.'],
  ['require-2fa', factory.emergency(), 'This affects 2 accounts without a second factor.'],
  ['waive-2fa', me, null],
] as const)('%s names the accounts that it affects', (question, user, expected) => {
  expect(affectedAccounts(question, everybody, user)).toBe(expected);
});
