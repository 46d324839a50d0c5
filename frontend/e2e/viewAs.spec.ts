import type { Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'view-as' });

/** Runs a command from the palette, waiting for its selection before Enter. */
async function runCommand(page: Page, command: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill(command);
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toContainText(command, { ignoreCase: true });
  await page.keyboard.press('Enter');
}

test('an administrator previews the list, a record and its history at level 2', async ({
  page,
  facility,
}) => {
  const writer = await makeOperator(facility, 'writer', 4, 'taskforce');
  const session = await sessionOf(facility, writer);
  const admin = await sessionOf(facility, administrator(facility));
  const file = async (title: string, content: string, level: number) =>
    publish(facility, admin, await submit(facility, session, { title, content, category: 'SITE' }), level);
  const vault = await file('The vault', 'Nobody below level 4 reads this.', 4);
  const cellar = await file('The cellar', 'The key is {{4|under the mat}}. See [[The vault]].', 2);

  await enter(page.context(), facility, administrator(facility));
  await page.goto('/documents');
  const list = page.getByRole('list', { name: 'Documents' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  const choice = page.getByRole('combobox', { name: 'View as' });
  await choice.focus();
  await choice.selectOption('2');
  await expect(page.getByText('VIEWING AS LEVEL 2. Actions are off.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(choice).toBeFocused();
  await expect(page.getByRole('link', { name: 'New Document' })).toBeHidden();

  await page.getByRole('link', { name: 'The cellar', exact: true }).click();
  await expect(page).toHaveURL(`/documents/${cellar}?as=2`);
  await expect(page.getByRole('img', { name: /Withheld, level 4/ })).toBeVisible();
  await expect(page.getByText('under the mat')).toBeHidden();
  await expect(page.getByText('(link to no record)')).toBeAttached();
  for (const name of ['Archive', 'Delete', 'Post'])
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();

  // A change in the meantime arrives in the same preview.
  const comments = page.getByRole('region', { name: 'Discussion 1' });
  const made = await fetch(`${facility.url}/api/documents/${cellar}/comments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session },
    body: JSON.stringify({ content: 'The {{4|mat}} is gone.' }),
  });
  expect(made.status).toBe(201);
  await expect(comments.getByRole('img', { name: /Withheld, level 4/ })).toBeVisible();

  await page.keyboard.press('h');
  await expect(page).toHaveURL(`/documents/${cellar}/history?as=2`);
  await expect(page.getByText('VIEWING AS LEVEL 2. Actions are off.')).toBeVisible();
  await page.goBack();

  await page.getByRole('button', { name: 'End viewing as another level' }).click();
  await expect(page.getByText('under the mat')).toBeVisible();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(more).toBeFocused();
  await more.click();
  await expect(page.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();

  // A record above the preview level, opened by a command.
  await page.goto(`/documents/${vault}`);
  await expect(page.getByRole('heading', { level: 1, name: 'The vault' })).toBeVisible();
  await runCommand(page, 'view as level 2');
  await expect(page.getByText(/^Your clearance level \(2\) is insufficient/)).toBeVisible();
  await runCommand(page, 'view as yourself');
  await expect(page.getByRole('heading', { level: 1, name: 'The vault' })).toBeVisible();
});
