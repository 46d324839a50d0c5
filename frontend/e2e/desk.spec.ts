import type { Locator, Page } from '@playwright/test';
import {
  administrator,
  call,
  confirmByKey,
  decideByKey,
  enter,
  expect,
  expectNotice,
  makeOperator,
  sessionOf,
  test,
} from './fixtures';
import { idOf } from './scene';
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

const current = (page: Page) => page.locator('[data-case][aria-current]');

/** Assigns a level by its key, once the decision bar of the case is ready. */
async function assign(page: Page, level: number): Promise<void> {
  await decideByKey(
    page,
    String(level),
    page.getByRole('button', { name: new RegExp(`Approve.* at L${level}`, 'i') }),
  );
}

test('a whole queue is decided by keyboard only', async ({ page, facility }) => {
  const author = await makeOperator(facility, 'author', 2);
  for (const title of ['First case', 'Second case', 'Third case']) await submit(facility, author, title);
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  const shown = (name: string) => page.getByRole('article', { name });

  // The list has the focus, and the cursor is on the first case.
  await expect(shown('First case')).toContainText('Eleven of them.');
  await expect(current(page)).toBeFocused();
  // Both panes scroll by themselves, and the page does not scroll.
  const over = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(over).toBe(0);
  // Next and back: the case is in the address.
  await page.keyboard.press('j');
  await expect(shown('Second case')).toBeVisible();
  await page.keyboard.press('j');
  await expect(shown('Third case')).toBeVisible();
  await expect(current(page)).toContainText('Third case');
  await expect(current(page)).toBeFocused();
  await page.keyboard.press('k');
  await expect(shown('Second case')).toBeVisible();
  await expect(current(page)).toBeFocused();
  await expect(page).toHaveURL(/[?&]case=[-0-9a-f]{36}(&|$)/);
  await page.keyboard.press('k');
  await expect(shown('First case')).toBeVisible();

  // Approved: the next case follows, and the list has the focus.
  await assign(page, 2);
  await decideByKey(page, 'a', page.getByRole('alertdialog'));
  await expect(
    page.getByRole('alertdialog').getByText(/^Approve SUB-[0-9A-F]{8} "First case" at clearance level 2\?/),
  ).toBeVisible();
  await confirmByKey(page, 'Approve');
  await expectNotice(page, 'Submission reviewed');
  await expect(shown('Second case')).toBeVisible();
  await expect(current(page)).toBeFocused();
  await expect(current(page)).toContainText('Second case');

  // Rejected: without a comment the focus moves to the comment.
  await decideByKey(page, 'r', page.getByText('Please give the author a reason for the rejection.'));
  await expect(page.getByLabel('Comment for the author')).toBeFocused();
  await page.keyboard.type('Count again, from 1 to 5.');
  await page.keyboard.press('Escape');
  await decideByKey(page, 'r', page.getByRole('alertdialog'));
  await expect(page.getByRole('alertdialog')).toContainText(/Reject SUB-[0-9A-F]{8} "Second case"\?/);
  await confirmByKey(page, 'Reject');
  await expect(shown('Third case')).toBeVisible();
  await expect(current(page)).toContainText('Third case');
  await expect(current(page)).toBeFocused();

  await assign(page, 1);
  await decideByKey(page, 'a', page.getByRole('alertdialog'));
  await confirmByKey(page, 'Approve');
  await expect(page.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a decision by another administrator is announced with their name, and typed text stays', async ({
  page,
  facility,
  pageOf,
}) => {
  await submit(facility, await makeOperator(facility, 'writer', 2), 'Contested');
  const other = await makeOperator(facility, 'other-admin', 3, 'security');
  const cookie = await sessionOf(facility, administrator(facility));
  await call(
    facility,
    cookie,
    'PATCH',
    `/api/admin/users/${await idOf(facility, cookie, 'other-admin')}/make-admin`,
  );
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await page.getByLabel('Comment for the author').fill('Almost.');

  const second = await pageOf(other);
  await second.goto('/admin');
  await expect(second.getByRole('article', { name: 'Contested' })).toBeVisible();
  // Levels above the administrator's own cannot be assigned.
  await expect(second.getByRole('radio', { name: '4 TASK FORCE' })).toBeDisabled();
  await assign(second, 3);
  await decideByKey(second, 'a', second.getByRole('alertdialog'));
  await confirmByKey(second, 'Approve');
  await expect(second.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();

  await expect(page.getByText(/^other-admin has already decided this: approved\./)).toBeVisible();
  await expect(page.getByText('Your comment is kept until you discard it.')).toBeVisible();
  await expect(page.getByLabel('Comment for the author')).toHaveValue('Almost.');
  await expect(page.getByRole('button', { name: 'Reject' })).toBeDisabled();
  await page.reload();
  await expect(page.getByLabel('Comment for the author')).toHaveValue('Almost.');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();
});

test('no fact in the header of a case is cut off', async ({ page, facility }) => {
  const author = await makeOperator(facility, 'a-name-of-twenty-ltrs', 3);
  const [cookie, admin] = [
    await sessionOf(facility, author),
    await sessionOf(facility, administrator(facility)),
  ];
  const send = async (title: string, resubmissionOf?: string) => {
    const record = { title, content: 'Eleven of them.', category: 'PERSONNEL', resubmissionOf };
    const answer = await call(facility, cookie, 'POST', '/api/submissions', record);
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const decide = (id: string, decision: object) =>
    call(facility, admin, 'PATCH', `/api/admin/submissions/${id}`, decision);
  const first = await send('Tally');
  await decide(first, { status: 'rejected', comments: 'Of what?' });
  const second = await send('The tally of those who came back from the lower stair at low water', first);
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page.context(), facility, administrator(facility));
  await page.goto(`/admin?case=${second}`);
  const item = page.getByRole('article');
  const end = (await item.getByRole('group', { name: 'Show the case as' }).boundingBox())?.x ?? 0;
  for (const fact of [author.username, 'PERSONNEL', /left$/, 'attempt']) {
    const box = await item
      .getByRole('term')
      .or(item.getByRole('definition'))
      .filter({ hasText: fact })
      .first()
      .boundingBox();
    expect((box?.x ?? end) + (box?.width ?? 0)).toBeLessThan(end);
    expect(box?.y ?? 0).toBeLessThan(190);
  }
  await decide(second, { status: 'rejected', comments: 'Not now.' });
});

test('on a phone a case is a page of its own with the decision at its bottom', async ({ page, facility }) => {
  const author = await makeOperator(facility, 'pocket', 2);
  for (const title of ['One', 'Two']) await submit(facility, author, title);
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await expect(page.getByRole('article')).toHaveCount(0);
  // In a window that becomes wide, the desk extends down to the status bar.
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(page.getByRole('article', { name: 'One' })).toBeVisible();
  const bottom = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box ? box.y + box.height : 0;
  };
  const gap = async () => {
    const status = await page.getByRole('contentinfo').boundingBox();
    return (status?.y ?? 0) - (await bottom(page.locator('[style*="--desk-top"]')));
  };
  await expect(async () => {
    const height = await gap();
    expect(height).toBeGreaterThanOrEqual(0);
    expect(height).toBeLessThan(40);
  }).toPass();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('link', { name: /^One/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeFocused();
  await expect(page.getByText('1 / 2')).toBeVisible();
  // The decision bar replaces the status bar.
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Assign a level' })).toBeInViewport();
  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByLabel('Comment for the author').fill('Too short.');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await expect(page.getByRole('link', { name: /^One/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Reject' }).click();
  await confirmByKey(page, 'Reject');
  await expect(page.getByRole('heading', { level: 1, name: 'Two' })).toBeFocused();
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('dialog').getByLabel('Comment for the author')).toBeFocused();
  await page.keyboard.type('This too.');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();
});

/** Reverses the following text: `12 level` is displayed as `level 21`. */
const override = '\u202E';

test('a title with a bidirectional override is refused', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'forger', 2));
  await page.goto('/submission');
  await page.getByLabel('Title').fill(`Lamp${override}`);
  await page.getByLabel('Category').selectOption('SITE');
  await page.getByRole('textbox', { name: 'Content' }).fill('Eleven seconds.');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByLabel('Title')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/character 5 is U\+202E/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove such characters' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Lamp');
});

