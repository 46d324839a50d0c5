import { render, screen } from '@testing-library/react';
import { Markdown } from './Markdown';

test('a footnote and its way back lead to each other on the same page', () => {
  render(<Markdown text={'The lamp[^1] answers.\n\n[^1]: Filed under seven.'} />);
  const reference = screen.getByRole('link', { name: '1' });
  const back = screen.getByRole('link', { name: /back/i });
  const note = screen.getByRole('listitem');
  expect(note).toHaveTextContent('Filed under seven.');
  expect(note.id).not.toBe('');
  expect(reference).toHaveAttribute('href', `#${note.id}`);
  expect(reference.id).not.toBe('');
  expect(back).toHaveAttribute('href', `#${reference.id}`);
  expect(reference).not.toHaveAttribute('target');
  expect(back).not.toHaveAttribute('target');
});

test('a link that leaves the terminal opens elsewhere and tells nothing about it', () => {
  render(<Markdown text="See [the log](https://example.com/log)." />);
  const link = screen.getByRole('link', { name: 'the log' });
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

test('no address can run a script', () => {
  render(<Markdown text="[the log](javascript:alert(1))" />);
  expect(screen.getByText('the log')).not.toHaveAttribute('href', expect.stringContaining('javascript'));
});
