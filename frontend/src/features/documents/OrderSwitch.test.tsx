import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OrderSwitch } from './OrderSwitch';

test('the order in use is checked, and another one is chosen by keyboard', async () => {
  const chosen = jest.fn();
  render(<OrderSwitch order="relevance" onChange={chosen} />);
  expect(screen.getByRole('group', { name: 'Order of results' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Best match' })).toBeChecked();
  await userEvent.tab();
  expect(screen.getByRole('radio', { name: 'Best match' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen).toHaveBeenCalledWith('newest');
});
