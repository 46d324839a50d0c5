import { screen, within } from '@testing-library/react';
import { isTextHeld } from '@/lib/unsaved';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const target = factory.user({ id: 'a0000000', username: 'k-osei' });

async function openDialog() {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/users', [target]);
  const view = renderRoute('/admin?tab=users', { user: factory.admin({ id: 'me000000' }) });
  await screen.findByRole('searchbox', { name: 'Name or id' });
  await view.operator.click(screen.getByRole('button', { name: 'More for k-osei' }));
  const menu = await screen.findByRole('menu');
  await view.operator.click(within(menu).getByText('Reset password'));
  const dialog = await screen.findByRole('dialog', { name: 'Reset password' });
  return { ...view, dialog };
}

test('a reset code is issued after a confirmation and shown once', async () => {
  const calls = answer('post', '/api/admin/users/:id/reset-password', {
    resetCode: '7777-7777-7777-7777',
    expiresAt: '2026-03-14T10:26:53.000Z',
  });
  const { operator, dialog } = await openDialog();
  expect(dialog).toHaveTextContent('k-osei (USR-A00000) can set a new password with a code');
  expect(calls).toHaveLength(0);
  await operator.click(within(dialog).getByRole('button', { name: 'Issue code' }));
  expect(await within(dialog).findByText('7777-7777-7777-7777')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('Valid until 2026-03-14 10:26:53 UTC.');
  expect(dialog).toHaveTextContent('Shown once. Copy this code now.');
  expect(isTextHeld()).toBe(true);
  expect(calls.map(({ params }) => params.id)).toEqual([target.id]);
  await expectNoAxeViolations();
  await operator.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('7777-7777-7777-7777')).not.toBeInTheDocument();
  expect(isTextHeld()).toBe(false);
});

test('a code that cannot be issued shows the reason', async () => {
  refuse('post', '/api/admin/users/:id/reset-password', 409, {
    code: 'stale',
    message: 'Someone else has changed this account.',
  });
  const { operator, dialog } = await openDialog();
  await operator.click(within(dialog).getByRole('button', { name: 'Issue code' }));
  expect(await findToast('Reset code not issued')).toHaveTextContent(
    'Someone else has changed this account.',
  );
});
