import { administrator, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'talk' });

test('a user who is mentioned gets a notification that leads to the comment', async ({
  page,
  context,
  facility,
}) => {
  const admin = administrator(facility);
  const adminCookie = await sessionOf(facility, admin);
  const writer = await makeOperator(facility, 'vane', 2);
  const reader = await makeOperator(facility, 'okafor', 2);
  const writerCookie = await sessionOf(facility, writer);
  const record = { title: 'The drowned bell', content: 'It rings at low water.', category: 'ENTITY' };
  const id = await publish(facility, adminCookie, await submit(facility, writerCookie, record), 2);

  await enter(context, facility, writer);
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole('button', { name: /^Watching/ })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Add to the discussion' });
  await field.pressSequentially(`Ask @${reader.username.slice(0, -1)}`);
  await page.getByRole('option', { name: reader.username }).waitFor();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(`Ask @${reader.username} `);
  await page.keyboard.press('Control+Enter');
  const comment = page.getByRole('article', { name: `Comment by ${writer.username}` });
  await expect(comment).toContainText(`@${reader.username}`);

  await enter(context, facility, reader);
  await page.goto('/');
  const news = page.getByRole('region', { name: /^News/ });
  await expect(news).toContainText('Mention');
  await news.getByRole('link', { name: /^Open comment/ }).click();
  await expect(comment).toBeFocused();
  await expect(page).toHaveURL(/#comment-/);
  await comment.getByRole('button', { name: /^Quote/ }).click();
  await expect(page.getByText(`In answer to ${writer.username}`)).toBeVisible();
});

test('an administrator corrects a level with a key and a reason, and its author sees the reason', async ({
  page,
  context,
  facility,
}) => {
  const admin = administrator(facility);
  const adminCookie = await sessionOf(facility, admin);
  const writer = await makeOperator(facility, 'abara', 3);
  const record = { title: 'The lower gate', content: 'It names the key.', category: 'SITE' };
  await publish(facility, adminCookie, await submit(facility, await sessionOf(facility, writer), record), 1);

  await enter(context, facility, admin);
  await page.goto('/admin?tab=documents');
  await page.getByRole('link', { name: 'The lower gate', exact: true }).focus();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Reclassify DOC-/ });
  await dialog.getByRole('radio', { name: /^3/ }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It names the key of the lower gate.');
  await expect(dialog.getByText('RAISED FROM 1 TO 3.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reclassify to L3' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('article').filter({ hasText: 'The lower gate' });
  await expect(row).toContainText('L3');

  await enter(context, facility, writer);
  await page.goto('/');
  const news = page.getByRole('region', { name: /^News/ });
  await expect(news).toContainText('L1 to L3. "It names the key of the lower gate."');
});
