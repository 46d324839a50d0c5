import { FakeSocket } from '@/testing/socket';
import { openLink, waitAfter, type CloseReason } from './liveLink';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
});

function open() {
  const told: string[] = [];
  const reasons: CloseReason[] = [];
  const link = openLink({
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
    onNews: ({ topics }) => told.push(topics.join()),
    onClosed: (why) => reasons.push(why),
  });
  return { link, told, reasons };
}

test('opens one connection to the same origin and closes it for good', () => {
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

test('a broken connection is reopened after three seconds', () => {
  const { told, reasons } = open();
  FakeSocket.last.open();
  FakeSocket.last.hangUp(1006);
  jest.advanceTimersByTime(2999);
  expect(FakeSocket.all).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  expect(told).toEqual(['up', 'down', 'up']);
  expect(reasons).toEqual([]);
});

test('refused attempts repeat every three seconds and are reported only now and then', () => {
  const { reasons } = open();
  for (let attempt = 0; attempt < 21; attempt += 1) {
    FakeSocket.last.hangUp(1006);
    jest.advanceTimersByTime(3000);
  }
  expect(FakeSocket.all).toHaveLength(22);
  expect(reasons).toEqual(['refused', 'refused', 'refused']);
});

test.each([
  [1006, 3000],
  [1001, 3000],
  [4401, 3000],
  [1008, 60_000],
])('after a close with %d it waits %d ms', (code, expected) => {
  expect(waitAfter(code)).toBe(expected);
});

test('replacing a connection reports nothing', () => {
  const { link, told } = open();
  const [first] = FakeSocket.all;
  FakeSocket.last.open();
  link.replace();
  expect(first?.closed).toBe(true);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.open();
  expect(told).toEqual(['up', 'up']);
});

test.each([
  [4401, ['session']],
  [4423, ['lockdown']],
  [1001, []],
] as const)('a close with code %d is reported as %j', (code, expected) => {
  const { reasons } = open();
  FakeSocket.last.open();
  FakeSocket.last.hangUp(code);
  expect(reasons).toEqual(expected);
});

test('a retry does not wait and never opens a second connection', () => {
  const { link } = open();
  link.retry();
  expect(FakeSocket.all).toHaveLength(1);
  FakeSocket.last.hangUp(1006);
  link.retry();
  expect(FakeSocket.all).toHaveLength(2);
  jest.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(2);
});
