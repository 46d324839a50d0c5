import { administrator, enter, expect, expectNotice, makeOperator, register, signIn, test } from './fixtures';
import { fileMany } from './scene';
import { patient } from './slow';

test.use({ world: 'panel' });

test('users who are not administrators cannot open the control panel', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'plain-hand', 5, 'taskforce'));
  await page.goto('/admin');
  await expect(page).toHaveURL('/');
});

test('an account that requested administrator rights gets them in three separate steps', async ({
  page,
  facility,
}) => {
  await register(facility, { username: 'claims', password: 'eleven seconds of delay', accessKey: 'command' });
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin?tab=users&q=claims');
  const row = page.getByRole('row').filter({ hasText: 'claims' });
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();
  await expect(row).toContainText('Requested admin');
  await expect(row.getByRole('button', { name: 'Approve claims' })).toBeHidden();

  const more = async (name: string) => {
    await row.getByRole('button', { name: 'More for claims' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await more('Decline admin request claims');
  await confirm('Decline admin request');
  await expectNotice(page, 'Admin request declined');
  await row.getByRole('button', { name: 'Approve claims' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expectNotice(page, 'User approved');
  await more('Make admin claims');
  await confirm('Make admin');
  await expectNotice(page, 'Admin access granted');
  await expect(row).toContainText('Administrator');
  await more('Delete claims');
  await confirm('Delete');
  await expectNotice(page, 'User deleted');
  await expect(page.getByText('NO ACCOUNTS FOUND MATCHING CRITERIA')).toBeVisible();
});

test('a lockout is cleared in the panel, and the user can sign in again', async ({
  page,
  facility,
  pageOf,
}) => {
  const operator = await makeOperator(facility, 'forgetful', 2);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(operator.username);
  for (let failure = 0; failure < 5; failure += 1) {
    await page.getByLabel('Password', { exact: true }).fill('wrong words');
    const answer = page.waitForResponse('**/api/login');
    await page.getByRole('button', { name: 'Login' }).click();
    await answer;
    // The password is kept, to be corrected or replaced.
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  }
  const panel = await pageOf(administrator(facility));
  await panel.goto('/admin?tab=users&status=locked');
  await panel.getByRole('button', { name: 'Unlock forgetful' }).click();
  await expectNotice(panel, 'Account unlocked');
  await signIn(page, operator);
});

test('a long list of documents is loaded while scrolling and keeps the keyboard focus', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(120_000));
  await fileMany(facility, await makeOperator(facility, 'archivist', 2), 70);
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin?tab=documents');
  await expect(page.getByText('60 OF 70')).toBeVisible();
  const list = page.getByRole('list', { name: 'Documents' });
  // The last loaded row has the focus when the next rows arrive.
  const last = list.getByRole('link', { name: 'Shelf 011', exact: true });
  const pages = page.waitForResponse((answer) => answer.url().includes('after='));
  await last.focus();
  await pages;
  await expect(page.getByText('70 OF 70')).toBeVisible();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  const offset = () => page.evaluate(() => window.scrollY);
  await expect.poll(offset).toBeGreaterThan(2000);
  const place = await offset();
  await page.keyboard.press('j');
  await expect(list.getByRole('link', { name: 'Shelf 010', exact: true })).toBeFocused();
  await expect.poll(async () => Math.abs((await offset()) - place)).toBeLessThan(300);
  await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
  });
  // Only rows near the window are on the page.
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(70);

  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
  await list.getByRole('link', { name: 'Shelf 070', exact: true }).focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('link', { name: 'Shelf 001', exact: true })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(list.getByRole('link', { name: 'Shelf 070', exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Delete Shelf 070' }).click();
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion' });
  await expect(question).toContainText(
    'Are you sure you want to delete "Shelf 070"? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectNotice(page, 'Document deleted');
  await expect(list.getByText('Shelf 070')).toHaveCount(0);
});

test('a dialog traps the focus and returns it', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await makeOperator(facility, 'kept-in', 2);
  await page.goto('/admin?tab=users&q=kept-in');
  const opener = page.getByRole('button', { name: 'Edit kept-in' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  await expect(dialog.getByLabel('Clearance level')).toBeFocused();
  const stops = ['Access key', 'Cancel', 'Save', 'Clearance level'] as const;
  for (const stop of stops) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByLabel(stop).or(dialog.getByRole('button', { name: stop }))).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'More for kept-in' }).click();
  await page.getByRole('menuitem', { name: 'Delete kept-in' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  for (const stop of ['Delete', 'Cancel', 'Delete']) {
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: stop })).toBeFocused();
  }
});

test('the menu of a row works by keyboard and returns the focus', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await makeOperator(facility, 'by-keyboard', 2);
  await page.goto('/admin?tab=users&q=by-keyboard');
  const more = page.getByRole('button', { name: 'More for by-keyboard' });
  const first = page.getByRole('menuitem', { name: 'Make admin by-keyboard' });
  for (const key of ['Enter', 'Space', 'ArrowDown']) {
    await more.focus();
    await page.keyboard.press(key);
    await expect(first).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(more).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Reset password by-keyboard' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete by-keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Confirm deletion' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(more).toBeFocused();
});

test('the columns of the accounts keep their widths when rows are filtered', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await makeOperator(facility, 'a-rather-long-name-of-an-operator', 5, 'taskforce');
  await page.goto('/admin?tab=users');
  const table = page.getByRole('table', { name: 'User accounts' });
  const widths = () =>
    table.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.clientWidth));
  const long = table.getByRole('button', { name: 'Edit a-rather-long-name-of-an-operator' });
  await expect(long).toBeVisible();
  const before = await widths();
  await page.getByLabel('Name or id').fill('administrator');
  await expect(long).toBeHidden();
  await expect.poll(widths).toEqual(before);
});

test('on a phone, links and less frequent actions are in a sheet behind one button', async ({
  page,
  facility,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  const more = page.getByRole('button', { name: 'More', exact: true });
  const place = page.getByRole('link', { name: 'Security log' });
  await expect(more).toBeVisible();
  await expect(place).toBeHidden();
  // The main content starts in the upper half of the window.
  const work = await page.getByText('NO SUBMISSIONS AWAITING REVIEW').boundingBox();
  expect(work?.y).toBeLessThan(390);
  await more.click();
  await expect(place).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(place).toBeHidden();
  await expect(more).toBeFocused();

  // A window that becomes wider closes the sheet, which stays closed when it is narrow again.
  await more.click();
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(more).toBeHidden();
  await expect(place).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(more).toBeVisible();
  await expect(place).toBeHidden();

  // A confirmation replaces the sheet and returns the focus to its button.
  await more.click();
  await page.getByRole('button', { name: 'Export' }).click();
  const question = page.getByRole('alertdialog', { name: 'Export installation' });
  await expect(question).toBeInViewport();
  await expect(place).toBeHidden();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(more).toBeFocused();

  await more.click();
  await place.click();
  await expect(page).toHaveURL('/audit-logs');
  await expect(page.getByRole('link', { name: 'Control panel' })).toBeHidden();
});
