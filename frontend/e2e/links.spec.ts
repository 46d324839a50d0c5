import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'links' });

test('a link is completed by keyboard, leads to its record and back, and a broken one is reported', async ({
  page,
  facility,
}) => {
  const writer = await makeOperator(facility, 'writer', 2);
  const session = await sessionOf(facility, writer);
  const admin = await sessionOf(facility, administrator(facility));
  const file = async (title: string, content: string) =>
    publish(facility, admin, await submit(facility, session, { title, content, category: 'SITE' }), 1);
  const stairs = await file('The stairs', 'Eleven steps.');
  const cellar = await file('The cellar', 'Mind [[The attic]].');

  await enter(page.context(), facility, writer);
  await page.goto(`/documents/${cellar}`);
  await expect(page.getByRole('region', { name: 'Broken links 1' })).toContainText('The attic');
  await expect(page.getByText('(link to no record)')).toBeAttached();

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.fill('');
  await content.pressSequentially('Mind [[the st');
  await expect(page.getByRole('option', { name: /The stairs/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await content.fill('Mind ');
  await page.keyboard.type('[[stair');
  await expect(page.getByRole('option', { name: /The stairs/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('.');
  await expect(content).toHaveValue('Mind [[The stairs]].');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page).toHaveURL('/documents');

  const edits = await call(facility, admin, 'GET', '/api/document-edits');
  const [edit] = (await edits.json()) as readonly { readonly id: string }[];
  await call(facility, admin, 'PATCH', `/api/document-edits/${edit?.id ?? ''}`, { status: 'approved' });
  await page.goto(`/documents/${cellar}`);
  await expect(page.getByRole('region', { name: 'Refers to 1' })).toContainText('The stairs');
  await expect(page.getByRole('region', { name: /^Broken links/ })).toHaveCount(0);
  await page.getByRole('region', { name: 'Content' }).getByRole('link', { name: 'The stairs' }).click();
  await expect(page).toHaveURL(`/documents/${stairs}`);
  await page
    .getByRole('region', { name: 'Referred to by 1' })
    .getByRole('link', { name: 'The cellar' })
    .click();
  await expect(page).toHaveURL(`/documents/${cellar}`);
});
