import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { confirmByClick, confirmByKey } from '@/testing/confirm';
import { editId, openEdits as open, serveEdits, staleEdit } from '@/testing/editDesk';
import { rest } from '@/testing/rest';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const admins = Array.from({ length: 3 }, () => factory.admin());

beforeEach(() => {
  answer('get', '/api/admin/users', admins);
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const comment = () => screen.getByLabelText('Comment for the author');
const findComment = () => screen.findByLabelText('Comment for the author');
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const choice = (name: RegExp) => screen.getByRole('radio', { name });
const other = factory.edit({
  title: 'Another',
  currentDocument: factory.document({ title: 'Another' }),
  createdAt: new Date().toISOString(),
});

test('a case shows level and category first, then the comparison in words', async () => {
  const diff = factory.diff({ clearanceLevel: [2, 3], category: ['SITE', 'OTHER'] });
  const { item } = await open({ clearanceLevel: 3, clearanceAfter: 3, category: 'OTHER', diff });
  const inside = within(item);
  expect(await inside.findByText('at dawn', { exact: false, selector: 'del' })).toBeInTheDocument();
  const facts = inside.getAllByRole('term').map((term) => term.textContent);
  expect(facts.slice(0, 3)).toEqual(['Level', 'Category', 'Text']);
  expect(item).toHaveTextContent('LevelL2 INNOVATION to L3 SECURITY raised');
  expect(item).toHaveTextContent('CategorySITE to OTHER');
  expect(item).toHaveTextContent('4 words added, 2 words removed');
  expect(item).toHaveTextContent('ReasonThe hour was wrong.');
  expect(inside.getByText('at dusk and later', { exact: false, selector: 'ins' })).toHaveTextContent(
    'added: at dusk and later (end of added text)',
  );
  expect(inside.getByRole('link', { name: 'Open record' })).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: 'Document edits (1)' })).toBeInTheDocument();
  await expectNoAxeViolations();
});

test('unchanged text is folded into one line that opens it', async () => {
  const { item, operator } = await open();
  const fold = await within(item).findByRole('button', { name: '1 unchanged paragraph' });
  expect(item).not.toHaveTextContent('Sign in ink.');
  await operator.click(fold);
  expect(fold).toHaveAttribute('aria-expanded', 'true');
  expect(item).toHaveTextContent('Sign in ink.');
});

test('the key d puts both texts side by side, and the next visit remembers it', async () => {
  const { item, operator } = await open();
  await within(item).findByText('Compared with version 3');
  await operator.keyboard('d');
  expect(within(item).getByRole('heading', { name: 'Version 3, on file' })).toBeInTheDocument();
  expect(within(item).getByRole('radio', { name: 'Side by side' })).toBeChecked();
  await expectNoAxeViolations();
  await operator.click(within(item).getByRole('radio', { name: 'Inline' }));
  expect(within(item).queryByRole('heading', { name: 'The edit' })).not.toBeInTheDocument();
  await operator.keyboard('d');
  expect(within(item).getByRole('heading', { name: 'The edit' })).toBeInTheDocument();
  expect(localStorage.getItem('facility.diff')).toBe('"side"');
});

test('an approval is confirmed and leads to the next case', async () => {
  const { operator, edit, queue } = await open({}, factory.admin(), [other]);
  await operator.type(await findComment(), 'Good.{Escape}');
  const calls = answer('patch', '/api/document-edits/:id', () => {
    queue.shift();
    return { ...edit, status: 'approved' as const };
  });
  await rest();
  await operator.keyboard('a');
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent(
    'Approve EDIT-3300B7AA "Standing order" at clearance level 2? It replaces version 3, which stays in the history.',
  );
  await confirmByKey(operator, 'Approve');
  expect(await findToast('Document edit reviewed')).toHaveTextContent(
    'The approval of EDIT-3300B7 is on record.',
  );
  expect(calls.map(({ body }) => body)).toEqual([{ status: 'approved', comments: 'Good.' }]);
  expect(await screen.findByRole('article', { name: 'Another' })).toBeInTheDocument();
});

