import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'marks' });

test('a record is marked until its reader has opened it, and again after a change', async ({
  page,
  context,
  facility,
}) => {
  const admin = await sessionOf(facility, administrator(facility));
  const author = await makeOperator(facility, 'marks-author', 2);
  const reader = await makeOperator(facility, 'marks-reader', 2);
  const cookie = await sessionOf(facility, author);
  const file = async (title: string) =>
    publish(
      facility,
      admin,
      await submit(facility, cookie, { title, content: 'It burns.', category: 'SITE' }),
      1,
    );
  const id = await file('Gate 9');
  await file('Gate 10');
  await enter(context, facility, reader);
  await page.goto('/documents');
  const row = page.getByRole('article').filter({ hasText: 'Gate 9' });
  await expect(row.getByText('New', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Gate 9', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Gate 9' })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  await call(facility, admin, 'PATCH', `/api/admin/documents/${id}/classification`, {
    category: 'OTHER',
    reason: 'Misfiled',
    version: 1,
  });
  await page.reload();
  await expect(row.getByText('Changed', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Gate 9', exact: true }).click();
  const changed = page.getByRole('link', { name: /^since version/i });
  await changed.click();
  await expect(page).toHaveURL(/history/);

  await page.goto(`/documents?author=${author.username}&sort=title`);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(['Gate 9', 'Gate 10']);
});

test('a reviewer of a revised submission sees the reason for its rejection and what has changed', async ({
  page,
  context,
  facility,
}) => {
  const admin = administrator(facility);
  const cookie = await sessionOf(facility, admin);
  const author = await makeOperator(facility, 'revising', 2);
  const record = { title: 'The lower gate', content: 'It opens.', category: 'SITE' };
  const id = await submit(facility, await sessionOf(facility, author), record);
  await call(facility, cookie, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'rejected',
    comments: 'Say when it opens.',
  });
  await enter(context, facility, author);
  await page.goto('/submission?tab=mine');
  await page.getByRole('button', { name: /^Revise and resubmit/ }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toHaveValue('It opens.');
  await content.fill('It opens at nine.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: /^Resubmitted/i })).toBeVisible();

  await enter(context, facility, admin);
  await page.goto('/admin');
  const note = page.getByRole('region', { name: 'Text of the case' });
  await expect(note).toContainText('Say when it opens.');
  await note.getByRole('button', { name: 'Compare with rejected' }).click();
  await expect(page.locator('ins').filter({ hasText: 'at nine' })).toBeVisible();
});
