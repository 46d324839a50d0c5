import type { Page } from '@playwright/test';
import {
  administrator,
  call,
  enter,
  expect,
  expectNotice,
  makeOperator,
  sessionOf,
  signIn,
  test,
} from './fixtures';
import { publish, submit } from './scene';

test.use({ world: 'drafts' });

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const savedMark = (page: Page) => page.getByText(/^Saved \d\d:\d\d:\d\d$/);

/**
 * Types a text and waits until the server has saved it. The mark of an earlier save stays until the next one begins.
 */
async function writeOn(page: Page, text: string): Promise<void> {
  const saved = page.waitForResponse((response) => {
    const isSave = new URL(response.url()).pathname.startsWith('/api/user/drafts');
    const sent = isSave ? response.request().postData() : null;
    return response.ok() && sent?.includes(JSON.stringify(text)) === true;
  });
  await content(page).fill(text);
  await saved;
  await expect(savedMark(page)).toBeVisible();
}

/** Opens the submission form and writes the first words of a draft. */
async function write(page: Page, title: string, text: string): Promise<void> {
  await page.goto('/submission');
  await page.getByLabel('Title').fill(title);
  await writeOn(page, text);
}

test('a text is saved, continued from the workspace and submitted', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'a-writer', 2, 'innovation'));
  await write(page, 'Hook inventory', 'Forty-one trees.');
  await page.getByRole('link', { name: 'My Workspace' }).click();
  await expect(page.getByRole('tab', { name: 'Drafts (1)' })).toHaveAttribute('aria-selected', 'true');
  const row = page.getByRole('article', { name: 'Hook inventory' });
  await expect(row).toContainText('Forty-one trees.');
  await row.getByRole('link', { name: 'Continue Hook inventory' }).click();
  await expect(page).toHaveURL(/\/documents\/draft\/[0-9a-f-]{36}\/edit$/);
  await expect(content(page)).toHaveValue('Forty-one trees.');
  await content(page).fill('Forty-one trees, nineteen hooks.');
  await page.getByLabel('Category').selectOption('SITE');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Submission successful');
  await expect(page.getByRole('tab', { name: 'My submissions (1)' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('tab', { name: 'Drafts (0)' })).toBeVisible();
  await page.goto('/submission');
  await expect(content(page)).toHaveValue('');
});

test('a new record is empty beside unfinished drafts, and one key continues the newest', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, await makeOperator(facility, 'begins-two', 1));
  await write(page, 'First echo', 'One.');
  await page.getByRole('link', { name: 'Return to main' }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL('/submission');
  await expect(page.getByLabel('Title')).toHaveValue('');
  const strip = page.getByRole('navigation', { name: 'Drafts' });
  await expect(strip.getByRole('link', { name: /^CONTINUE First echo/ })).toBeVisible();
  await page.getByLabel('Title').fill('Second echo');
  await writeOn(page, 'Two.');
  await page.keyboard.press('Alt+c');
  await expect(page).toHaveURL(/\/documents\/draft\//);
  await expect(content(page)).toHaveValue('One.');
  await page.goBack();
  await expect(content(page)).toHaveValue('Two.');
  await page.getByRole('link', { name: 'My Workspace' }).click();
  await expect(page.getByRole('tab', { name: 'Drafts (2)' })).toBeVisible();
});

test('an edit is stored on the server, continued in another window, and removed when it is sent', async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'edits-on', 1);
  const record = { title: 'Rota of lamps', content: 'The lamp burns.', category: 'SITE' };
  const sent = await submit(facility, await sessionOf(facility, author), record);
  const id = await publish(facility, await sessionOf(facility, administrator(facility)), sent, 1);
  await enter(page.context(), facility, author);
  await page.goto(`/documents/${id}/edit`);
  await content(page).fill('The lamp burns twice.');
  await expect(savedMark(page)).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const other = await page.context().newPage();
  await other.goto('/drafts');
  const row = other.getByRole('article', { name: 'Rota of lamps' });
  await expect(row).toContainText('unsent edit');
  await row.getByRole('link', { name: 'Continue Rota of lamps' }).click();
  await expect(content(other)).toHaveValue('The lamp burns twice.');
  await expect(other.getByText(/^These are your unsent changes from/)).toBeVisible();
  await other.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(other, 'Edit submitted successfully');
  await other.goto('/drafts');
  await expect(other.getByRole('tab', { name: 'Drafts (0)' })).toBeVisible();
});

test('a form that is cleared while the server is down stays cleared', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'clears-away', 1));
  await write(page, 'Fifth echo', 'One.');
  await page.context().setOffline(true);
  await content(page).fill('One. Two.');
  await expect(page.getByText('NOT SAVED')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(content(page)).toHaveValue('');
  await page.context().setOffline(false);
  await expectNotice(page, 'DRAFT DELETED');
  await page.goto('/drafts');
  await expect(page.getByRole('tab', { name: 'Drafts (0)' })).toBeVisible();
});

