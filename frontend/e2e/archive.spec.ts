import {
  administrator,
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

test.use({ world: 'archive' });

test('a section is created, and a record is requested for it, archived, found there and restored', async ({
  page: admin,
  facility,
  pageOf,
}) => {
  const writer = await makeOperator(facility, 'writer', 2, 'innovation');
  const session = await sessionOf(facility, writer);
  const adminSession = await sessionOf(facility, administrator(facility));
  const record = {
    title: 'Census of Front Doors',
    content: 'Nine doors, one of them red.',
    category: 'RESEARCH',
  };
  const id = await publish(facility, adminSession, await submit(facility, session, record), 2);

  // An administrator creates a section from the menu of the main terminal.
  await enter(admin.context(), facility, administrator(facility));
  await admin.goto('/');
  await admin.getByRole('link', { name: /ARCHIVE_SYSTEM/ }).click();
  await expect(admin.getByText('NO ARCHIVE SECTIONS')).toBeVisible();
  const create = admin.getByRole('form', { name: 'Create section' });
  await expect(create.getByRole('button', { name: 'Create' })).toBeDisabled();
  await create.getByLabel('Name').fill('Ambry Street');
  await create.getByLabel('Description').fill('The street above the stair.');
  await create.getByRole('button', { name: 'Create' }).click();
  await expectNotice(admin, 'Section created');
  await expect(admin.getByRole('heading', { name: 'Ambry Street' })).toBeVisible();

  // The owner requests archiving from the repository.
  const owner = await pageOf(writer);
  await owner.goto('/documents');
  await owner.getByRole('link', { name: 'Census of Front Doors', exact: true }).focus();
  await owner.keyboard.press('a');
  const dialog = owner.getByRole('dialog', { name: 'Request archive' });
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await expect(dialog.getByText('Please select an archive section.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Section' }).selectOption('Ambry Street');
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await expectNotice(owner, 'Archive request submitted for admin approval');
  await expect(dialog).toBeHidden();

  // The request appears for the administrator without a reload, and is rejected with a reason.
  await admin.getByRole('link', { name: 'Archive requests (1)' }).click();
  const open = admin.getByRole('article', { name: 'Census of Front Doors' });
  await expect(open.getByText('Nine doors, one of them red.')).toBeVisible();
  await expect(open.getByText('Ambry Street')).toBeVisible();
  await open.getByRole('button', { name: /^Reject/ }).click();
  await expect(open.getByText('Please give the requester a reason for the rejection.')).toBeVisible();
  await open.getByLabel('Comment for the author').fill('The survey is not finished.');
  await open.getByRole('button', { name: /^Reject/ }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expectNotice(admin, 'ARCHIVE REJECTED');
  await expect(admin.getByText('NO PENDING ARCHIVE REQUESTS')).toBeVisible();
  await owner.goto('/');
  await expect(owner.getByText('"The survey is not finished."')).toBeVisible();

  // The second request is approved with a key.
  await owner.goto(`/documents/${id}`);
  await owner.getByRole('button', { name: 'More', exact: true }).click();
  await owner.getByRole('button', { name: 'Request archive' }).click();
  await dialog.getByRole('combobox', { name: 'Section' }).selectOption('Ambry Street');
  await dialog.getByRole('button', { name: 'Request', exact: true }).click();
  await expect(owner.getByText('Archive requested')).toBeVisible();
  await expect(open.getByText('Nine doors, one of them red.')).toBeVisible();
  await open.getByRole('heading', { name: 'Census of Front Doors' }).click();
  await decideByKey(admin, 'a', admin.getByRole('alertdialog'));
  await confirmByKey(admin, 'Approve');
  await expectNotice(admin, 'ARCHIVE APPROVED');

  // The record has left the repository and is in its section.
  await owner.goto('/documents');
  await expect(owner.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA')).toBeVisible();
  await owner.goto('/archive');
  await owner.getByRole('link', { name: 'Census of Front Doors', exact: true }).click();
  await expect(owner.getByRole('link', { name: 'Ambry Street' })).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Unarchive' })).toHaveCount(0);

  // An administrator restores it.
  await admin.goto(`/documents/${id}`);
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await admin.getByRole('button', { name: 'Unarchive' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Unarchive' }).click();
  await expectNotice(admin, 'Document unarchived');
  await admin.getByRole('button', { name: 'More', exact: true }).click();
  await expect(admin.getByRole('button', { name: 'Archive', exact: true })).toBeVisible();
  await owner.goto('/documents');
  await expect(owner.getByRole('link', { name: 'Census of Front Doors', exact: true })).toBeVisible();
});
