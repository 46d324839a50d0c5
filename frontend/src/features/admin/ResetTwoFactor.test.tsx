import { screen, waitFor, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const target = factory.user({ id: 'a0000000', username: 'k-osei', twoFactorEnabled: true });

async function openQuestion() {
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/admin/users', [target]);
  const view = renderRoute('/admin?tab=users', { user: factory.admin({ id: 'me000000' }) });
  await screen.findByRole('searchbox', { name: 'Name or id' });
  await view.operator.click(screen.getByRole('button', { name: 'More for k-osei' }));
  const menu = await screen.findByRole('menu');
  await view.operator.click(within(menu).getByText('Reset 2FA'));
  const question = await screen.findByRole('alertdialog', { name: 'Reset two-factor authentication' });
  return { ...view, question };
}

test('a second factor is reset after a confirmation', async () => {
  const calls = answer('post', '/api/admin/users/:id/reset-2fa', { ...target, twoFactorEnabled: false });
  const { operator, question } = await openQuestion();
  expect(question).toHaveTextContent('k-osei is signed out everywhere, and all codes are deleted.');
  expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(calls).toHaveLength(0);
  await operator.click(within(question).getByRole('button', { name: 'Reset 2FA' }));
  expect(await findToast('2FA reset')).toBeInTheDocument();
  expect(calls.map(({ params }) => params.id)).toEqual(['a0000000']);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('a refused reset shows the reason', async () => {
  refuse('post', '/api/admin/users/:id/reset-2fa', 409, {
    code: 'last_second_factor',
    message: 'No other administrator has a second factor.',
  });
  const { operator, question } = await openQuestion();
  await operator.click(within(question).getByRole('button', { name: 'Reset 2FA' }));
  expect(await findToast('2FA reset failed')).toHaveTextContent(
    'No other administrator has a second factor.',
  );
});