test('a rejection without a reason is not sent, and the comment gets the focus', async () => {
  const { operator, edit, queue } = await open();
  await operator.click(await screen.findByRole('button', { name: 'Reject' }));
  expect(comment()).toHaveFocus();
  expect(comment()).toHaveAccessibleDescription(/Please give the author a reason/);
  const calls = answer('patch', '/api/document-edits/:id', () => {
    queue.shift();
    return { ...edit, status: 'rejected' as const };
  });
  await operator.type(comment(), 'No.');
  await operator.click(button('Reject'));
  expect(calls).toHaveLength(0);
  expect(await screen.findByRole('alertdialog', { name: 'Confirm rejection' })).toHaveTextContent(
    'Reject EDIT-3300B7AA "Standing order"? The author sees your comment.',
  );
  await confirmByClick(operator, 'Reject');
  expect(await findToast('Document edit reviewed')).toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toEqual([{ status: 'rejected', comments: 'No.' }]);
  expect(await screen.findByText('NO DOCUMENT EDITS AWAITING REVIEW')).toBeInTheDocument();
});

describe('when the document has changed since', () => {
  const { id: _id, createdAt: _createdAt, ...stale } = staleEdit();

  test('nothing is approved before one of three ways is chosen', async () => {
    const { item, operator } = await open(stale);
    expect(
      await within(item).findByRole('region', { name: 'The document changed since.' }),
    ).toHaveTextContent(
      'Written against version 3; version 4 is on file since 2026-03-20. Both changed the same passage.',
    );
    expect(button('Choose a way')).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('CLASH: version 4 changed this passage too');
    expect(item).toHaveTextContent('This takes back a change of version 4.');
    await rest();
    await operator.keyboard('a');
    expect(await findToast('Review failed')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    await expectNoAxeViolations();
  });

  test('1 keeps both changes, with the words of the edit where they clash', async () => {
    const { item, operator, edit } = await open(stale);
    await within(item).findByText(/^CLASH/);
    await rest();
    await operator.keyboard('1');
    expect(choice(/Put it on version 4/)).toBeChecked();
    expect(item).not.toHaveTextContent('This takes back a change of version 4.');
    expect(item).toHaveTextContent('CLASH');
    const calls = answer('patch', '/api/document-edits/:id', { ...edit, status: 'approved' });
    await rest();
    await operator.keyboard('a');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Both changes become version 5.');
    await confirmByKey(operator, 'Approve');
    await findToast('Document edit reviewed');
    expect(calls.map(({ body }) => body)).toEqual([
      { status: 'approved', content: 'Filed since.\n\nAt dusk.' },
    ]);
  });

  test('2 takes the edit whole', async () => {
    const { item, operator, edit } = await open(stale);
    await within(item).findByText(/^CLASH/);
    await rest();
    await operator.click(choice(/Take it whole/));
    const calls = answer('patch', '/api/document-edits/:id', { ...edit, status: 'approved' });
    await rest();
    await operator.keyboard('a');
    await confirmByKey(operator, 'Approve');
    await findToast('Document edit reviewed');
    expect(calls.map(({ body }) => body)).toEqual([{ status: 'approved', force: true }]);
  });

  test('3 sends it back with a comment that says why', async () => {
    const { item, operator, edit } = await open(stale);
    await within(item).findByText(/^CLASH/);
    await rest();
    await operator.keyboard('3');
    const calls = answer('patch', '/api/document-edits/:id', { ...edit, status: 'rejected' });
    await rest();
    await operator.keyboard('a');
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm sending back' }));
    // One key decides nothing: the next case would be under the same one.
    expect(calls).toHaveLength(0);
    await operator.click(dialog.getByRole('button', { name: 'Send back' }));
    await findToast('Document edit reviewed');
    expect(calls.map(({ body }) => body)).toEqual([
      {
        status: 'rejected',
        comments: 'The document changed while this edit waited. Please make the edit again on version 4.',
      },
    ]);
  });

  test('texts that could not be joined leave two ways', async () => {
    const { item, operator } = await open({
      ...stale,
      threeWay: stale.threeWay && { ...stale.threeWay, resolved: null },
    });
    await within(item).findByText(/^CLASH/);
    await rest();
    await operator.keyboard('1');
    expect(choice(/Put it on version 4/)).not.toBeChecked();
    expect(choice(/Put it on version 4/)).toHaveAttribute('aria-disabled', 'true');
  });

  test('a version that arrives while the case is open is shown, and the choice is asked for again', async () => {
    const { item, operator, queue, edit, store } = await open(stale);
    await within(item).findByText(/^CLASH/);
    await rest();
    await operator.keyboard('2');
    queue[0] = { ...edit, currentDocument: { ...edit.currentDocument, version: 5 } };
    act(() => {
      store.dispatch(api.util.invalidateTags(['DocumentEdit']));
    });
    expect(
      await within(item).findByText(/version 5 is on file\. The comparison shows it\./),
    ).toBeInTheDocument();
    expect(button('Choose a way')).toBeInTheDocument();
  });
});

test('a refusal because the document has just changed is shown, and the case is loaded again', async () => {
  const { item, operator, queue, edit } = await open();
  await within(item).findByText('Compared with version 3');
  await rest();
  refuse('patch', '/api/document-edits/:id', 409, { code: 'stale', message: 'The document has changed.' });
  queue[0] = staleEdit({ id: editId, createdAt: edit.createdAt });
  await rest();
  await operator.keyboard('a');
  await confirmByKey(operator, 'Approve');
  expect(await within(item).findByText(/The document has changed\./)).toBeInTheDocument();
  expect(
    await within(item).findByRole('region', { name: 'The document changed since.' }),
  ).toBeInTheDocument();
});

test('a decision by another administrator is shown, and the comment stays until it is discarded', async () => {
  const { item, operator, queue, decided, edit, store } = await open({}, factory.admin(), [other]);
  await operator.type(await findComment(), 'Mine.{Escape}');
  queue.shift();
  decided.push({
    ...edit,
    status: 'approved',
    approvalSteps: [
      {
        id: 's1',
        submissionId: editId,
        stepNumber: 1,
        approverId: 'u9',
        approverUsername: 'b-lindqvist',
        status: 'approved',
        comments: null,
        approvedAt: '2026-03-15T10:00:00.000Z',
      },
    ],
  });
  act(() => {
    store.dispatch(api.util.invalidateTags(['DocumentEdit']));
  });
  expect(
    await within(item).findByText(/^b-lindqvist has already decided this: approved\./),
  ).toHaveTextContent('Your comment is kept until you discard it.');
  expect(comment()).toHaveValue('Mine.');
  expect(button('Reject')).toBeDisabled();
  await operator.click(button('Discard'));
  expect(await screen.findByRole('article', { name: 'Another' })).toBeInTheDocument();
});

test("an edit above the reviewer's level can only be rejected", async () => {
  const user = factory.admin({ clearanceLevel: 3 });
  const hidden = { redacted: true, content: null, diff: null, clearanceLevel: 4, clearanceAfter: 4 };
  const { item } = await open(hidden, user);
  expect(await within(item).findByText('LEVEL 4 REQUIRED')).toBeInTheDocument();
  expect(item).toHaveTextContent('This edit is above your clearance level. You can only reject it.');
  expect(within(item).queryByRole('button', { name: /Approve/ })).not.toBeInTheDocument();
  expect(within(item).getByRole('button', { name: /Reject/ })).toBeEnabled();
});

test("the queue groups edits and marks the reviewer's own", async () => {
  const user = factory.admin();
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const named = (title: string) => ({ title, currentDocument: factory.document({ title }) });
  serveEdits([
    factory.edit({ ...named('Mine'), submittedBy: user.id, awaitsAnotherApprover: true, createdAt: ago(2) }),
    factory.edit({ ...named('Late'), createdAt: ago(60) }),
    factory.edit({ ...named('Moved'), stale: true, createdAt: ago(1) }),
  ]);
  renderRoute('/admin?tab=edits', { user });
  await screen.findByRole('article', { name: 'Late' });
  expect(
    within(screen.getByRole('region', { name: 'Edits' }))
      .getAllByRole('heading', { level: 3 })
      .map((head) => head.textContent),
  ).toEqual(['Times out within a day 1', 'Document changed since 1', 'Your own 1']);
  expect(screen.getByRole('link', { name: /^Mine/ })).toHaveTextContent('by you');
  await waitFor(() => expect(screen.getByRole('link', { current: true })).toHaveFocus());
});
