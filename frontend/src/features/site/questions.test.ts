import { factory } from '@/testing/factories';
import { whoIsHit } from './questions';

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
  ['lock', me, 'Shut out: 3 approved accounts.'],
  ['unlock', me, null],
  ['require-2fa', me, 'Without a second factor: 2 accounts, your own among them.'],
  ['require-2fa', factory.emergency(), 'Without a second factor: 2 accounts.'],
  ['waive-2fa', me, null],
] as const)('%s names whom it hits', (question, user, expected) => {
  expect(whoIsHit(question, everybody, user)).toBe(expected);
});