test('a draft is deleted after a confirmation, and its address says so', async ({ page, facility }) => {
  const owner = await makeOperator(facility, 'a-deleter', 1);
  const cookie = await sessionOf(facility, owner);
  await call(facility, cookie, 'POST', '/api/user/drafts', { title: 'Not this one', content: 'x' });
  const made = await call(facility, cookie, 'POST', '/api/user/drafts', { title: 'Pump' });
  const { id } = (await made.json()) as { readonly id: string };
  await enter(page.context(), facility, owner);
  await page.goto('/drafts');
  await page.getByRole('button', { name: 'Delete Pump' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete draft' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expectNotice(page, 'DRAFT DELETED');
  await expect(page.getByRole('article', { name: 'Pump' })).toBeHidden();
  await expect(page.getByRole('article', { name: 'Not this one' })).toBeVisible();
  await page.goto(`/documents/draft/${id}/edit`);
  await expect(page.getByRole('heading', { name: 'DRAFT NOT FOUND' })).toBeVisible();
});

test('two windows with one draft show and keep both texts', async ({ page, facility }) => {
  const owner = await makeOperator(facility, 'two-windows', 1);
  await enter(page.context(), facility, owner);
  await write(page, 'Second echo', 'One.');
  const other = await page.context().newPage();
  await other.goto('/drafts');
  await other.getByRole('link', { name: 'Continue Second echo' }).click();
  await writeOn(other, 'One. The other window.');

  await content(page).fill('One. This window.');
  const conflict = page.getByRole('region', { name: 'Changed in another window' });
  await expect(conflict.locator('del')).toHaveText(['removed: The other (end of removed text)']);
  await expect(conflict.locator('ins')).toHaveText(['added: This (end of added text)']);
  await conflict.getByRole('button', { name: 'Keep both' }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(savedMark(page)).toBeVisible();
  // The list of the second window is updated.
  await other.getByRole('link', { name: 'My Workspace' }).click();
  await expect(other.getByRole('tab', { name: 'Drafts (2)' })).toBeVisible();
  await expect(other.getByText('One. This window.')).toBeVisible();
  await expect(other.getByText('One. The other window.')).toBeVisible();
});

test('a window in which nothing is typed shows the text saved by another', async ({ page, facility }) => {
  const owner = await makeOperator(facility, 'follows-on', 1);
  await enter(page.context(), facility, owner);
  await write(page, 'Fourth echo', 'One.');
  const other = await page.context().newPage();
  await other.goto('/drafts');
  await other.getByRole('link', { name: 'Continue Fourth echo' }).click();
  await writeOn(other, 'One. The other window.');

  // In a headless browser all windows have the focus, so the event is dispatched manually.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(content(page)).toHaveValue('One. The other window.');
  await writeOn(page, 'One. The other window. And back.');
  await other.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(content(other)).toHaveValue('One. The other window. And back.');
  await expect(page.getByRole('region', { name: 'Changed in another window' })).toBeHidden();
});

test('the address of a draft page changes to a text that became a separate draft', async ({
  page,
  facility,
}) => {
  const owner = await makeOperator(facility, 'keeps-both', 1);
  await enter(page.context(), facility, owner);
  await write(page, 'Third echo', 'One.');
  const other = await page.context().newPage();
  await other.goto('/drafts');
  await other.getByRole('link', { name: 'Continue Third echo' }).click();
  await expect(content(other)).toHaveValue('One.');
  const before = other.url();
  await writeOn(page, 'One. This window.');
  await content(other).fill('One. The other window.');
  await other.getByRole('button', { name: 'Keep both' }).click();
  await expect(other).not.toHaveURL(before);
  await expect(other).toHaveURL(/\/documents\/draft\/[0-9a-f-]+\/edit$/);
  await expect(content(other)).toHaveValue('One. The other window.');
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused();
  await other.reload();
  await expect(content(other)).toHaveValue('One. The other window.');
  await other.goto(before);
  await expect(content(other)).toHaveValue('One. This window.');
});

test('text is not saved while the server is down, and is saved when it responds again', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, await makeOperator(facility, 'off-line', 1));
  await write(page, 'Tea urn', 'One.');
  const before = await content(page).boundingBox();
  await page.context().setOffline(true);
  await content(page).fill('One. Two.');
  await expect(page.getByText('NOT SAVED')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect((await content(page).boundingBox())?.y).toBe(before?.y);
  await page.context().setOffline(false);
  await expect(savedMark(page)).toBeVisible();
});

test('signing out saves text first', async ({ page, facility }) => {
  const owner = await makeOperator(facility, 'signs-out', 1);
  await signIn(page, owner);
  await write(page, 'Wet chart', 'One.');
  await content(page).fill('One. The last words.');
  // In a text, Ctrl K is a link.
  await page.getByLabel('Title').focus();
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Commands' }).fill('log out');
  await page.getByRole('option', { name: /Log out/ }).click();
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, owner);
  await page.goto('/drafts');
  await expect(page.getByText('One. The last words.')).toBeVisible();
});
