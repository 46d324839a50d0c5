import type { Page, Request } from '@playwright/test';
import {
  administrator,
  call,
  decideByKey,
  enter,
  expect,
  makeOperator,
  sessionOf,
  test,
  type Operator,
} from './fixtures';
import type { Facility } from './facility';
import { makeSection, publish, submit } from './scene';

test.use({ world: 'held-keys' });

/** Delays a part of the client until the returned function is called. */
async function holdBack(page: Page, part: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const arrives = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/assets/${part}\\b[^/]*\\.js$`), async (route) => {
    await arrives;
    await route.continue();
  });
  return release;
}

function collectWrites(page: Page): readonly string[] {
  const writes: string[] = [];
  page.on('request', (request: Request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}

async function writer(facility: Facility): Promise<Operator> {
  return makeOperator(facility, `writer-${Math.random().toString(36).slice(2, 8)}`, 3);
}

test.beforeEach(async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
});

test('keys typed for a palette that loads late decide nothing on the review desk', async ({
  page,
  facility,
}) => {
  const session = await sessionOf(facility, await writer(facility));
  await submit(facility, session, { title: 'Stairs', content: 'They count back.', category: 'SITE' });
  const release = await holdBack(page, 'palette');
  await page.goto('/admin');
  await expect(page.getByRole('article', { name: 'Stairs' })).toContainText('They count back.');
  const writes = collectWrites(page);
  await page.keyboard.press('Control+k');
  // This test types keys before the palette is loaded.
  // eslint-disable-next-line no-restricted-syntax
  await page.keyboard.type('2a');
  await page.keyboard.press('Enter');
  release();
  // The text is in the palette, where Enter runs the first line, which says that there is no such command.
  await expect(page.getByRole('combobox', { name: 'Commands' })).toHaveValue('2a');
  await expect(page.getByRole('button', { name: /Approve.* at L2/i })).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(writes).toEqual([]);
});

test('keys typed for a screen that loads late reach it and decide nothing on the previous desk', async ({
  page,
  facility,
}) => {
  const owner = await writer(facility);
  const session = await sessionOf(facility, owner);
  const admin = await sessionOf(facility, administrator(facility));
  const lamp = await submit(facility, session, { title: 'Lamp', content: 'It answers.', category: 'SITE' });
  const id = await publish(facility, admin, lamp, 1);
  const section = { name: 'Cold store', sectionType: 'timeline' };
  const sectionId = await makeSection(facility, admin, section);
  await call(facility, session, 'POST', `/api/documents/${id}/request-archive`, { sectionId });
  const release = await holdBack(page, 'page-documents');
  await page.goto('/admin/archive-requests');
  await expect(page.getByRole('article', { name: 'Lamp' })).toBeVisible();
  const writes = collectWrites(page);
  for (const key of ['g', 'd', '/', 'a', 'x', 'Backspace', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/archive-requests/);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  release();
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await expect(page).toHaveURL(/\/documents\?q=a$/);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(writes).toEqual([]);
});

test('text typed for the palette before it is loaded runs in it', async ({ page }) => {
  const release = await holdBack(page, 'palette');
  await page.goto('/documents');
  await expect(page.getByRole('heading', { level: 1, name: /Document repository/i })).toBeVisible();
  await page.keyboard.press('Control+k');
  // This test types keys before the palette is loaded.
  // eslint-disable-next-line no-restricted-syntax
  await page.keyboard.type('settings');
  for (const key of ['Enter', 'g', 'h']) await page.keyboard.press(key);
  release();
  await expect(page).toHaveURL('/');
});

test('decisions typed before the review desk is loaded are ignored, and the status line says so', async ({
  page,
  facility,
}) => {
  const session = await sessionOf(facility, await writer(facility));
  await submit(facility, session, { title: 'Mirrors', content: 'They are covered.', category: 'SITE' });
  const release = await holdBack(page, 'page-admin');
  await page.goto('/documents');
  await expect(page.getByRole('heading', { level: 1, name: /Document repository/i })).toBeVisible();
  const writes = collectWrites(page);
  for (const key of ['g', 'm', '2', 'a']) await page.keyboard.press(key);
  release();
  await expect(page.getByText('a came too early: not done')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await decideByKey(page, '2', page.getByRole('button', { name: /Approve.* at L2/i }));
  await expect(page.getByText('came too early')).toBeHidden();
  expect(writes).toEqual([]);
});

test('lock and unlock in the palette ask for confirmation, whether typed before or after it is loaded', async ({
  page,
}) => {
  const release = await holdBack(page, 'palette');
  await page.goto('/documents');
  await expect(page.getByRole('heading', { level: 1, name: /Document repository/i })).toBeVisible();
  await page.keyboard.press('Control+k');
  // This test types keys before the palette is loaded.
  // eslint-disable-next-line no-restricted-syntax
  await page.keyboard.type('lock');
  await page.keyboard.press('Enter');
  release();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(/lock/i);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('lock');
  await page.keyboard.press('Enter');
  await expect(question).toContainText(/lock/i);
});

test('a text that cannot be a link does not crash the screen', async ({ page, facility }) => {
  const session = await sessionOf(facility, await writer(facility));
  const admin = await sessionOf(facility, administrator(facility));
  const content = '[one](#%ff) [two](#%zz) [three](#%E0%A4%A) and words.';
  const first = await submit(facility, session, { title: 'Hostile record', content, category: 'SITE' });
  const id = await publish(facility, admin, first, 1);
  await call(facility, session, 'POST', `/api/documents/${id}/comments`, { content: '[see](#%ff)' });
  await submit(facility, session, { title: 'Hostile case', content, category: 'SITE' });

  for (const hash of ['', '#%ff', '#%zz']) {
    await page.goto(`/documents/${id}${hash}`);
    await expect(page.getByRole('link', { name: 'three' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'see' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hostile record' })).toBeVisible();
  await page.goto('/admin');
  await page.getByRole('link', { name: /Hostile case/ }).click();
  await expect(page.getByRole('article', { name: 'Hostile case' })).toContainText('and words.');
});
