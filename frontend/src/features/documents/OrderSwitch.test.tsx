import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OrderSwitch } from './OrderSwitch';

test('the order in use is pressed, and another one is chosen by keyboard', async () => {
  const chosen = jest.fn();
  render(<OrderSwitch order="relevance" onChange={chosen} />);
  expect(screen.getByRole('group', { name: 'Order of results' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Best match' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Newest first' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledWith('newest');
});
