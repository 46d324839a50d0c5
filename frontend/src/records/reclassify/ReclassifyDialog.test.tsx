import { screen, waitFor, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const path = '/api/admin/documents/:id/classification';

async function open(over: Parameters<typeof factory.document>[0] = {}) {
  const documents = [factory.document({ clearanceLevel: 2, title: 'The drowned bell', ...over })];
  answer('get', '/api/admin/submissions', []);
  answer('get', '/api/document-edits', []);
  answer('get', '/api/admin/users', [factory.user({ clearanceLevel: 2 }), factory.admin()]);
  answer('get', '/api/admin/documents', () =>
    documents.map((document) => ({ ...document, preview: document.content, redacted: false })),
  );
  const view = renderRoute('/admin?tab=documents', { user: factory.admin({ clearanceLevel: 4 }) });
  await view.operator.click(await screen.findByRole('button', { name: 'Reclassify The drowned bell' }));
  const dialog = await screen.findByRole('dialog', { name: /^Reclassify DOC-/ });
  return { ...view, documents, dialog };
}

test('a level and a reason are sent with the version that was loaded', async () => {
  const { operator, dialog } = await open();
  const calls = answer('patch', path, factory.document());
  expect(within(dialog).getByRole('button', { name: 'Change level or category' })).toHaveAttribute(
    'aria-disabled',
  );
  expect(within(dialog).getByRole('radio', { name: /^5/ })).toHaveAttribute('aria-disabled', 'true');
  await operator.click(within(dialog).getByRole('radio', { name: /^4/ }));
  expect(within(dialog).getByRole('button', { name: 'Give a reason' })).toHaveAttribute('aria-disabled');
  expect(await within(dialog).findByText('RAISED FROM 2 TO 4.')).toBeInTheDocument();
  await operator.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It names the gate.');
  await expectNoAxeViolations();
  await operator.click(within(dialog).getByRole('button', { name: 'Reclassify to L4' }));
  expect(await findToast('Record reclassified')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([
    { clearanceLevel: 4, reason: 'It names the gate.', version: 1 },
  ]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('a refused level is reported below it, and the typed reason stays', async () => {
  const { operator, dialog } = await open();
  const message = 'The record has a passage of level 3, and can have at most that level';
  refuse('patch', path, 400, {
    code: 'validation_failed',
    message,
    fields: [{ field: 'clearanceLevel', message }],
  });
  await operator.click(within(dialog).getByRole('radio', { name: /^4/ }));
  await operator.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It names the gate.');
  await operator.click(within(dialog).getByRole('button', { name: 'Reclassify to L4' }));
  expect(await within(dialog).findByText(message)).toBeInTheDocument();
  expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('It names the gate.');
});

test('after a change by someone else the dialog starts from the new values', async () => {
  const { operator, dialog, documents } = await open();
  refuse('patch', path, 409, { code: 'stale', message: 'The document has changed.' });
  await operator.click(within(dialog).getByRole('radio', { name: /^4/ }));
  await operator.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'It names the gate.');
  documents.splice(0, 1, ...documents.map((was) => ({ ...was, clearanceLevel: 3 as const, version: 2 })));
  await operator.click(within(dialog).getByRole('button', { name: 'Reclassify to L4' }));
  expect(await within(dialog).findByText('RECORD CHANGED.')).toBeInTheDocument();
  await waitFor(() => expect(within(dialog).getByRole('radio', { name: /^3/ })).toBeChecked());
  expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('It names the gate.');
});