test('an older title with a bidirectional override does not change the confirmation of an approval', async ({
  page,
  facility,
}) => {
  await submit(facility, await makeOperator(facility, 'old-hand', 2), 'Lamp');
  await enter(page.context(), facility, administrator(facility));
  // The server now refuses such titles, but older rows may still contain them.
  await page.route('**/api/admin/submissions**', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"Lamp"', `"Lamp\u2069${override}"`),
    });
  });
  await page.goto('/admin');
  await page.getByRole('radio', { name: /^5 SITE/ }).click();
  await page.getByRole('button', { name: 'Approve at L5' }).click();
  const question = page.getByRole('alertdialog').getByText(/at clearance level 5/);
  await expect(question).toHaveText(/^Approve SUB-[0-9A-F]{8} "Lamp" at clearance level 5\?/);
  // As drawn: the level is after the title.
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

test('of fifteen long cases only the open one is loaded and rendered', async ({ page, facility }) => {
  const author = await makeOperator(facility, 'verbose', 2);
  const cookie = await sessionOf(facility, author);
  const content = Array.from(
    { length: 400 },
    (_, line) => `## Watch ${line}\n\n*Eleven* of **them**, counted.\n`,
  ).join('\n');
  for (let number = 1; number <= 15; number += 1)
    await call(facility, cookie, 'POST', '/api/submissions', {
      title: `Long ${number}`,
      content,
      category: 'SITE',
    });
  const list = page.waitForResponse((response) => response.url().includes('/api/admin/submissions?'));
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Long 1(?!\d)/ }).click();
  await expect(page.getByRole('heading', { name: 'Watch 399' })).toBeAttached();
  // The list contains no texts, and the page contains one.
  const answer = await (await list).text();
  expect(answer).toContain('Long 15');
  expect(answer.length).toBeLessThan(content.length);
  await expect(page.getByRole('article')).toHaveCount(1);
});
