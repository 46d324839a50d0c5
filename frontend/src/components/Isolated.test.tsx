import { render, screen } from '@testing-library/react';
import { Isolated } from './Isolated';

test.each([
  ['Door\u202Efdp', 'Doorfdp'],
  ['Door\u2069\u202Efdp', 'Doorfdp'],
  ['\u202A\u202B\u202C\u202D\u2066\u2067\u2068', ''],
  ['דלת seven', 'דלת seven'],
  [`Z${'\u0301'.repeat(190)}a\u0301`, `Z${'\u0301'.repeat(8)}a\u0301`],
])('%j is isolated as %j without its direction controls', (text, shown) => {
  render(
    <p data-testid="line">
      Delete <Isolated>{text}</Isolated>?
    </p>,
  );
  expect(screen.getByTestId('line')).toContainHTML(`<bdi>${shown}</bdi>`);
  expect(screen.getByTestId('line')).toHaveTextContent(`Delete ${shown}?`.replace(/ {2,}/, ' '));
});
