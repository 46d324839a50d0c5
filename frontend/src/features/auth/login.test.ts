import type { AppError } from '@/lib/errors';
import { failureText } from './login';

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

test('an unknown failure has a message too', () => {
  expect(failureText(new Error('x'))).toBe('Something went wrong. Try again.');
});
