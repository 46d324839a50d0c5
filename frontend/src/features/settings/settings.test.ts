import { factory } from '@/testing/factories';
import {
  changesOf,
  checkSettings,
  readEdits,
  requestOf,
  savedOf,
  sessionTimeouts,
  themeOptions,
  unsavedWords,
} from './settings';

const user = factory.user({ theme: 'dark', sessionTimeout: 60, email: 'a@example.org', phone: null });
const saved = savedOf(user);

test('the options are those of the specification', () => {
  expect(themeOptions.map(({ value }) => value)).toEqual([
    'default',
    'green-matrix',
    'dark',
    'amber-crt',
    'blue-steel',
  ]);
  expect(sessionTimeouts).toEqual(['15', '30', '60', '120', '240']);
});

test('the changes are the differences to the saved settings, in the order of the screen', () => {
  expect(changesOf(saved, {})).toEqual([]);
  expect(changesOf(saved, { theme: 'dark', phone: '' })).toEqual([]);
  expect(changesOf(saved, { phone: '41', theme: 'amber-crt' })).toEqual(['theme', 'phone']);
  expect([unsavedWords(1), unsavedWords(2)]).toEqual(['1 change is not saved:', '2 changes are not saved:']);
});

test('only changes are sent, and an empty contact clears it', () => {
  const values = { ...saved, sessionTimeout: '120', email: '', phone: '+49 30 1' };
  expect(requestOf(values, ['sessionTimeout', 'email'])).toEqual({ sessionTimeout: 120, email: null });
  expect(requestOf(values, ['phone'])).toEqual({ phone: '+49 30 1' });
});

test.each([
  ['email', 'a@example.org', undefined],
  ['email', '', undefined],
  ['email', 'a@example', 'Enter a valid email address'],
  ['email', '@example.org', 'Enter a valid email address'],
  ['email', 'a b@example.org', 'Enter a valid email address'],
  ['email', `${'a'.repeat(250)}@b.co`, 'Email must be at most 254 characters'],
  ['phone', '+49 (30) 1/2-3.4', undefined],
  ['phone', 'call me', 'Enter a valid phone number'],
  ['phone', '1'.repeat(41), 'Phone must be at most 40 characters'],
] as const)('the setting %s with the value %p has the problem %p', (name, value, problem) => {
  expect(checkSettings({ ...saved, [name]: value })[name]).toBe(problem);
});

test('the switch for email notifications is saved as yes or no', () => {
  expect(saved.emailNotifications).toBe('on');
  expect(changesOf(saved, { emailNotifications: 'off' })).toEqual(['emailNotifications']);
  const off = { ...saved, emailNotifications: 'off' } as const;
  expect(requestOf(off, ['emailNotifications'])).toEqual({ emailNotifications: false });
  expect(readEdits({ emailNotifications: 'off' })).toEqual({ emailNotifications: 'off' });
  expect(readEdits({ emailNotifications: 'maybe' })).toEqual({});
});

test('stored changes are read back without values that are not offered', () => {
  expect(readEdits({ sessionTimeout: '15', email: 'x' })).toEqual({ sessionTimeout: '15', email: 'x' });
  expect(readEdits({ theme: 'amber-crt' })).toEqual({});
  expect(readEdits({ sessionTimeout: '31', isAdmin: 'true' })).toEqual({});
  expect(readEdits('dark')).toBeNull();
});
