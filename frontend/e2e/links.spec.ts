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

test('a link shows its own words and leads to a heading, below the masthead and with the focus', async ({
  page,
  facility,
}) => {
  const writer = await makeOperator(facility, 'guide', 2);
  const session = await sessionOf(facility, writer);
  const admin = await sessionOf(facility, administrator(facility));
  const file = async (title: string, content: string, level = 1) =>
    publish(facility, admin, await submit(facility, session, { title, content, category: 'SITE' }), level);
  const long = 'Nobody knows how far down it goes.\n\n'.repeat(40);
  const well = await file(
    'The well #2',
    `# Rope\n\n${long}# The Bucket & chain\n\nUp: [[#rope|the rope]].\n\n${long}`,
  );
  await file('The hidden pump', 'It runs.', 4);
  const text = 'By [[The well #2|the well]], [[The well #2]], [[The hidden pump#Motor|the pump]].';
  const label = `DOC-${well.replaceAll('-', '').slice(0, 12)}`;
  const yard = await file('The yard', `${text}\n\nSee [[${label}#The bucket & chain|its bucket]].`);

  await enter(page.context(), facility, writer);
  await page.goto(`/documents/${yard}`);
  const content = page.getByRole('region', { name: 'Content' });
  await expect(content).toContainText('By the well, The well #2, the pump (link to no record).');
  await expect(content).not.toContainText('hidden');
  await expect(content.getByRole('link', { name: 'the well', exact: true })).toHaveAttribute(
    'href',
    `/documents/${well}`,
  );
  await content.getByRole('link', { name: 'its bucket' }).click();
  await expect(page).toHaveURL(`/documents/${well}#the-bucket-chain`);
  const bucket = page.getByRole('heading', { name: 'The Bucket & chain' });
  await expect(bucket).toBeFocused();
  await expect(bucket).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'the rope' }).click();
  await expect(page).toHaveURL(`/documents/${well}#rope`);
  await expect(page.getByRole('heading', { name: 'Rope' })).toBeFocused();
  await page.goto('/documents');
  await expect(page.getByRole('list', { name: 'Documents' })).toContainText(
    'By the well, The well #2, the pump.',
  );
});
