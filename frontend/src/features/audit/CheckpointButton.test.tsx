import { screen, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const admin = factory.admin();

beforeEach(() => {
  answer('get', '/api/admin/audit-logs', []);
  answer('get', '/api/admin/audit-logs/verify', { ok: true, entries: 7214, firstBroken: null });
  answer('get', '/api/admin/audit-logs/actions', []);
});

test('the checkpoint shows the data for verifying the log elsewhere', async () => {
  answer('get', '/api/admin/audit-logs/checkpoint', {
    entries: 7214,
    checkpoint:
      'terminal.example.org/audit\n7214\ncm9vdA==\n\n\u2014 terminal.example.org/audit c2lnbmF0dXJl\n',
    publicKey: 'terminal.example.org/audit+c74f20a3+AWtleQ==',
  });
  const { operator } = renderRoute('/audit-logs', { user: admin });
  await operator.click(await screen.findByRole('button', { name: 'Checkpoint' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Checkpoint' }));
  expect(await dialog.findByText('terminal.example.org/audit+c74f20a3+AWtleQ==')).toBeInTheDocument();
  expect(dialog.getByText('Checkpoint of 7214 entries')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Copy Public key' })).toBeInTheDocument();
  await expectNoAxeViolations();
  await operator.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a log that is not signed shows the reason', async () => {
  refuse('get', '/api/admin/audit-logs/checkpoint', 409, {
    code: 'audit_log_altered',
    message: 'The log does not extend its last checkpoint.',
  });
  const { operator } = renderRoute('/audit-logs', { user: admin });
  await operator.click(await screen.findByRole('button', { name: 'Checkpoint' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Checkpoint' }));
  expect(await dialog.findByText(/does not extend its last checkpoint/)).toBeInTheDocument();
});
