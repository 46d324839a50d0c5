import { describeError, isAppError } from '@/lib/errors';
import { toAppError } from './errors';

const response = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, statusText: 'Teapot', headers });

test('the message, code and details of the server are kept', () => {
  const data = {
    code: 'insufficient_clearance',
    message: 'Level 4 is needed.',
    requiredClearance: 4,
    fields: [{ field: 'title', message: 'Too long.' }, 'noise'],
  };
  expect(toAppError({ status: 403, data }, response(403, { 'Retry-After': '60' }))).toEqual({
    status: 403,
    code: 'insufficient_clearance',
    message: 'Level 4 is needed.',
    requiredClearance: 4,
    fields: [{ field: 'title', message: 'Too long.' }],
    retryAfter: 60,
  });
});

test.each([
  ['a text', 'bad gateway', '502: bad gateway'],
  ['nothing', '', '502: Teapot'],
  ['an object without a message', { oops: 1 }, '502: {"oops":1}'],
])('a failure with %s is described by its status', (_name, data, message) => {
  expect(toAppError({ status: 502, data }, response(502))).toEqual({
    status: 502,
    message,
    isUnexplained: true,
  });
});

test('a failure whose body is not JSON keeps its status', () => {
  const error = { status: 'PARSING_ERROR' as const, originalStatus: 503, data: 'down', error: 'SyntaxError' };
  expect(toAppError(error, response(503)).message).toBe('503: down');
  expect(toAppError({ ...error, originalStatus: 200 }).status).toBe('PARSE');
});

test('a missing response is a network error', () => {
  const error = toAppError({ status: 'FETCH_ERROR', error: 'TypeError: failed' });
  expect(error.status).toBe('NETWORK');
  expect(isAppError(error)).toBe(true);
  expect(describeError(error)).toBe('The server does not answer. Check the connection and try again.');
});

test.each([null, 'text', {}, new Error('inside'), { status: 'odd', message: 'x' }])(
  '%p is no such error',
  (value) => {
    expect(isAppError(value)).toBe(false);
    expect(describeError(value)).toBe('Something went wrong. Try again.');
  },
);
