import { factory } from '@/testing/factories';
import { availableCommands, commands } from './registry';

const withKeys = (keys: string) => commands.find((command) => command.keys === keys);

test('no two commands have the same keys', () => {
  const keys = commands.flatMap((command) => command.keys ?? []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('g n goes to the news of everybody who has any, and analytics have keys of their own', () => {
  expect(withKeys('g n')?.label).toBe('News');
  expect(withKeys('g y')?.label).toBe('Analytics');
  const offered = (user: Parameters<typeof availableCommands>[0]) =>
    availableCommands(user).some(({ id }) => id === 'goto-news');
  expect([factory.user(), factory.admin(), factory.emergency(), null].map(offered)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
