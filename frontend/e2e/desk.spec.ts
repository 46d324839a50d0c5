import type { Page } from '@playwright/test';
import { administrator, call, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import type { Facility } from './facility';
import type { Operator } from './fixtures';

test.use({ world: 'desk' });

async function submit(facility: Facility, author: Operator, title: string): Promise<void> {
  const cookie = await sessionOf(facility, author);
  await call(facility, cookie, 'POST', '/api/submissions', {
    title,
    content: 'Eleven of them.',
    category: 'SITE',
  });
}

async function approve(page: Page, title: string): Promise<void> {
  const form = page.getByRole('form', { name: `Decision on ${title}` });
  await form.getByLabel('Clearance level').selectOption('1');
  await form.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expectNotice(page, 'Submission reviewed');
  await expect(form).toBeHidden();
}

test('after an approval the focus is on the next case, and after the last one on the title of the screen', async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'author', 2);
  await submit(facility, author, 'First case');
  await submit(facility, author, 'Second case');
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await approve(page, 'First case');
  await expect(page.getByRole('heading', { name: 'Second case' })).toBeFocused();
  await approve(page, 'Second case');
  await expect(page.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

/** Reverses what follows it: `12 level` is read as `level 21`. */
const override = '\u202E';

test('a title with a bidirectional override is refused', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'forger', 2));
  await page.goto('/submission');
  await page.getByLabel('Title').fill(`Lamp${override}`);
  await page.getByLabel('Category').selectOption('SITE');
  await page.getByLabel('Content').fill('Eleven seconds.');
  const answer = page.waitForResponse('**/api/submissions');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  expect((await answer).status()).toBe(400);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
});

test('an older title with a bidirectional override does not rewrite the question of an approval', async ({
  page,
  facility,
}) => {
  await submit(facility, await makeOperator(facility, 'old-hand', 2), 'Lamp');
  await enter(page.context(), facility, administrator(facility));
  // The server has refused such titles since; rows from before may still hold them.
  await page.route('**/api/admin/submissions*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"Lamp"', `"Lamp\u2069${override}"`),
    });
  });
  await page.goto('/admin');
  await page.getByLabel('Clearance level').selectOption('5');
  await page.getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('alertdialog').getByText(/at clearance level 5/);
  await expect(question).toHaveText(/^Approve SUB-[0-9A-F]{8} "Lamp" at clearance level 5\?/);
  // As it is drawn: the level stands behind the title.
  const [title = 0, level = 0] = await question.evaluate((element) => {
    const text = element.firstChild;
    if (text === null) throw new Error('The question is empty.');
    return ['Lamp', 'level 5'].map((words) => {
      const at = text.textContent?.indexOf(words) ?? -1;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const { left, top } = range.getBoundingClientRect();
      return top * 10_000 + left;
    });
  });
  expect(title).toBeLessThan(level);
});
