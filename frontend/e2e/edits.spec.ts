import {
  administrator,
  call,
  confirmByKey,
  decideByKey,
  enter,
  expect,
  expectNotice,
  makeOperator,
  sessionOf,
  test,
} from './fixtures';
import { publish, submit } from './scene';
import type { Locator } from '@playwright/test';
import type { Facility } from './facility';
import type { Operator } from './fixtures';

test.use({ world: 'edits' });

const text = 'Covers are held at the duty desk.\n\nMirrors are covered at dawn.\n\nNobody counts them twice.';

/** Publishes a record of this author and returns its id. */
async function file(facility: Facility, author: Operator, title: string): Promise<string> {
  const id = await submit(facility, await sessionOf(facility, author), {
    title,
    content: text,
    category: 'SITE',
  });
  return publish(facility, await sessionOf(facility, administrator(facility)), id, 2);
}

test('an edit is written, compared, approved, shown in the history, and reverted', async ({
  page: admin,
  facility,
  pageOf,
}) => {
  const author = await makeOperator(facility, 'author', 2);
  const id = await file(facility, author, 'Standing order');
  const page = await pageOf(author);

  // From the row of the record, by its key.
  await page.goto('/documents');
  await page.getByRole('link', { name: 'Standing order', exact: true }).focus();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`/documents/${id}/edit`);
  await page.getByRole('textbox', { name: 'Content' }).fill(text.replace('at dawn', 'at dusk, and at dawn'));
  await page.getByLabel('Change description').fill('The evening was missing.');
  // A reload keeps the typed text.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(/at dusk, and at dawn/);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Edit submitted successfully');
  await expect(page).toHaveURL('/documents');
  await expect(page.getByRole('link', { name: 'Standing order', exact: true })).toBeFocused();

  await enter(admin.context(), facility, administrator(facility));
  await admin.goto('/admin?tab=edits');
  const edit = admin.getByRole('article', { name: 'Standing order' });
  await expect(edit.getByRole('insertion')).toContainText('dusk, and at');
  await expect(edit).toContainText('The evening was missing.');
  await edit.getByRole('button', { name: '1 unchanged paragraph' }).first().click();
  await expect(edit).toContainText('Covers are held at the duty desk.');
  await admin.keyboard.press('d');
  await expect(edit.getByRole('heading', { name: 'The edit' })).toBeVisible();
  await decideByKey(admin, 'a', admin.getByRole('alertdialog'));
  await expect(admin.getByRole('alertdialog')).toContainText('It replaces version 1');
  await confirmByKey(admin, 'Approve');
  await expectNotice(admin, 'Document edit reviewed');
  await expect(admin.getByText('NO DOCUMENT EDITS AWAITING REVIEW')).toBeVisible();

  // The author finds both versions and reverts the document to the first.
  await page.goto(`/documents/${id}`);
  await expect(page.getByText('at dusk, and at dawn')).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('region', { name: 'Version 1 to 2' }).getByRole('insertion')).toContainText(
    'dusk, and at',
  );
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: 'Versions' }).getByText(/^Covers are held/)).toBeVisible();
  await page.keyboard.press('v');
  const dialog = page.getByRole('alertdialog', { name: 'Revert to version 1' });
  await expect(dialog).toContainText('A backup of the current version will be created.');
  await expect(dialog).toContainText('0 words added, 3 removed');
  await dialog.getByRole('button', { name: 'Revert' }).click();
  await expectNotice(page, 'Document reverted');
  await expect(page.getByText('VERSION 3', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Mirrors are covered at dawn.')).toBeVisible();
});

test('an edit whose document has changed since is applied to the current version', async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'writer', 2);
  const id = await file(facility, author, 'Rota of covers');
  const writer = await sessionOf(facility, author);
  const admin = await sessionOf(facility, administrator(facility));
  const propose = async (content: string) => {
    const answer = await call(facility, writer, 'POST', `/api/documents/${id}/edit`, {
      title: 'Rota of covers',
      content,
      category: 'SITE',
      clearanceLevel: 2,
      baseVersion: 1,
    });
    return ((await answer.json()) as { readonly id: string }).id;
  };
  await propose(text.replace('at dawn', 'at dusk'));
  const other = await propose(text.replace('duty desk', 'east gate'));
  await call(facility, admin, 'PATCH', `/api/document-edits/${other}`, { status: 'approved' });

  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin?tab=edits');
  const edit = page.getByRole('article', { name: 'Rota of covers' });
  await expect(edit.getByRole('region', { name: 'The document changed since.' })).toContainText(
    'Written against version 1; version 2 is on file',
  );
  await expect(edit.getByText('This takes back a change of version 2.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a way' })).toHaveAttribute('aria-disabled', 'true');
  // On a phone the comparison starts on the first screen, and the decision follows it.
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('link', { name: /^Rota of covers/ }).click();
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
  await expect(async () => {
    const line = await top(edit.getByText('This takes back a change of version 2.'));
    expect(line + 48).toBeLessThan(await top(page.getByRole('button', { name: 'Note', exact: true })));
    expect(await top(edit.getByRole('radiogroup', { name: 'How to go on' }))).toBeGreaterThan(line);
  }).toPass();
  await page.setViewportSize({ width: 1280, height: 860 });
  await decideByKey(page, '1', page.getByRole('button', { name: /^Approve/ }));
  await expect(edit.getByText('This takes back a change of version 2.')).toBeHidden();
  await decideByKey(page, 'a', page.getByRole('alertdialog'));
  await confirmByKey(page, 'Approve');
  await expectNotice(page, 'Document edit reviewed');
  await page.goto(`/documents/${id}`);
  await expect(page.getByText('Covers are held at the east gate.')).toBeVisible();
  await expect(page.getByText('Mirrors are covered at dusk.')).toBeVisible();
});
