import { administrator, enter, expect, expectNotice, makeOperator, test } from './fixtures';

test.use({ world: 'templates' });

test('a custom template is created, appears for users of its level, and fills the form', async ({
  page: admin,
  facility,
  pageOf,
}) => {
  const reader = await pageOf(await makeOperator(facility, 'reader', 2, 'innovation'));
  const below = await pageOf(await makeOperator(facility, 'below', 1));
  for (const page of [reader, below]) await page.goto('/templates');
  await expect(reader.getByRole('heading', { name: 'Open questions' })).toBeVisible();
  await expect(below.getByText('NO TEMPLATES AVAILABLE')).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Containment Protocol' })).toBeHidden();

  await enter(admin.context(), facility, administrator(facility));
  await admin.goto('/templates');
  await admin.getByRole('button', { name: 'Create custom' }).click();
  await admin.getByLabel('Name').fill('Patrol report');
  await admin.getByLabel('Category').selectOption('SITE');
  await admin.getByLabel('Required clearance').selectOption('2');
  await admin.getByRole('textbox', { name: 'Content' }).fill('## Rounds\n\n100 % of the east wing & more');
  // A reload keeps the typed text.
  await admin.reload();
  await admin.getByRole('button', { name: 'Create custom' }).click();
  await expect(admin.getByLabel('Name')).toHaveValue('Patrol report');
  await admin.getByRole('button', { name: 'Create', exact: true }).click();
  await expectNotice(admin, 'Template created');
  await expect(admin.getByRole('heading', { name: 'Rounds' })).toBeVisible();

  // Other screens are updated without a reload.
  await reader.getByRole('link', { name: 'Patrol report' }).click();
  await reader.getByRole('link', { name: 'Use template' }).click();
  await expect(reader.getByLabel('Title')).toHaveValue('[Draft] Patrol report');
  await expect(reader.getByRole('textbox', { name: 'Content' })).toHaveValue(
    '## Rounds\n\n100 % of the east wing & more',
  );
  await expect(reader).toHaveURL('/submission');
  await expect(below.getByText('NO TEMPLATES AVAILABLE')).toBeVisible();
  await expect(below.getByRole('link', { name: 'Patrol report' })).toHaveCount(0);

  await admin.getByRole('button', { name: 'Retire' }).click();
  await expectNotice(admin, 'Template retired');
  await expect(admin.getByRole('button', { name: 'Offer again' })).toBeVisible();
  // Another template starts another record; the first one becomes a draft.
  await reader.goto('/templates');
  await expect(reader.getByRole('heading', { name: 'Open questions' })).toBeVisible();
  await expect(reader.getByRole('link', { name: 'Patrol report' })).toHaveCount(0);
  await reader.getByRole('link', { name: 'Use template' }).click();
  await expect(reader.getByLabel('Title')).not.toHaveValue('[Draft] Patrol report');
  await expect(reader.getByRole('link', { name: /^CONTINUE \[Draft\] Patrol report/ })).toBeVisible();
});
