import { render, screen } from '@testing-library/react';
import { Excerpt } from './Excerpt';

test('a bar with a name replaces withheld text', () => {
  render(
    <p data-testid="line">
      <Excerpt text="At low water there is a third, ███. Do not answer ██…" />
    </p>,
  );
  expect(screen.getAllByRole('img', { name: 'Withheld' })).toHaveLength(2);
  expect(screen.getByTestId('line')).toHaveTextContent(/^At low water there is a third, \. Do not answer …$/);
});

test('matches keep their position beside a bar', () => {
  render(
    <p data-testid="line">
      <Excerpt
        text="The ███ gate, the south gate"
        ranges={[
          [8, 12],
          [24, 28],
        ]}
      />
    </p>,
  );
  expect(screen.getAllByText('gate', { selector: 'mark' })).toHaveLength(2);
  expect(screen.getByTestId('line')).toHaveTextContent('The gate, the south gate');
});

test('links show their label, even if the excerpt ends inside one, and matches keep their position', () => {
  render(
    <p data-testid="line">
      <Excerpt
        text="See [[The Red Door]], then the gate of [[The Ga"
        ranges={[
          [10, 13],
          [31, 35],
        ]}
      />
    </p>,
  );
  expect(screen.getByTestId('line')).toHaveTextContent(/^See The Red Door, then the gate of The Ga$/);
  expect(screen.getByText('Red', { selector: 'mark' })).toBeInTheDocument();
  expect(screen.getByText('gate', { selector: 'mark' })).toBeInTheDocument();
});

test('an excerpt without a bar is plain text', () => {
  render(<Excerpt text="The gate." />);
  expect(screen.getByText('The gate.')).toBeInTheDocument();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
