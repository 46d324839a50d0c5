import { administrator, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'comments' });

test('a passage is quoted and discussed live, and its author and an administrator delete comments', async ({
  page,
  facility,
  pageOf,
}) => {
  const writer = await makeOperator(facility, 'writer', 2);
  const reader = await makeOperator(facility, 'reader', 2);
  const record = {
    title: 'The cellar',
    content: 'The gate opens at nine.\n\nNobody holds the lamp.',
    category: 'SITE',
  };
  const admin = await sessionOf(facility, administrator(facility));
  const id = await publish(
    facility,
    admin,
    await submit(facility, await sessionOf(facility, writer), record),
    1,
  );
  const author = await pageOf(writer);
  await author.goto(`/documents/${id}`);
  await expect(author.getByText('No comments yet.')).toBeVisible();

  await enter(page.context(), facility, reader);
  await page.goto(`/documents/${id}`);
  const field = page.getByRole('textbox', { name: 'Add to the discussion' });
  await expect(page.getByRole('button', { name: /^Quote selection/ })).toBeDisabled();
  await page.getByText('The gate opens at nine.').click({ clickCount: 3 });
  await page.keyboard.press('q');
  await expect(field).toBeFocused();
  await page.keyboard.type('It opened at *eight*.');
  await page.getByRole('button', { name: 'Post' }).click();
  const posted = page.getByRole('article', { name: 'Comment by reader' });
  await expect(posted).toContainText('The gate opens at nine.');
  await expect(posted.locator('em')).toHaveText('eight');
  await expect(field).toHaveValue('');

  // The other window receives it without a reload, and replies.
  const arrived = author.getByRole('article', { name: 'Comment by reader' });
  await expect(arrived).toContainText('It opened at eight.');
  await expect(arrived.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await author.keyboard.press('c');
  await author.keyboard.type('The clock was wrong.');
  await author.getByRole('button', { name: 'Post' }).click();
  const answer = page.getByRole('article', { name: 'Comment by writer' });
  await expect(answer).toContainText('The clock was wrong.');

  await posted.getByRole('button', { name: 'Delete comment by reader' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete comment' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expectNotice(page, 'Comment deleted');
  await expect(posted).toContainText('Comment deleted.');
  await expect(arrived).toContainText('Comment deleted.');

  const warden = await pageOf(administrator(facility));
  await warden.goto(`/documents/${id}`);
  await warden.getByRole('button', { name: 'Delete comment by writer' }).click();
  await warden.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(answer).toContainText('Comment deleted.');
  await expect(page.getByRole('region', { name: 'Discussion 2' })).toBeVisible();
});
