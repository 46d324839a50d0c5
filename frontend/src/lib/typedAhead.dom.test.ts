import { resetTypedAhead, takeTypedAhead, typeAhead } from './typedAhead';

const press = (...keys: readonly string[]) =>
  keys.map((key) => typeAhead(new KeyboardEvent('keydown', { key })));

beforeEach(resetTypedAhead);

test('letters, blanks, corrections and Enter are kept, and taken once', () => {
  expect(press('h', 'e', 'x', 'Backspace', 'l', 'p', ' ', '5', 'Enter', 'z')).not.toContain(false);
  expect(takeTypedAhead()).toEqual({ text: 'help 5', entered: true });
  expect(takeTypedAhead()).toEqual({ text: '', entered: false });
});

test('shortcuts and keys that move are left alone', () => {
  expect(press('Tab', 'Escape', 'ArrowDown', 'F8', 'Shift')).not.toContain(true);
  expect(typeAhead(new KeyboardEvent('keydown', { key: 'r', ctrlKey: true }))).toBe(false);
  expect(takeTypedAhead().text).toBe('');
});
