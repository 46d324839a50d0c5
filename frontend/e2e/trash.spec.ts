import { administrator, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'trash' });

test('a deleted record is moved to the trash, restored, deleted again and purged', async ({
  page,
  facility,
  pageOf,
}) => {
  const writer = await makeOperator(facility, 'writer', 2);
  const admin = await sessionOf(facility, administrator(facility));
  const record = { title: 'The cellar', content: 'Mind the stairs.', category: 'SITE' };
  const id = await publish(
    facility,
    admin,
    await submit(facility, await sessionOf(facility, writer), record),
    2,
  );
  const owner = await pageOf(writer);
  const remove = async () => {
    await owner.goto(`/documents/${id}`);
    await owner.getByRole('button', { name: 'More', exact: true }).click();
    await owner.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = owner.getByRole('alertdialog', { name: 'Confirm deletion' });
    await expect(dialog).toContainText('Administrators find it in the trash for 30 days.');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectNotice(owner, 'Document deleted successfully');
    await expect(owner).toHaveURL('/documents');
  };

  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin?tab=trash');
  await expect(page.getByText('TRASH IS EMPTY')).toBeVisible();
  await remove();
  await expect(owner.getByRole('link', { name: 'The cellar', exact: true })).toHaveCount(0);

  // It appears without a reload.
  const row = page.getByRole('article').filter({ hasText: 'The cellar' });
  await expect(row).toContainText('Deleted by writer');
  await page.getByRole('button', { name: 'Restore The cellar' }).click();
  await expectNotice(page, 'Document restored');
  await expect(page.getByText('TRASH IS EMPTY')).toBeVisible();
  await expect(owner.getByRole('link', { name: 'The cellar', exact: true })).toBeVisible();

  await remove();
  await page.getByRole('button', { name: 'Purge The cellar' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Confirm purge' });
  await expect(dialog).toContainText('Nobody can restore it afterwards.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Purge The cellar' }).click();
  await dialog.getByRole('button', { name: 'Purge' }).click();
  await expectNotice(page, 'Document purged');
  await expect(page.getByText('TRASH IS EMPTY')).toBeVisible();
  await owner.goto(`/documents/${id}`);
  await expect(owner.getByText('DOCUMENT NOT FOUND', { exact: true })).toBeVisible();
});
