import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import type { DocumentRecord, DocumentVersion } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, type Call } from '@/testing/server';

const id = '41d7b0aa-0000-4000-8000-000000000000';
const admin = factory.admin();

afterEach(() => {
  localStorage.clear();
});

const version = (versionNumber: number, over: Partial<DocumentVersion> = {}) =>
  factory.version({ id: `v${versionNumber}`, documentId: id, versionNumber, ...over });

interface Served {
  document: DocumentRecord;
  versions: DocumentVersion[];
}

/** Opens the history of a document with three versions. Later changes to `served` change the server's responses. */
async function open({ path = '', user = admin, withheldLevels = [] as number[] } = {}) {
  const served: Served = {
    document: factory.document({
      id,
      title: 'The orchard',
      category: 'SITE',
      clearanceLevel: 3,
      version: 3,
      withheldLevels,
    }),
    versions: [
      version(3, { isCurrent: true, changeDescription: 'The hook and the coat.', clearanceLevel: 3 }),
      version(2, { createdByUsername: 's-eck' }),
      version(1),
    ],
  };
  answer('get', '/api/documents/:id', () => served.document);
  answer('get', '/api/documents/:id/versions', () => served.versions);
  const compared = answer('get', '/api/documents/:id/versions/compare', factory.diff());
  const view = renderRoute(`/documents/${id}/history${path}`, { user });
  await screen.findByRole('region', { name: /^Version \d/ });
  return { ...view, served, compared };
}

const pairs = (calls: readonly Call[]) =>
  calls.map(({ url }) => `${url.searchParams.get('from') ?? ''} ${url.searchParams.get('to') ?? ''}`);
const shown = () => screen.getByRole('link', { current: true });

