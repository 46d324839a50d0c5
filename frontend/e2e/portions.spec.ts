import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'portions' });

const text = ':::level 4\nThe plan of the vault.\n:::\n\nThe key is {{4|under the mat}}.';

test("a reader below a passage's level sees only bars, and an edit at a lower level keeps the passage", async ({
  page,
  facility,
  pageOf,
}) => {
  const writer = await makeOperator(facility, 'writer', 4, 'taskforce');
  const admin = await sessionOf(facility, administrator(facility));
  await enter(page.context(), facility, writer);
  await page.goto('/submission');
  await page.getByRole('button', { name: 'Markdown help' }).click();
  await expect(page.getByRole('region', { name: 'Markdown help' })).toContainText(':::level 4');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByLabel('Title').fill('The cellar');
  await page.getByLabel('Category').selectOption('SITE');
  await page.getByRole('textbox', { name: 'Content' }).fill(text);
  await expect(page.getByRole('group', { name: 'Passage of level 4' })).toContainText(
    'The plan of the vault.',
  );

  const session = await sessionOf(facility, writer);
  const id = await publish(
    facility,
    admin,
    await submit(facility, session, { title: 'The cellar', content: text, category: 'SITE' }),
    1,
  );
  const reader = await pageOf(await makeOperator(facility, 'reader', 2));
  await reader.goto(`/documents/${id}`);
  await expect(reader.getByRole('img', { name: 'Withheld, level 4' })).toHaveCount(2);
  await expect(reader.getByText('Passages of level 4 are above your level and not shown.')).toBeVisible();
  for (const words of ['The plan of the vault', 'under the mat'])
    expect(await reader.content()).not.toContain(words);
  await reader.goto('/documents?q=vault');
  await expect(reader.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA')).toBeVisible();

  // The author's level is now 2, and they edit around the passages.
  const accounts = await call(facility, admin, 'GET', '/api/admin/users');
  const users = (await accounts.json()) as readonly { readonly id: string; readonly username: string }[];
  const author = users.find(({ username }) => username === 'writer')?.id ?? '';
  const change = { clearanceLevel: 2, accessKey: 'innovation' };
  await call(facility, admin, 'PATCH', `/api/admin/users/${author}/update-clearance`, change);
  const lowered = await pageOf({ ...writer, accessKey: 'innovation' });
  await lowered.goto(`/documents/${id}/edit`);
  const content = lowered.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveValue(/withheld 4/);
  expect(await content.inputValue()).not.toContain('vault');
  await content.fill(`${await content.inputValue()}\n\nThe mat is gone.`);
  await lowered.getByRole('button', { name: 'Submit for review' }).click();
  await expect(lowered).toHaveURL('/documents');

  const edits = await call(facility, admin, 'GET', '/api/document-edits');
  const [edit] = (await edits.json()) as readonly { readonly id: string }[];
  await call(facility, admin, 'PATCH', `/api/document-edits/${edit?.id ?? ''}`, { status: 'approved' });
  const warden = await pageOf(administrator(facility));
  await warden.goto(`/documents/${id}`);
  await expect(warden.getByRole('group', { name: 'Passage of level 4' })).toContainText(
    'The plan of the vault.',
  );
  await expect(warden.getByText('under the mat')).toBeVisible();
  await expect(warden.getByText('The mat is gone.')).toBeVisible();
});
