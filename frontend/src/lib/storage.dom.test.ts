import { clearStored, readStored, writeStored } from './storage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('a stored value is read unchanged', () => {
  writeStored('hotkeys', false);
  expect(readStored('hotkeys')).toBe(false);
  clearStored('hotkeys');
  expect(readStored('hotkeys')).toBeNull();
});

test('corrupt and blocked storage read as nothing', () => {
  localStorage.setItem('facility.theme', '{not json');
  expect(readStored('theme')).toBeNull();
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(readStored('theme')).toBeNull();
});

test('a failed write throws no error', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => writeStored('theme', 'dark')).not.toThrow();
});
