import { FakeSocket } from '@/testing/socket';
import { openLink, waitAfter, type Farewell } from './liveLink';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function open() {
  const told: string[] = [];
  const farewells: Farewell[] = [];
  const link = openLink({
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
    onNews: ({ topics }) => told.push(topics.join()),
    onFarewell: (why) => farewells.push(why),
  });
  return { link, told, farewells };
}

test('one line to our own server, which is closed for good', () => {
  const { link, told } = open();
  expect(FakeSocket.last.url).toBe('ws://localhost/auto-refresh-ws');
  FakeSocket.last.open();
  FakeSocket.last.say({ type: 'content_updated', topics: ['documents'] });
  FakeSocket.last.say('noise');
  link.close();
  link.retry();
  FakeSocket.last.hangUp(1000);
  jest.advanceTimersByTime(120_000);
  expect(told).toEqual(['up', 'documents']);
  expect(FakeSocket.all).toHaveLength(1);
  expect(FakeSocket.last.closed).toBe(true);
});

test('a broken line is taken up again after three seconds', () => {
  const { told, farewells } = open();
  FakeSocket.last.open();
  FakeSocket.last.hangUp(1006);
  jest.advanceTimersByTime(2999);
  expect(FakeSocket.all).toHaveLength(1);
  jest.advanceTimersByTime(1001);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  expect(told).toEqual(['up', 'down', 'up']);
  expect(farewells).toEqual([]);
});

test('where it never comes through, the attempts become fewer', () => {
  const { farewells } = open();
  const attempts: number[] = [];
  for (let minute = 0; minute < 5; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      if (!FakeSocket.last.closed) FakeSocket.last.hangUp(1006);
      jest.advanceTimersByTime(1000);
    }
    attempts.push(FakeSocket.all.length);
  }
  expect(attempts.at(-1)).toBeLessThanOrEqual(14);
  expect(new Set(farewells)).toEqual(new Set(['refused']));
});

test.each([
  [1006, 0, 3000],
  [1006, 1, 3000],
  [1006, 2, 6000],
  [1001, 3, 12_000],
  [1006, 30, 30_000],
  [1008, 0, 60_000],
  [4401, 0, 3000],
])('after %d and %d failures it waits %d ms', (code, failures, expected) => {
  expect(waitAfter(code, failures)).toBe(expected);
});

test.each([
  [4401, ['session']],
  [4423, ['lockdown']],
  [1001, []],
] as const)('a close with %d says %j', (code, expected) => {
  const { farewells } = open();
  FakeSocket.last.open();
  FakeSocket.last.hangUp(code);
  expect(farewells).toEqual(expected);
});

test('asked to, it does not wait, and never opens two lines', () => {
  const { link } = open();
  link.retry();
  expect(FakeSocket.all).toHaveLength(1);
  FakeSocket.last.hangUp(1006);
  link.retry();
  expect(FakeSocket.all).toHaveLength(2);
  jest.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});
