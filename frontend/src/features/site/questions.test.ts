import { factory } from '@/testing/factories';
import { affectedAccounts } from './questions';

const everybody = [
  factory.admin({ clearanceLevel: 2 }),
  factory.emergency(),
  factory.user({ clearanceLevel: 3 }),
  factory.user({ clearanceLevel: 4, twoFactorEnabled: true }),
  factory.user({ clearanceLevel: 2 }),
  factory.user({ clearanceLevel: 5, isApproved: false }),
  factory.admin({ isApproved: false }),
];

test.each([
  ['lock', 'This affects 3 approved accounts.'],
  ['unlock', null],
  ['require-2fa', 'This affects 2 accounts without a second factor.'],
  ['waive-2fa', null],
] as const)('%s shows the accounts that it affects', (question, expected) => {
  expect(affectedAccounts(question, everybody)).toBe(expected);
});
