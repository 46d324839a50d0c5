import { screen, waitFor, within } from '@testing-library/react';
import type { ArchiveRequest } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { confirmByClick, confirmByKey } from '@/testing/confirm';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const first = factory.archiveRequest({
  title: 'The orchard',
  archiveRequestedAt: '2026-03-13T09:00:00.000Z',
});
const second = factory.archiveRequest({ title: 'Rain gauge', filePath: '/objects/1' });

function open(queue: ArchiveRequest[] = [first, second], user = factory.admin()) {
  answer('get', '/api/admin/archive-requests', () => queue);
  const view = renderRoute('/admin/archive-requests', { user });
  return { ...view, queue };
}

const caseOf = (title: string) => screen.findByRole('article', { name: title });
test('the oldest request is open with everything that decides it', async () => {
  open();
  const item = within(await caseOf('The orchard'));
  expect(item.getByText('2026-03-13')).toBeInTheDocument();
  const requester = (first.archiveRequestedBy ?? '').slice(0, 6).toUpperCase();
  expect(item.getByText(`USR-${requester} k-osei`)).toBeInTheDocument();
  expect(item.getByText('Ambry Street, before the water')).toBeInTheDocument();
  expect(item.getByText(first.excerpt ?? '')).toBeInTheDocument();
  expect(item.getByRole('link', { name: 'View record' })).toHaveAttribute('href', `/documents/${first.id}`);
  await expectNoAxeViolations();
});

test('an approval archives, names the record and goes on to the next request', async () => {
  const { operator, queue } = open();
  await caseOf('The orchard');
  const calls = answer('post', '/api/admin/archive-requests/:id/approve', () => {
    queue.shift();
    return factory.document();
  });
  await rest();
  await operator.keyboard('a');
  expect(await screen.findByRole('alertdialog', { name: 'Confirm approval' })).toHaveTextContent(
    /Move "The orchard" to the archive section/,
  );
  expect(calls).toHaveLength(0);
  await confirmByKey(operator, 'Approve');
  expect(await findToast('ARCHIVE APPROVED')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({});
  await caseOf('Rain gauge');
});

test('a rejection needs a reason and is confirmed', async () => {
  const { operator, queue } = open();
  const item = within(await caseOf('The orchard'));
  await operator.click(item.getByRole('button', { name: /^Reject/ }));
  expect(item.getByText('Please give the requester a reason for the rejection.')).toBeInTheDocument();
  const comment = item.getByRole('textbox');
  expect(comment).toHaveFocus();
  await operator.type(comment, 'Not yet.');
  const calls = answer('post', '/api/admin/archive-requests/:id/reject', () => {
    queue.shift();
    return factory.document();
  });
  await operator.click(item.getByRole('button', { name: /^Reject/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Confirm rejection' });
  expect(calls).toHaveLength(0);
  await operator.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await findToast('ARCHIVE REJECTED')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({ comments: 'Not yet.' });
  await caseOf('Rain gauge');
});

test('a refused decision says why and keeps the comment', async () => {
  const { operator } = open();
  const item = within(await caseOf('The orchard'));
  await operator.type(item.getByRole('textbox'), 'Fine.');
  refuse('post', '/api/admin/archive-requests/:id/approve', 409, {
    code: 'section_inactive',
    message: 'The requested section is no longer active.',
  });
  await operator.click(item.getByRole('button', { name: /^Approve/ }));
  await confirmByClick(operator, 'Approve');
  expect(await findToast('ERROR')).toHaveTextContent('The requested section is no longer active.');
  expect(item.getByRole('textbox')).toHaveValue('Fine.');
});

test('own requests and records above the clearance have no decision', async () => {
  const own = factory.archiveRequest({ title: 'Mine', awaitsAnotherApprover: true });
  open([own]);
  const item = within(await caseOf('Mine'));
  expect(item.getByText('You made this request. Another administrator decides it.')).toBeInTheDocument();
  expect(item.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('a record above the clearance shows metadata only', async () => {
  const above = factory.archiveRequest({ title: 'Sealed', redacted: true, excerpt: null, clearanceLevel: 5 });
  open([above]);
  const item = within(await caseOf('Sealed'));
  expect(item.getByText('LEVEL 5 REQUIRED')).toBeInTheDocument();
  expect(item.queryByRole('link', { name: 'View record' })).not.toBeInTheDocument();
  expect(item.queryByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
});

test('a request that was decided elsewhere stays on the desk and says so', async () => {
  const { operator, queue, store } = open();
  const item = within(await caseOf('The orchard'));
  await operator.type(item.getByRole('textbox'), 'Fine.');
  queue.shift();
  const { api } = await import('@/api/endpoints');
  store.dispatch(api.util.invalidateTags(['Archive']));
  expect(await item.findByText(/no longer pending/)).toBeInTheDocument();
  expect(item.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  await operator.click(item.getByRole('button', { name: 'Discard' }));
  await caseOf('Rain gauge');
  await waitFor(() => expect(screen.queryByRole('link', { name: /The orchard/ })).not.toBeInTheDocument());
});

test('an unknown section and an empty queue are named', async () => {
  const { operator, queue } = open([factory.archiveRequest({ sectionName: null })]);
  expect(await screen.findByText('Unknown Section')).toBeInTheDocument();
  answer('post', '/api/admin/archive-requests/:id/approve', () => {
    queue.shift();
    return factory.document();
  });
  await rest();
  await operator.keyboard('a');
  await confirmByKey(operator, 'Approve');
  expect(await screen.findByText('NO PENDING ARCHIVE REQUESTS')).toBeInTheDocument();
});
