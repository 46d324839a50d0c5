import type { AppError } from '@/api/errors';
import { failureText, spanWords } from './login';

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
  [3600, '1 hour'],
  [14_400, '4 hours'],
  [5400, '1 hour 30 minutes'],
])('a lock of %d seconds lasts %s', (seconds, expected) => {
  expect(spanWords(seconds)).toBe(expected);
});

const cases: readonly (readonly [AppError, string])[] = [
  [{ status: 401, message: 'Wrong.' }, 'Wrong.'],
  [
    { status: 423, message: 'Locked.', retryAfter: 900 },
    'Too many failed attempts. Try again in 15 minutes.',
  ],
  [{ status: 429, message: 'Slow.', retryAfter: 30 }, 'Too many failed attempts. Try again in 30 seconds.'],
  [{ status: 503, message: 'Busy.', retryAfter: 2 }, 'Busy. Try again in 2 seconds.'],
];

test.each(cases)('%j reads %p', (error, expected) => {
  expect(failureText(error)).toBe(expected);
});

test('a failure of another kind has a sentence too', () => {
  expect(failureText(new Error('x'))).toBe('Something went wrong. Try again.');
});