test('the page names the document, lists its versions and compares the newest with the previous one', async () => {
  const { compared } = await open();
  expect(screen.getByText('The orchard | SITE | LEVEL 3 | VERSION 3')).toBeInTheDocument();
  const list = screen.getByRole('region', { name: 'Versions' });
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Version 32026-03-14 09:26 k-oseiSHOWNThe hook and the coat.',
    'Version 22026-03-14 09:26 s-eckBASENo description',
    'Version 12026-03-14 09:26 k-oseiFirst text',
  ]);
  expect(within(list).getByText('Order Covered at dawn. Sign in ink.')).toBeInTheDocument();
  expect(within(list).getByText('Versions above your level are not listed.')).toBeInTheDocument();
  const pane = screen.getByRole('region', { name: 'Version 2 to 3' });
  expect(await within(pane).findByText('at dawn', { exact: false, selector: 'del' })).toBeInTheDocument();
  expect(pane).toHaveTextContent('LevelL2 to L3');
  expect(pane).toHaveTextContent('CategorySITE unchanged');
  expect(pane).toHaveTextContent('4 words added, 2 words removed');
  expect(pairs(compared)).toEqual(['v2 v3']);
  expect(within(pane).queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('keys move the cursor, and Space makes the version at the cursor the base', async () => {
  const { operator, router, compared } = await open();
  await operator.keyboard('j');
  expect(shown()).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Version 1 to 2' })).toBeInTheDocument();
  await operator.keyboard('{End}');
  expect(screen.getByRole('region', { name: 'Version 1' })).toBeInTheDocument();
  expect(await screen.findByText(/^There is no earlier version/)).toBeInTheDocument();
  expect(pairs(compared)).toContain('v1 v1');
  await operator.keyboard(' ');
  expect(screen.getByText('THE SAME VERSION')).toBeInTheDocument();
  await operator.keyboard('{Home}');
  expect(screen.getByRole('region', { name: 'Version 1 to 3' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?b=3&a=1');
  expect(router.state.historyAction).toBe('REPLACE');
  await waitFor(() => expect(pairs(compared)).toContain('v1 v3'));
});

test('the fields choose both versions, and the address contains them', async () => {
  const { operator } = await open({ path: '?a=3&b=1' });
  expect(screen.getByRole('region', { name: 'Version 3 to 1' })).toBeInTheDocument();
  await operator.selectOptions(screen.getByLabelText('Base'), '2 / 2026-03-14 s-eck');
  await operator.selectOptions(screen.getByLabelText('Shown'), '3 / 2026-03-14 k-osei');
  expect(screen.getByRole('region', { name: 'Version 2 to 3' })).toBeInTheDocument();
});

test('the key d shows both versions side by side', async () => {
  const { operator } = await open();
  await screen.findByText('at dawn', { exact: false, selector: 'del' });
  await operator.keyboard('d');
  expect(screen.getByRole('heading', { name: 'Version 2' })).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a revert is confirmed, names its changes and leads to the new version', async () => {
  const { operator, served, router } = await open();
  await operator.keyboard('jv');
  const dialog = await screen.findByRole('alertdialog', { name: 'Revert to version 2' });
  expect(dialog).toHaveTextContent(
    'The document takes the title, text, category and files of version 2, as version 4. ' +
      'A backup of the current version will be created.',
  );
  expect(await within(dialog).findByText('4 words added, 2 removed')).toBeInTheDocument();
  expect(dialog).toHaveTextContent('stays L3; a revert never lowers it');
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectNoAxeViolations();
  const calls = answer('post', '/api/documents/:id/revert/:versionId', () => {
    served.document = { ...served.document, version: 4 };
    served.versions = [
      version(4, { isCurrent: true }),
      ...served.versions.map((each) => ({ ...each, isCurrent: false })),
    ];
    return served.document;
  });
  await operator.click(within(dialog).getByRole('button', { name: 'Revert' }));
  expect(await findToast('Document reverted')).toBeInTheDocument();
  expect(calls.map(({ params }) => params.versionId)).toEqual(['v2']);
  expect(await screen.findByRole('region', { name: 'Version 3 to 4' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?b=4');
  expect(screen.queryByText(/was put on file while you were reading/)).not.toBeInTheDocument();
});

test('a revert is not offered to a user who cannot read the whole document', async () => {
  const { operator } = await open({ path: '?b=2', withheldLevels: [5] });
  expect(await screen.findByText(/^The document has passages above your level/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument();
  await operator.keyboard('v');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a failed revert is reported and changes nothing', async () => {
  const { operator } = await open({ path: '?b=2' });
  refuse('post', '/api/documents/:id/revert/:versionId', 409, { code: 'stale', message: 'It has changed.' });
  await operator.click(screen.getByRole('button', { name: /^Revert to version 2/ }));
  const dialog = await screen.findByRole('alertdialog');
  await operator.click(within(dialog).getByRole('button', { name: 'Revert' }));
  expect(await findToast('Revert failed')).toHaveTextContent('It has changed.');
  expect(screen.getByRole('region', { name: 'Version 1 to 2' })).toBeInTheDocument();
});

test('users who are neither administrators nor the submitter cannot revert', async () => {
  const { operator } = await open({ path: '?b=2', user: factory.user() });
  expect(screen.queryByRole('button', { name: /^Revert/ })).not.toBeInTheDocument();
  await operator.keyboard('v');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a new version is announced, and the cursor stays', async () => {
  const { served, store } = await open();
  served.document = { ...served.document, version: 4 };
  served.versions = [version(4, { isCurrent: true, createdByUsername: 's-eck' }), ...served.versions];
  act(() => {
    store.dispatch(api.util.invalidateTags(['Document']));
  });
  expect(
    await screen.findByText('Version 4 by s-eck was put on file while you were reading.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Version 2 to 3' })).toBeInTheDocument();
});

test('the page of a missing document links back to the documents', async () => {
  refuse('get', '/api/documents/:id', 404, { code: 'not_found', message: 'Not found' });
  refuse('get', '/api/documents/:id/versions', 404, { code: 'not_found', message: 'Not found' });
  renderRoute(`/documents/${id}/history`, { user: admin });
  expect(await screen.findByRole('heading', { name: 'DOCUMENT NOT FOUND' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to documents' })).toHaveAttribute('href', '/documents');
});
