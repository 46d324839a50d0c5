import type { Page } from '@playwright/test';
import { enter, expect, makeOperator, test } from './fixtures';

/* The tools of the editor in a real browser, whose undo history and keys no other test has. */

test.use({ world: 'writing' });

const buffer = Buffer.from('One.');

const content = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const tool = (page: Page, name: string) => page.getByRole('button', { name });

async function open(page: Page): Promise<void> {
  await page.goto('/submission');
  await content(page).click();
}

test('each tool is undone in one step, and typing before it stays', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'undoes', 2));
  await open(page);
  await page.keyboard.type('one two');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('x');
  await expect(content(page)).toHaveValue('one two**x**');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('one two');

  await page.keyboard.press('Control+a');
  for (const name of ['Bold', 'Italic', 'Heading', 'List', 'Link', 'Table']) {
    await tool(page, name).click();
    await expect(content(page)).toBeFocused();
    await expect(content(page)).not.toHaveValue('one two');
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('one two');
    await page.keyboard.press('Control+a');
  }
  await tool(page, 'Passage').click();
  await page.keyboard.press('2');
  await expect(content(page)).toHaveValue(':::level 2\none two\n:::');
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('one two');
});

test('lists go on at Enter, and an empty item ends them', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'lists', 2));
  await open(page);
  for (const line of ['1. one', 'two', '', '- [x] three', 'four']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await expect(content(page)).toHaveValue('1. one\n2. two\n- [x] three\n- [ ] four\n- [ ] ');
  await page.keyboard.press('Tab');
  await expect(content(page)).not.toBeFocused();
});

test('full screen hides the other fields and keeps the text, and is left to show what is missing', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, await makeOperator(facility, 'fills', 2));
  await open(page);
  await page.keyboard.type('One.');
  await page.keyboard.press('Control+Shift+F');
  await expect(page.getByLabel('Title')).toBeHidden();
  await expect(content(page)).toBeFocused();
  await expect(tool(page, 'Submit for review')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title')).toBeVisible();
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
});

test('a text takes what is left of a wide window, and only the text and its preview scroll', async ({
  page,
  facility,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page.context(), facility, await makeOperator(facility, 'sees-all', 2));
  await open(page);
  const scrolls = () =>
    page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);
  const height = async () => (await content(page).boundingBox())?.height ?? 0;
  await expect(page.getByText('No personal information or real names.')).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('Choose files')).toBeInViewport();
  const empty = await height();
  expect(empty).toBeGreaterThan(300);
  await content(page).fill('One line.\n\n'.repeat(200));
  await page
    .getByLabel('Choose files')
    .setInputFiles(
      ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.txt`, mimeType: 'text/plain', buffer })),
    );
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Attached')).toHaveCount(4);
  expect(await height()).toBeLessThan(empty);
  expect(await scrolls()).toBe(false);
});

test('on a phone the button that sends stays in sight, and the tools stay above it', async ({
  page,
  facility,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page.context(), facility, await makeOperator(facility, 'phones', 2));
  await open(page);
  await page.keyboard.type('One line.\n\n'.repeat(40));
  for (const name of ['Bold', 'Submit for review'])
    await expect(tool(page, name)).toBeInViewport({ ratio: 1 });
  await page.getByRole('radio', { name: 'Preview' }).check();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('One line.');
  await tool(page, 'Bold').click();
  await expect(content(page)).toBeFocused();
});

test('in a text Ctrl K begins a link, elsewhere it opens the palette', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'links', 2));
  await open(page);
  await content(page).press('Control+k');
  await expect(content(page)).toHaveValue('[[]]');
  await page.getByLabel('Title').focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
});
