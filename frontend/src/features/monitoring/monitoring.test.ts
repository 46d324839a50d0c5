import { watched } from '@/testing/watching';
import { formatIdle, reasonOf, resultOf, suspicions, tilesOf } from './monitoring';

test('a reason is shown as words, and a missing one as several failures', () => {
  expect(reasonOf(watched.attempt())).toBe('Wrong password');
  expect(reasonOf(watched.attempt({ failureReason: 'locked_out' }))).toBe('Locked out');
  expect(reasonOf(watched.attempt({ failureReason: 'invented_later' }))).toBe('Invented later');
  expect(reasonOf(watched.attempt({ failureReason: null }))).toBe('Multiple failed attempts');
  expect(reasonOf(watched.attempt({ failureReason: '' }))).toBe('Multiple failed attempts');
  expect(reasonOf(watched.attempt({ failureReason: null, success: true }))).toBe('');
});

test('a result is granted, denied, or waiting for the second factor', () => {
  expect(resultOf(watched.attempt({ success: true, failureReason: null }))).toEqual(['GRANTED', 'ok']);
  expect(resultOf(watched.attempt())).toEqual(['DENIED', 'danger']);
  const missing = watched.attempt({ failureReason: 'two_factor_missing' });
  expect(resultOf(missing)).toEqual(['2FA REQUIRED', 'warn']);
});

test('suspicious attempts with the same name and address are one row with their count', () => {
  const attempts = [
    watched.attempt({ attemptedAt: '2026-03-14T09:24:00.000Z', failureReason: 'locked_out', count: 4 }),
    watched.attempt({ ipAddress: '198.51.100.4', username: 'c-boll', failureReason: 'wrong_static_code' }),
    watched.attempt({ username: 'Unknown-7', attemptedAt: '2026-03-14T09:20:30.000Z', count: 2 }),
  ];
  const [first, second] = suspicions(attempts);
  expect(first).toMatchObject({
    title: '6 suspicious attempts in 4 minutes',
    username: 'unknown-7',
    address: '203.0.113.7',
    at: '2026-03-14T09:24:00.000Z',
    isSevere: true,
  });
  expect(second).toMatchObject({ title: 'Wrong static code', username: 'c-boll', isSevere: false });
  expect(suspicions([watched.attempt({ success: true })])[0]?.title).toBe('Suspicious sign-in');
});

test('the idle time is shown in minutes and hours', () => {
  const now = Date.parse('2026-03-14T12:00:00.000Z');
  const idle = (lastActivity: string) => formatIdle(watched.session({ lastActivity }), now);
  expect(idle('2026-03-14T11:58:30.000Z')).toBe('now');
  expect(idle('2026-03-14T11:39:00.000Z')).toBe('21 min');
  expect(idle('2026-03-14T10:55:00.000Z')).toBe('1 h 05');
});

test('the counters have names and are highlighted if necessary', () => {
  const calm = tilesOf(watched.summary({ failedAttempts: 3, totalAttempts: 1 }));
  expect(calm.map(({ tone }) => tone)).toEqual(['bright', 'bright', 'bright', 'bright']);
  expect(calm.map(({ remark }) => remark)).toEqual([
    '24-hour window',
    'of 1 sign-in in 24 hours',
    '1 of administrators',
    'nobody now',
  ]);
  const [high] = tilesOf(watched.summary({ suspiciousAttempts: 7, severity: 'high' }));
  expect(high).toMatchObject({ value: 7, remark: 'HIGH, above 5 in a 24-hour window', tone: 'warn' });
  const busy = tilesOf(
    watched.summary({ severity: 'critical', lockedOut: 2, lockedUntil: '2026-03-14T12:04:00.000Z' }),
  );
  expect(busy[0]).toMatchObject({ remark: 'CRITICAL, above 10 in a 24-hour window', tone: 'danger' });
  expect(busy[3]).toMatchObject({ value: 2, remark: 'until 12:04 UTC', tone: 'warn' });
});
