import { useState } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { translatePage, translations } from '@/testing/translation';
import { tolerateForeignNodes } from './foreignNodes';

let leave: () => void;

beforeEach(() => {
  leave = tolerateForeignNodes(document.body);
});

afterEach(() => {
  leave();
});

/** Adjacent texts that appear, disappear and change. */
function Sample() {
  const [count, setCount] = useState(0);
  return (
    <>
      <p data-testid="line">
        {count < 2 && 'First '}
        {count} of {'three'}
        {count === 1 && <b> new </b>}
        {count > 1 && ' last'}
      </p>
      <button type="button" onClick={() => setCount(count + 1)}>
        Next
      </button>
    </>
  );
}

test.each(translations)('texts of a page with foreign nodes %s appear, disappear and change', async (way) => {
  render(<Sample />);
  const operator = userEvent.setup();
  const line = screen.getByTestId('line');
  const next = screen.getByRole('button');
  for (const text of ['First 1 of three new ', '2 of three last', '3 of three last']) {
    translatePage(way);
    await operator.click(next);
    await waitFor(() => expect(line.textContent.toLowerCase()).toBe(text.toLowerCase()));
  }
});

test('other content of a foreign element stays when React removes its text', () => {
  const box = document.createElement('div');
  box.innerHTML = '<span>one</span>two';
  document.body.append(box);
  const [, text] = box.childNodes;
  const around = document.createElement('mark');
  around.append(...box.childNodes);
  box.append(around);
  if (text !== undefined) box.removeChild(text);
  expect(box.innerHTML).toBe('<mark><span>one</span></mark>');
  box.remove();
});

test('the DOM methods are restored when the patch is removed', () => {
  leave();
  const text = document.createTextNode('one');
  expect(() => document.body.removeChild(text)).toThrow('not a child');
  leave = tolerateForeignNodes(document.body);
});
