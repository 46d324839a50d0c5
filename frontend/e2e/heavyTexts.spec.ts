import type { Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, sessionOf, test, type Operator } from './fixtures';
import type { Facility } from './facility';
import { paths } from '../src/lib/paths';
import { publish, submit } from './scene';
import { patient } from './slow';

test.use({ world: 'heavyTexts' });

const notice = 'This text is shown unformatted because its formatting is too complex.';

/** Texts whose formatting would block the page for most of a minute, or crash it. */
const heavy = [
  { name: 'Crossed emphasis', content: '*a_ '.repeat(30_000).trim() },
  { name: 'A deep quote', content: `${'>'.repeat(3000)}x {{1|seen}}` },
  {
    name: 'A wide table',
    content: `${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${'x\n'.repeat(4000)}`.trim(),
  },
  { name: 'Combining marks', content: `a${'\u0301'.repeat(100_000)}` },
];

async function file(facility: Facility, author: Operator, { name, content }: (typeof heavy)[number]) {
  const cookie = await sessionOf(facility, author);
  return submit(facility, cookie, { title: name, content, category: 'SITE' });
}

/** Expects the page to handle a key: it opens and closes the list of keys. */
async function expectAnswer(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a record and a case with a text that is too complex show it unformatted and respond to keys', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(180_000));
  const author = await makeOperator(facility, 'author', 2);
  const admin = await sessionOf(facility, administrator(facility));
  await enter(page.context(), facility, administrator(facility));
  for (const text of heavy) {
    const id = await file(facility, author, text);
    await page.goto('/admin?tab=review');
    await expect(page.getByRole('article', { name: text.name }).getByText(notice)).toBeVisible();
    await expectAnswer(page);
    const record = await publish(facility, admin, id, 1);
    await page.goto(paths.document(record));
    await expect(page.getByRole('heading', { level: 1, name: text.name })).toBeVisible();
    await expect(page.getByText(notice)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(text.content.slice(0, 1000));
    await expectAnswer(page);
  }
});
