import { clearStored, readStored, writeStored } from './storage';

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('a value comes back as it was', () => {
  writeStored('hotkeys', false);
  expect(readStored('hotkeys')).toBe(false);
  clearStored('hotkeys');
  expect(readStored('hotkeys')).toBeNull();
});

test('spoilt and blocked storage read as nothing', () => {
  localStorage.setItem('facility.theme', '{not json');
  expect(readStored('theme')).toBeNull();
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(readStored('theme')).toBeNull();
});

test('a write that fails is not an error', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => writeStored('theme', 'dark')).not.toThrow();
});
