import { screen, within } from '@testing-library/react';
import { expectNoAxeViolations } from '@/testing/axe';
import { openEdits } from '@/testing/editDesk';
import { factory } from '@/testing/factories';
import { openDesk } from '@/testing/reviewDesk';
import { answer } from '@/testing/server';

const older = factory.submission({
  id: '59679900-0000-7000-8000-000000000000',
  status: 'rejected',
  filePath: '/objects/1',
  attachment: { name: 'lantern.docx', size: 75, contentType: 'application/msword' },
});
const previous = {
  id: older.id,
  status: 'rejected' as const,
  reason: 'The text says nothing.',
  decidedAt: new Date(Date.now() - 6 * 60_000).toISOString(),
  decidedBy: 'c-dahl',
};

beforeEach(() => {
  answer('get', '/api/admin/users', []);
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Opens a case that follows another one. */
async function openSecond(over: Parameters<typeof openDesk>[0] = {}) {
  const compared = answer(
    'get',
    '/api/admin/submissions/:id/compare',
    factory.diff({ category: ['SITE', 'OTHER'] }),
  );
  const desk = await openDesk({ attempt: 2, previous, ...over });
  desk.decided.push(older);
  return { ...desk, compared };
}

test('a resubmitted case begins with its past, which leads to the comparison', async () => {
  const { item, operator, compared } = await openSecond();
  const note = await within(item).findByRole('region', { name: 'Resubmitted' });
  expect(note).toHaveTextContent(
    'Resubmitted SUB-596799 was rejected by c-dahl, 6 min ago:"The text says nothing."Compare with rejected',
  );
  expect(within(note).getByRole('link', { name: 'SUB-596799' })).toHaveAttribute(
    'href',
    `/admin?case=${older.id}`,
  );
  await expectNoAxeViolations();
  await operator.click(within(note).getByRole('button', { name: 'Compare with rejected' }));
  expect(within(item).getByRole('radio', { name: 'Compare' })).toBeChecked();
  expect(await within(item).findByText('at dusk and later')).toBeInTheDocument();
  expect(within(item).getByText('SUB-596799, rejected, against SUB-0190AB')).toBeInTheDocument();
  expect(await within(item).findByText('lantern.docx')).toBeInTheDocument();
  expect(within(item).queryByRole('region', { name: 'Resubmitted' })).not.toBeInTheDocument();
  expect(compared).toHaveLength(1);
  await expectNoAxeViolations();
});

test('the key d compares with the earlier case, and the attempt is in the head', async () => {
  const { item, operator } = await openSecond();
  await within(item).findByRole('region', { name: 'Resubmitted' });
  expect(item).toHaveTextContent('Attempt 2');
  await operator.keyboard('d');
  expect(within(item).getByRole('radio', { name: 'Compare' })).toBeChecked();
  await operator.keyboard('s');
  expect(within(item).getByRole('radio', { name: 'Source' })).toBeChecked();
  expect(within(item).getByRole('region', { name: 'Resubmitted' })).toBeInTheDocument();
});

test('a case that timed out has no reason', async () => {
  const timedOut = { ...previous, status: 'timed_out' as const, reason: null, decidedBy: null };
  const { item } = await openSecond({ previous: timedOut });
  const note = await within(item).findByRole('region', { name: 'Resubmitted' });
  expect(note).toHaveTextContent('Resubmitted SUB-596799 timed out, 6 min ago.Compare with timed out');
});

test('a first attempt has no past and nothing to be compared with', async () => {
  localStorage.setItem('facility.submissionText', '"compare"');
  const { item, operator } = await openDesk();
  expect(await within(item).findByRole('radio', { name: 'Text' })).toBeChecked();
  expect(within(item).queryByRole('radio', { name: 'Compare' })).not.toBeInTheDocument();
  expect(within(item).queryByText('Attempt')).not.toBeInTheDocument();
  await operator.keyboard('d');
  expect(within(item).getByRole('radio', { name: 'Text' })).toBeChecked();
});

test('an edit says which one it follows', async () => {
  const { item } = await openEdits({ attempt: 3, previous });
  const note = await within(item).findByRole('region', { name: 'Resubmitted' });
  expect(note).toHaveTextContent('Resubmitted EDIT-596799 was rejected by c-dahl');
  expect(within(note).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByText('Attempt')).toBeInTheDocument();
});

test('an edit lists its files, and which of them it adds and removes', async () => {
  const file = (fileId: string) =>
    ({ fileId, name: `${fileId}.md`, size: 1024, kind: 'file', width: null, height: null }) as const;
  const { item } = await openEdits({
    files: [file('kept'), file('new')],
    currentDocument: factory.document({ title: 'Standing order', files: [file('old'), file('kept')] }),
  });
  const changes = await within(item).findByText('Files');
  expect(changes).toBeInTheDocument();
  expect(within(item).getByText('old.md', { selector: 'del' })).toBeInTheDocument();
  expect(within(item).getByText('new.md', { selector: 'ins' })).toBeInTheDocument();
  const list = within(item).getByRole('list', { name: 'Files' });
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['kept.md', 'new.md']);
});
