import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { DocumentSummary, User } from '@/api/types';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const section = factory.section({ name: 'Superseded orders' });

async function open(user: User, over: Partial<DocumentSummary> = {}) {
  const record = factory.summary({ title: 'Standing orders', clearanceLevel: 1, ...over });
  answer('get', '/api/documents', () => [record]);
  answer('get', '/api/archive/sections', () => [section]);
  const view = renderRoute('/documents', { user });
  await screen.findByRole('link', { name: 'Standing orders' });
  return { ...view, record };
}

test('an administrator archives a record of the repository at once', async () => {
  const { operator, record } = await open(factory.admin());
  await operator.click(screen.getByRole('button', { name: 'Archive Standing orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive document' }));
  const select = await dialog.findByRole('combobox', { name: 'Section' });
  await operator.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(dialog.getByText('Please select an archive section.')).toBeInTheDocument();
  await operator.selectOptions(select, section.name);
  const calls = answer('post', '/api/documents/:id/request-archive', {
    ...factory.document(),
    id: record.id,
    isArchived: true,
  });
  await operator.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await findToast('Document archived successfully')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({ sectionId: section.id });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('an owner requests archiving with the key of the row', async () => {
  const user = factory.user();
  const { operator } = await open(user, { submittedBy: user.id });
  act(() => {
    screen.getByRole('link', { name: 'Standing orders' }).focus();
  });
  await operator.keyboard('a');
  const dialog = within(await screen.findByRole('dialog', { name: 'Request archive' }));
  await operator.selectOptions(await dialog.findByRole('combobox', { name: 'Section' }), section.name);
  answer('post', '/api/documents/:id/request-archive', factory.document({ archiveRequested: true }));
  await operator.click(dialog.getByRole('button', { name: 'Request' }));
  expect(await findToast('Archive request submitted for admin approval')).toBeInTheDocument();
});

test('the section has the initial focus, even if the sections load after the dialog', async () => {
  const { operator } = await open(factory.admin());
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  server.use(
    http.get('*/api/archive/sections', async () => {
      await late;
      return HttpResponse.json([section]);
    }),
  );
  const archive = () => screen.getByRole('button', { name: 'Archive Standing orders' });
  await operator.click(archive());
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive document' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  arrive();
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Section' })).toHaveFocus());
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(archive()).toHaveFocus());
  await operator.keyboard('{Enter}');
  const again = within(await screen.findByRole('dialog', { name: 'Archive document' }));
  await waitFor(() => expect(again.getByRole('combobox', { name: 'Section' })).toHaveFocus());
});

test('a refusal leaves the dialog open', async () => {
  const { operator } = await open(factory.admin());
  await operator.click(screen.getByRole('button', { name: 'Archive Standing orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Archive document' }));
  await operator.selectOptions(await dialog.findByRole('combobox', { name: 'Section' }), section.name);
  refuse('post', '/api/documents/:id/request-archive', 409, {
    code: 'already_archived',
    message: 'This document is already archived',
  });
  await operator.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await findToast('Failed to request archive')).toHaveTextContent('This document is already archived');
  expect(screen.getByRole('dialog', { name: 'Archive document' })).toBeInTheDocument();
});

test.each([
  ['of others', {}],
  ['that is archived', { isArchived: true }],
  ['with a pending request', { archiveRequested: true }],
  ['above the level', { clearanceLevel: 5 }],
])('a record %s has no archive action', async (what, over) => {
  const user = factory.user();
  await open(user, { ...(what === 'of others' ? {} : { submittedBy: user.id }), ...over });
  expect(screen.queryByRole('button', { name: /^Archive/ })).not.toBeInTheDocument();
});

test('the record page links to the section, and an administrator can restore the record', async () => {
  const record = factory.document({
    title: 'Standing orders',
    isArchived: true,
    archiveSection: section.id,
    archivedAt: '2026-11-21T10:00:00.000Z',
  });
  answer('get', '/api/documents/:id', () => record);
  answer('get', '/api/archive/sections', () => [section]);
  answer('get', '/api/documents/:id/access-log', []);
  const { operator } = renderRoute(`/documents/${record.id}`, { user: factory.admin() });
  expect(await screen.findByRole('link', { name: section.name })).toHaveAttribute(
    'href',
    `/archive?section=${section.id}`,
  );
  expect(screen.getByText('2026-11-21')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
  answer('post', '/api/documents/:id/unarchive', { ...record, isArchived: false });
  await operator.click(screen.getByRole('button', { name: 'Unarchive' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Unarchive document' });
  await operator.click(within(dialog).getByRole('button', { name: 'Unarchive' }));
  expect(await findToast('Document unarchived')).toBeInTheDocument();
});
