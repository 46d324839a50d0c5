import type { Page } from '@playwright/test';
import { administrator, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { publish, submit } from './scene';

/* Pictures from the text area to the reader, with the real store and the real decoder. */

test.use({ world: 'pictures' });

/** Returns a JPEG of this width, three times as wide as high. */
async function jpeg(page: Page, width: number): Promise<Buffer> {
  const url = await page.evaluate((wide) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [wide, wide / 3];
    const draw = canvas.getContext('2d');
    if (draw !== null) {
      draw.fillStyle = '#356';
      draw.fillRect(0, 0, wide, wide / 3);
      draw.fillStyle = '#da5';
      draw.fillRect(wide / 4, wide / 12, wide / 2, wide / 6);
    }
    return canvas.toDataURL('image/jpeg');
  }, width);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Whether the browser has drawn the picture, and its natural width. */
async function widthOf(page: Page, name: string): Promise<number> {
  const picture = page.getByRole('img', { name });
  await expect(picture).toBeVisible();
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
}

test('a picture is chosen, described, submitted, reviewed, read, and opened in full size', async ({
  page,
  facility,
  pageOf,
}) => {
  const author = await makeOperator(facility, 'draws', 2);
  await enter(page.context(), facility, author);
  await page.goto('/submission');
  await page.getByRole('textbox', { name: 'Title' }).fill('The north slope');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('SITE');
  const content = page.getByRole('textbox', { name: 'Content' });
  await content.fill('Before.\n\n');
  await content.press('Control+End');
  await expect(page.getByRole('button', { name: 'Picture' })).toBeVisible();
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'slope.jpg', mimeType: 'image/jpeg', buffer: await jpeg(page, 1800) });
  await page.getByRole('textbox', { name: 'Description of slope.jpg' }).fill('The slope at dusk');
  await expect(content).toHaveValue(/^Before\.\n\n!\[The slope at dusk\]\(file:[0-9a-f-]{36}\)\s*$/);
  expect(await widthOf(page, 'The slope at dusk')).toBeGreaterThan(0);
  await content.press('Control+Enter');
  await expectNotice(page, 'Submission successful');

  const admin = await sessionOf(facility, administrator(facility));
  const sent = (await (await page.request.get('/api/user/submissions')).json()) as { id: string }[];
  const reviewer = await pageOf(administrator(facility));
  await reviewer.goto('/admin');
  await expect(reviewer.getByRole('article', { name: 'The north slope' })).toBeVisible();
  expect(await widthOf(reviewer, 'The slope at dusk')).toBeGreaterThan(0);
  await publish(facility, admin, sent[0]?.id ?? '', 2);

  await page.goto('/documents');
  await page.getByRole('link', { name: 'The north slope', exact: true }).click();
  const picture = page.getByRole('img', { name: 'The slope at dusk' });
  expect(await widthOf(page, 'The slope at dusk')).toBeGreaterThanOrEqual(480);
  const box = await picture.boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(3, 1);
  await expect(page.getByText('The slope at dusk')).toBeVisible();
  await picture.click();
  const full = page.getByRole('dialog');
  await expect(full.getByRole('img', { name: 'The slope at dusk' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(full).toBeHidden();

  // Having the address of the file gives no right to it.
  const address = `/objects/${/file:([0-9a-f-]{36})/.exec(await rawText(page))?.[1] ?? ''}`;
  const low = await pageOf(await makeOperator(facility, 'below', 1));
  expect((await low.request.get(address)).status()).toBe(404);
  expect((await page.request.get(address)).status()).toBe(200);
});

/** The text of the open record, from the API. */
async function rawText(page: Page): Promise<string> {
  const answer = await page.request.get(`/api${new URL(page.url()).pathname}`);
  return ((await answer.json()) as { content: string }).content;
}

test('pictures from elsewhere are not fetched', async ({ page, facility }) => {
  const admin = await sessionOf(facility, administrator(facility));
  const text = 'See ![a trap](https://elsewhere.example/p.png) here.';
  const record = { title: 'The trap', content: text, category: 'SITE' };
  const id = await publish(facility, admin, await submit(facility, admin, record), 1);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await enter(page.context(), facility, await makeOperator(facility, 'wary', 1));
  await page.goto(`/documents/${id}`);
  await expect(page.getByText('a trap')).toBeVisible();
  expect(asked.filter((url) => url.includes('elsewhere.example'))).toEqual([]);
  await expect(page.getByRole('img', { name: 'a trap' })).toHaveCount(0);
});
