import type { Locator, Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, sessionOf, test, type Operator } from './fixtures';
import type { Facility } from './facility';
import { fileMany, publish, submit } from './scene';
import { patient } from './slow';

test.use({ world: 'record' });

const story = (number: number) => `# What is known

${'The orchard is quiet at this hour, and nobody counts the trees. '.repeat(20)}

# Opening the gate

${'Say aloud what hour you left the stair. '.repeat(20)}Take the **red** lan**tern** number ${number}.

# Standing advice

${'Take a coat and leave it on the hook that is free. '.repeat(20)}A LÁNTERN again.
`;

/** Publishes records that contain the words of the test, the last one first in the list. */
async function fileStories(facility: Facility, author: Operator, count: number): Promise<void> {
  const writer = await sessionOf(facility, author);
  const admin = await sessionOf(facility, administrator(facility));
  for (let number = 1; number <= count; number += 1) {
    const record = { title: `Story ${number}`, content: story(number), category: 'ENTITY' };
    await publish(facility, admin, await submit(facility, writer, record), 1);
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const focus = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('from a search, records are read one after another with their matches marked, and Back leads to the row', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(120_000));
  const reader = await makeOperator(facility, 'reader', 2);
  await fileStories(facility, reader, 3);
  await enter(page.context(), facility, reader);
  await page.goto(`/documents?q=${encodeURIComponent('"red lantern" lantern')}`);
  await page.getByRole('link', { name: 'Story 2', exact: true }).click();
  await expect(heading(page, 'Story 2')).toBeFocused();
  await expect(page).toHaveTitle('Story 2 - Facility Terminal');

  // The phrase continues through emphasis, and accents are ignored.
  const marks = page.locator('mark[data-match]');
  await expect(marks).toHaveText(['red', ' lan', 'tern', 'LÁNTERN']);
  await expect(marks.first()).toBeInViewport();
  await page.keyboard.press('n');
  await page.keyboard.press('n');
  await expect(page.getByText('match 2 of 2', { exact: true })).toBeVisible();
  await expect(marks.last()).toBeInViewport();

  await page.keyboard.press('j');
  await expect(heading(page, 'Story 1')).toBeFocused();
  await expect(marks).toHaveCount(4);
  await page.keyboard.press('j');
  await expect(page.getByText('This is the last record of the list.', { exact: true })).toBeVisible();
  await page.keyboard.press('k');
  await expect(heading(page, 'Story 2')).toBeFocused();
  await page.getByRole('link', { name: 'Previous record: Story 3' }).click();
  await expect(heading(page, 'Story 3')).toBeFocused();

  // A reload keeps the trail.
  await page.reload();
  await expect(page.getByRole('link', { name: 'Next record: Story 2' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(heading(page, 'Story 2')).toBeFocused();
  await page.getByRole('button', { name: 'Remove marks' }).click();
  await expect(marks).toHaveCount(0);

  await page.goBack();
  await expect(page).toHaveURL(/\/documents\?q=/);
  await expect(page.getByRole('link', { name: 'Story 2', exact: true })).toBeFocused();
});

test('the row that was read last is scrolled into view across a page boundary', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(180_000));
  const keeper = await makeOperator(facility, 'keeper', 2);
  await fileMany(facility, keeper, 75);
  await enter(page.context(), facility, keeper);
  await page.goto('/documents?category=SITE');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await link('Shelf 075').focus();
  await page.keyboard.press('End');
  await expect(link('Shelf 001')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(link('Shelf 075')).toBeFocused();
  await page.keyboard.press('Enter');
  for (let number = 74; number >= 14; number -= 1) {
    const name = `Shelf ${String(number).padStart(3, '0')}`;
    await expect(page.getByRole('link', { name: `Next record: ${name}` })).toBeVisible();
    await page.keyboard.press('j');
    await expect(heading(page, name)).toBeVisible();
  }
  await page.goBack();
  await expect(link('Shelf 014')).toBeFocused();
  await expect(link('Shelf 014')).toBeInViewport();
});

test('the table of contents leads to the headings and follows the scrolling', async ({ page, facility }) => {
  const walker = await makeOperator(facility, 'walker', 2);
  const writer = await sessionOf(facility, walker);
  const admin = await sessionOf(facility, administrator(facility));
  const record = { title: 'Story 9', content: story(9), category: 'ENTITY' };
  const id = await publish(facility, admin, await submit(facility, writer, record), 1);
  await page.setViewportSize({ width: 1280, height: 600 });
  await enter(page.context(), facility, walker);
  await page.goto(`/documents/${id}`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const current = contents.locator('[aria-current]');
  await expect(current).toHaveText('What is known');
  await expect.poll(async () => (await contents.boundingBox())?.width).toBe(184);

  await page.keyboard.press('t');
  await expect.poll(() => focus(page)).toBe('What is known');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Opening the gate' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Opening the gate' })).toBeInViewport();
  await expect(current).toHaveText('Opening the gate');
  await expect(page).toHaveURL(`/documents/${id}#opening-the-gate`);
  await page.mouse.wheel(0, 20_000);
  await expect(current).toHaveText('Standing advice');
  await expect(contents).toBeInViewport();

  // Below 1100 pixels it is collapsed above the text; the key expands it.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(contents.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(current).toBeFocused();
  await contents.getByRole('link', { name: 'Standing advice' }).click();
  await expect(page.getByRole('heading', { name: 'Standing advice' })).toBeFocused();
  await expect(contents.getByRole('link')).toHaveCount(0);

  await page.goto('/');
  await page.goto(`/documents/${id}#standing-advice`);
  await expect(page.getByRole('heading', { name: 'Standing advice' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Standing advice' })).toBeInViewport();
});

test('the header of a record is one line for its owner, with less frequent actions behind a button', async ({
  page,
  facility,
}) => {
  const owner = await makeOperator(facility, 'lamplighter', 3);
  const writer = await sessionOf(facility, owner);
  const admin = await sessionOf(facility, administrator(facility));
  const record = { title: 'The lantern that counts', content: story(9), category: 'ENTITY' };
  const id = await publish(facility, admin, await submit(facility, writer, record), 1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page.context(), facility, owner);
  await page.goto(`/documents/${id}`);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box === null ? 0 : box.y + box.height / 2;
  };
  const title = page.getByRole('heading', { level: 1 });
  expect(Math.abs((await middle(title)) - (await middle(more)))).toBeLessThan(4);
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  await expect(remove).toBeHidden();
  await more.click();
  await expect(remove).toBeInViewport();
  expect(await middle(remove)).toBeGreaterThan(await middle(more));
});
