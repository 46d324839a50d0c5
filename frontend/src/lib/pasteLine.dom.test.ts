import userEvent from '@testing-library/user-event';
import { watchPastes } from './pasteLine';

let leave: () => void;

beforeEach(() => {
  leave = watchPastes(document);
});

afterEach(() => {
  leave();
  document.body.replaceChildren();
});

async function paste(field: HTMLElement, text: string): Promise<void> {
  document.body.append(field);
  field.focus();
  await userEvent.setup().paste(text);
}

test.each([
  ['the\tred door', 'the red door'],
  ['the\r\nred\u2028door\n', 'the red door'],
  ['the  red door', 'the  red door'],
])('%j is pasted into a single-line field as %j', async (text, shown) => {
  const field = document.createElement('input');
  const heard = jest.fn();
  field.addEventListener('input', heard);
  await paste(field, text);
  expect(field).toHaveValue(shown);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('multi-line and password fields take pasted text unchanged', async () => {
  const area = document.createElement('textarea');
  await paste(area, 'one\n\ttwo');
  expect(area).toHaveValue('one\n\ttwo');
  const password = document.createElement('input');
  password.type = 'password';
  await paste(password, 'one\ttwo');
  expect(password).toHaveValue('one\ttwo');
});
