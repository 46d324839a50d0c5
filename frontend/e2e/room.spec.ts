import type { Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { propose, publish, submit } from './scene';

test.use({ world: 'room' });

const long =
  'The tally of the west stairs as it was kept by those who went down and did not come up again '.repeat(3);

const paragraphs = Array.from({ length: 40 }, (_, n) => `Step ${n}: nine down, eight up.`).join('\n\n');

/** Share of the window's height for the text of the case, between the bars above and below it. */
async function textHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const region = document.querySelector('[aria-label="Text of the case"]');
    if (region !== null) return region.getBoundingClientRect().height;
    const top = document.querySelector('[aria-label="Place in the queue"]')?.getBoundingClientRect().bottom;
    const bar = document.querySelector('form[aria-label^="Decision on"]')?.getBoundingClientRect().top;
    return (bar ?? 0) - (top ?? 0);
  });
}

for (const [width, height, share] of [
  [1280, 800, 2 / 3],
  [360, 780, 1 / 2],
] as const)
  test(`at ${width} the text of a case has enough height`, async ({ page, facility }) => {
    const title = long.slice(0, 200);
    const author = await makeOperator(facility, `room-${width}`, 3);
    const writer = await sessionOf(facility, author);
    const admin = await sessionOf(facility, administrator(facility));
    await submit(facility, writer, { title, content: paragraphs, category: 'SITE' });
    const filed = `Stair ${width}`;
    const id = await submit(facility, writer, { title: filed, content: paragraphs, category: 'SITE' });
    const documentId = await publish(facility, admin, id, 1);
    await propose(facility, writer, documentId, {
      title: filed,
      category: 'SITE',
      content: paragraphs.replaceAll('eight', 'seven'),
      changeDescription: 'Counted again.',
    });
    await enter(page.context(), facility, administrator(facility));
    await page.setViewportSize({ width, height });

    await page.goto('/admin');
    await page
      .getByRole('link', { name: new RegExp(`^${title.slice(0, 40)}`) })
      .first()
      .click();
    await expect(page.getByText('Step 0: nine down, eight up.', { exact: true })).toBeVisible();
    expect(await textHeight(page)).toBeGreaterThanOrEqual(height * share);

    await page.goto('/admin?tab=edits');
    await page
      .getByRole('link', { name: new RegExp(`^${filed}`) })
      .first()
      .click();
    await expect(page.getByText(/^Compared with version 1/)).toBeVisible();
    const side = page.getByRole('radio', { name: 'Side by side' });
    if (width === 1280) await side.check();
    expect(await textHeight(page)).toBeGreaterThanOrEqual(height * share);
  });
