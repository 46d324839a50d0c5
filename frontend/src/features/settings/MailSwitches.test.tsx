import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { mailSettings } from '@/testing/mailSettings';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const panel = () => screen.findByRole('region', { name: 'Mail' });
const reviewed = 'My submissions, edits and requests are reviewed or released';

test('each kind of mail has a switch that saves at once', async () => {
  let settings = mailSettings();
  answer('get', '/api/user/mail-settings', () => settings);
  const calls = answer('patch', '/api/user/mail-settings', () => {
    settings = mailSettings({ itemReviewed: false });
    return settings;
  });
  const { operator } = renderRoute('/settings', { user: factory.user() });
  const mail = within(await panel());
  const box = await mail.findByRole('checkbox', { name: reviewed });
  expect(box).toBeChecked();
  expect(mail.getAllByRole('checkbox')).toHaveLength(5);
  await operator.click(box);
  await waitFor(() => expect(mail.getByRole('checkbox', { name: reviewed })).not.toBeChecked());
  expect(calls.map(({ body }) => body)).toEqual([{ itemReviewed: false }]);
  await expectNoAxeViolations();
});

test('administrators also have switches for alerts and deadlines', async () => {
  renderRoute('/settings', { user: factory.admin() });
  const mail = within(await panel());
  expect(await mail.findByRole('checkbox', { name: 'Security alerts' })).toBeChecked();
  expect(mail.getAllByRole('checkbox')).toHaveLength(7);
});

test('a switch that could not be saved keeps its state', async () => {
  refuse('patch', '/api/user/mail-settings', 503, { code: 'unavailable', message: 'Try again.' });
  const { operator } = renderRoute('/settings', { user: factory.user() });
  const mail = within(await panel());
  await operator.click(await mail.findByRole('checkbox', { name: reviewed }));
  expect(await findToast('Update failed')).toBeInTheDocument();
  expect(mail.getByRole('checkbox', { name: reviewed })).toBeChecked();
});
