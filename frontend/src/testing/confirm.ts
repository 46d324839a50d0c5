import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Confirms the dialog on screen with Enter, once it accepts keys and its confirming button has the focus. */
export async function confirmByKey(operator: UserEvent, label: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog');
  await waitFor(() => expect(dialog).toHaveAttribute('data-ready', 'true'));
  expect(within(dialog).getByRole('button', { name: label })).toHaveFocus();
  await operator.keyboard('{Enter}');
}

export async function confirmByClick(operator: UserEvent, label: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog');
  await operator.click(within(dialog).getByRole('button', { name: label }));
}
