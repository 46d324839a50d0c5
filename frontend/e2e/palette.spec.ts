import type { Page } from '@playwright/test';
import { enter, expect } from './fixtures';
import { test } from './sceneTest';

test.use({ world: 'palette' });

/** Opens the palette by a key and returns its input. */
async function open(page: Page, key: string) {
  await page.keyboard.press(key);
  const input = page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await expect(input).toBeFocused();
  return input;
}

test('a record is found by its title, its id and a word of its text', async ({ page, facility, scene }) => {
  await enter(page.context(), facility, scene.reader);
  await page.goto('/');
  await expect(page.getByText('VIEW_DOCUMENTS')).toBeVisible();
  const record = page.getByRole('option', { name: /The lighthouse that answers/ });
  const label = `DOC-${scene.open.slice(0, 6).toUpperCase()}`;

  for (const [key, words] of [
    ['Control+K', 'lighthouse'],
    [':', label],
    [':', 'unspoken'],
  ] as const) {
    const input = await open(page, key);
    await input.fill(words);
    await expect(record).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(input).toBeHidden();
  }

  const input = await open(page, ':');
  await input.fill('lighthouse');
  await expect(record).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(record).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/documents/${scene.open}`);
});

test('an administrator finds a user and opens the accounts filtered to them', async ({
  page,
  facility,
  scene,
}) => {
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/admin/users') asked += 1;
  });
  await enter(page.context(), facility, scene.warden);
  await page.goto('/');
  await expect(page.getByText('VIEW_DOCUMENTS')).toBeVisible();
  const input = await open(page, 'Control+K');
  await input.fill('>theme');
  await expect(page.getByRole('option', { name: /amber-crt/ })).toBeVisible();
  expect(asked).toBe(0);
  await input.fill('@new-h');
  const person = page.getByRole('option', { name: /new-hand/ });
  await expect(person).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin?tab=users&q=new-hand');
  await expect(page.getByLabel('Name or id')).toHaveValue('new-hand');

  // Another user while the accounts are on screen.
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'User management' }).focus();
  await (await open(page, 'Control+K')).fill('@claims');
  await expect(page.getByRole('option', { name: /claims-much/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin?tab=users&q=claims-much');
  await expect(page.getByLabel('Name or id')).toHaveValue('claims-much');
});

test('moving over themes previews them, Escape restores the previous one and Enter keeps one', async ({
  page,
  facility,
  scene,
}) => {
  await enter(page.context(), facility, scene.reader);
  await page.goto('/');
  await expect(page.getByText('VIEW_DOCUMENTS')).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveClass('theme-green-matrix');
  for (const key of ['Escape', 'Enter']) {
    await (await open(page, 'Control+K')).fill('theme');
    await expect(page.getByRole('option', { name: /amber-crt/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(root).toHaveClass('theme-dark');
    await page.keyboard.press('ArrowDown');
    await expect(root).toHaveClass('theme-amber-crt');
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(root).toHaveClass(key === 'Enter' ? 'theme-amber-crt' : 'theme-green-matrix');
  }
  await page.reload();
  await expect(root).toHaveClass('theme-amber-crt');
});

test('a refused command shows the reason in the palette', async ({ page, facility, scene }) => {
  await enter(page.context(), facility, scene.reader);
  await page.goto('/');
  await expect(page.getByText('VIEW_DOCUMENTS')).toBeVisible();
  const input = await open(page, 'Control+K');
  await input.fill('>lock');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('ACCESS DENIED. Administrators only.')).toBeVisible();
  await expect(input).toBeFocused();
});
