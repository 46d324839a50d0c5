import { screen, within } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const user = factory.user();

const draft = {
  id: 'd1',
  title: 'Hook inventory',
  category: 'SITE',
  clearanceLevel: 2,
  filePath: null,
  attachment: null,
  scheduledReleaseAt: null,
  revises: null,
  documentId: null,
  basedOnVersion: null,
  changeDescription: null,
  revision: 'r1',
  createdAt: '2026-03-14T09:00:00.000Z',
  updatedAt: '2026-03-14T09:26:53.000Z',
} as const;
const listed = { ...draft, preview: 'Forty-one trees.' };
const untitled = { ...listed, id: 'd2', title: null, category: null, clearanceLevel: null };

const late = {
  id: 's1',
  type: 'submission',
  title: 'Second echo',
  category: 'RESEARCH',
  createdAt: '2026-03-10T09:00:00.000Z',
  timedOutAt: '2026-03-13T09:00:00.000Z',
} as const;

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
});

async function open(address: string = paths.drafts()) {
  const view = renderRoute(address, { user });
  await screen.findByRole('heading', { level: 1, name: 'Workspace' });
  return view;
}

test('tabs have counts, and drafts their start, level and time', async () => {
  answer('get', '/api/user/drafts', [listed, untitled]);
  answer('get', '/api/user/timed-out', [late]);
  answer('get', '/api/user/edits', [factory.edit({ id: 'e1', documentId: 'doc1', title: 'Tea urn' })]);
  const { operator } = await open();
  const row = within(await screen.findByRole('article', { name: 'Hook inventory' }));
  expect(row.getByText('Forty-one trees.')).toBeInTheDocument();
  expect(row.getByText('SITE')).toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Continue Hook inventory' })).toHaveAttribute(
    'href',
    '/documents/draft/d1/edit',
  );
  expect(screen.getByRole('article', { name: 'Untitled' })).toHaveTextContent('no category');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Drafts (2)',
    'Pending edits (1)',
    'Timed out (1)',
    'My submissions (0)',
  ]);
  await expectNoAxeViolations();
  await operator.click(screen.getByRole('tab', { name: 'Pending edits (1)' }));
  expect(screen.getByRole('button', { name: 'Withdraw Tea urn' })).toBeInTheDocument();
});

test('a draft is deleted after a confirmation', async () => {
  answer('get', '/api/user/drafts', [listed]);
  const calls = answer('delete', '/api/user/drafts/:id', undefined);
  const { operator } = await open();
  await operator.click(await screen.findByRole('button', { name: 'Delete Hook inventory' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete draft' });
  answer('get', '/api/user/drafts', []);
  await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await findToast('DRAFT DELETED')).toBeInTheDocument();
  expect(calls).toHaveLength(1);
  expect(await screen.findByText('NO DRAFTS')).toBeInTheDocument();
});

test('a draft that cannot be deleted stays, and the reason is told', async () => {
  answer('get', '/api/user/drafts', [listed]);
  refuse('delete', '/api/user/drafts/:id', 503, { code: 'unavailable', message: 'Try again later.' });
  const { operator } = await open();
  await operator.click(await screen.findByRole('button', { name: 'Delete Hook inventory' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete draft' });
  await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await findToast('DELETION FAILED')).toHaveTextContent('Try again later.');
  expect(screen.getByRole('article', { name: 'Hook inventory' })).toBeInTheDocument();
});

test.each([
  ['submission', '/api/user/submissions/:id/resubmit'],
  ['edit', '/api/user/edits/:id/resubmit'],
] as const)('a timed-out %s is resubmitted', async (type, path) => {
  answer('get', '/api/user/timed-out', [{ ...late, type }]);
  refuse('post', path, 503, { code: 'unavailable', message: 'Try again later.' });
  const { operator } = await open(paths.drafts('timed-out'));
  const button = await screen.findByRole('button', { name: 'Resubmit Second echo' });
  await operator.click(button);
  expect(await findToast('RESUBMISSION FAILED')).toHaveTextContent('Try again later.');
});

test.each([
  ['submission', '/drafts?tab=mine'],
  ['edit', '/drafts?tab=edits&edit=s1'],
] as const)('the title of a timed-out %s leads to it', async (type, address) => {
  answer('get', '/api/user/timed-out', [{ ...late, type }]);
  await open(paths.drafts('timed-out'));
  expect(await screen.findByRole('link', { name: 'Second echo' })).toHaveAttribute('href', address);
});

test('emergency access has no workspace', async () => {
  renderRoute(paths.drafts(), { user: factory.user({ id: 'emergency-access', isAdmin: true }) });
  expect(await screen.findByText(/so it has no workspace/)).toBeInTheDocument();
});
