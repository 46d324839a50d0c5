import { fireEvent, screen, within } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { keepRecord, keptRecord, recordEntry } from '@/testing/records';
import { answer } from '@/testing/server';

const user = factory.user();
const stored = { key: 'log.pdf', fileId: 'id-log.pdf', name: 'log.pdf', size: 2048 };
const note = new File(['It answers.'], 'log.md');
const dragged = (files: readonly File[]) => ({ dataTransfer: { files, types: ['Files'] } });

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

test('no file can be attached in lockdown', async () => {
  renderRoute(paths.submission, { user: factory.admin(), locked: true });
  expect(await screen.findByText('UPLOAD LOCKED - MAINTENANCE MODE')).toBeInTheDocument();
  expect(screen.queryByLabelText('Choose files')).not.toBeInTheDocument();
  fireEvent.dragOver(screen.getByLabelText('Title'), dragged([]));
  expect(screen.getAllByText('UPLOAD LOCKED - MAINTENANCE MODE')).toHaveLength(2);
  fireEvent.drop(screen.getByLabelText('Title'), dragged([note]));
  expect(await findToast('Files not attached')).toHaveTextContent('UPLOAD LOCKED - MAINTENANCE MODE');
  expect(within(screen.getByRole('form')).queryByText('log.md')).not.toBeInTheDocument();
});

test('attached files stay in sight in lockdown and can be removed', async () => {
  keepRecord(user.id, { files: [stored] });
  const { operator } = renderRoute(recordEntry, { user: factory.admin({ id: user.id }), locked: true });
  expect(await screen.findByText('UPLOAD LOCKED - MAINTENANCE MODE')).toBeInTheDocument();
  await operator.click(await screen.findByRole('button', { name: 'Remove log.pdf' }));
  expect(keptRecord(user.id).files).toEqual([]);
});

test('what the page itself has is not attached when it is dragged', async () => {
  const tickets = answer('post', '/api/objects/upload', {
    uploadURL: 'http://localhost/api/objects/upload/t',
  });
  renderRoute(recordEntry, { user });
  const zone = await screen.findByLabelText('Choose files');
  fireEvent.dragStart(zone);
  fireEvent.dragOver(zone, dragged([]));
  fireEvent.drop(zone, dragged([note]));
  fireEvent.dragEnd(zone);
  expect(screen.queryByText(/^Drop files to attach/)).not.toBeInTheDocument();
  expect(tickets).toHaveLength(0);
});
