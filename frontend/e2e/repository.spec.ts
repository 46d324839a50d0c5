import { enter, expect, makeOperator, test } from './fixtures';
import { fileMany } from './scene';
import { patient } from './slow';

test.use({ world: 'repository' });

test('the whole repository is one scrollable list, and only visible parts are loaded', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(180_000));
  const archivist = await makeOperator(facility, 'archivist', 2);
  await fileMany(facility, archivist, 190);
  await enter(page.context(), facility, archivist);
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/documents') asked.push(url.searchParams.get('skip') ?? '0');
  });
  await page.goto('/documents');
  const list = page.getByRole('list', { name: 'Documents' });
  const link = (name: string) => list.getByRole('link', { name, exact: true });
  await expect(link('Shelf 190')).toBeVisible();
  await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(30);

  await link('Shelf 190').focus();
  await page.keyboard.press('End');
  await expect(link('Shelf 001')).toBeFocused();
  await expect(link('Shelf 001')).toBeInViewport();
  await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '190');
  await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '190');
  await page.keyboard.press('k');
  await expect(link('Shelf 002')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(link('Shelf 190')).toBeFocused();

  // In the middle, adjacent rows neither overlap nor leave a gap.
  await page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
  });
  await expect(link('Shelf 095')).toBeVisible();
  const gaps = () =>
    list.evaluate((element) => {
      const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')].filter(
        (row) => row.dataset.row !== '0',
      );
      return rows.slice(1).filter((row, index) => {
        const before = rows[index]?.getBoundingClientRect().bottom ?? 0;
        return Math.abs(row.getBoundingClientRect().top - before) > 1;
      }).length;
    });
  await expect.poll(gaps).toBe(0);
  await expect.poll(() => [...new Set(asked)].sort()).toEqual(['0', '120', '180', '60']);

  // Reading one of them and returning leads to the same position.
  const offset = () => page.evaluate(() => window.scrollY);
  await link('Shelf 095').scrollIntoViewIfNeeded();
  const place = await offset();
  const isBack = () => expect.poll(async () => Math.abs((await offset()) - place)).toBeLessThan(300);
  await link('Shelf 095').click();
  // Its row in the list also has a heading with this name, of another level.
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf 095' })).toBeVisible();
  await page.goBack();
  await expect(link('Shelf 095')).toBeInViewport();
  await expect(link('Shelf 095')).toBeFocused();
  await isBack();

  // The same if another document is published in the meantime and the list is loaded again.
  await link('Shelf 095').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf 095' })).toBeVisible();
  await fileMany(facility, archivist, 1, 191);
  await page.goBack();
  await expect(list.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '191');
  await expect(link('Shelf 095')).toBeVisible();
  await expect(link('Shelf 095')).toBeFocused();
  await isBack();
});

test('rows are comfortable or compact, grouped by month, and work by keyboard', async ({
  page,
  facility,
}) => {
  const keeper = await makeOperator(facility, 'keeper', 2);
  await fileMany(facility, keeper, 3, 901);
  await enter(page.context(), facility, keeper);
  await page.goto('/documents');
  const list = page.getByRole('list', { name: 'Documents' });
  const row = list.getByRole('listitem').filter({ hasText: 'Shelf 903' });
  const article = row.getByRole('article');
  await expect(list.getByRole('heading', { level: 2 }).first()).toHaveText(/^[A-Z]+ \d{4}/);
  const height = async () => (await article.boundingBox())?.height;
  await expect.poll(height).toBeLessThanOrEqual(112);

  // Actions appear with the focus.
  const remove = row.getByRole('button', { name: 'Delete Shelf 903' });
  await page.keyboard.press('j');
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link', { name: 'keeper' })).toBeFocused();
  for (const action of ['View', 'History of', 'Edit', 'Archive', 'Delete']) {
    await page.keyboard.press('Tab');
    await expect(row.locator(`[aria-label="${action} Shelf 903"]`)).toBeFocused();
  }
  await expect(remove.locator('..')).toHaveCSS('opacity', '1');

  await page.getByRole('radio', { name: 'Compact' }).check();
  await expect(article).toContainText('keeper');
  await expect.poll(height).toBe(32);
  await page.reload();
  await expect(article).toContainText('keeper');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf 903' })).toBeVisible();
  await page.goBack();
  await expect(row.getByRole('link', { name: 'Shelf 903', exact: true })).toBeFocused();

  // On a phone the actions are in a menu.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(remove).toBeHidden();
  await row.getByRole('button', { name: 'Actions for Shelf 903' }).click();
  await expect(remove).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 860 });
  // The level is taken from the address, so it is selected shortly after the click.
  await page.getByRole('radio', { name: 'LEVEL 2' }).click();
  await expect(page).toHaveURL('/documents?level=2');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/submission');
});
