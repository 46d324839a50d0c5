import { administrator, call, decideByKey, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { fileMany } from './scene';

test.use({ world: 'phone', viewport: { width: 360, height: 780 } });

test('four records fit on a screen of the repository', async ({ page, facility }) => {
  const author = await makeOperator(facility, 'shelf-hand', 2);
  await fileMany(facility, author, 6);
  await enter(page.context(), facility, author);
  await page.goto('/documents');
  const rows = page.getByRole('article');
  await expect(rows.nth(3)).toBeInViewport({ ratio: 1 });
  const [bar, last] = [
    await page.getByRole('contentinfo', { name: 'Status' }).boundingBox(),
    await rows.nth(3).boundingBox(),
  ];
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await expect(page.getByRole('link', { name: 'New Document', exact: true })).toBeInViewport();
});

test('a notification appears under the masthead and covers no bar with buttons', async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'waiting-hand', 2);
  await call(facility, await sessionOf(facility, author), 'POST', '/api/submissions', {
    title: 'Tally of the west stairs',
    content: 'Nine down, eight up.',
    category: 'SITE',
  });
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await page.getByRole('link', { name: /^Tally of the west stairs/ }).click();
  const decision = page.getByRole('form', { name: 'Decision on Tally of the west stairs' });
  const notice = page.getByRole('listitem').filter({ hasText: 'Review failed' });
  // No level is assigned yet.
  await decideByKey(page, 'a', notice);
  const [box, bar] = [await notice.boundingBox(), await decision.boundingBox()];
  expect(box?.y).toBeGreaterThanOrEqual(48);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
});

test('MENU is above every screen, and the page below keeps its scroll position', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const scroll = () => page.evaluate(() => window.scrollY);
  await expect(async () => {
    await page.evaluate(() => {
      window.scrollTo(0, 300);
    });
    expect(await scroll()).toBe(300);
  }).toPass();
  const box = await page.getByRole('button', { name: 'MENU', exact: true }).boundingBox();
  // A tap like that of a finger; `click` would scroll first.
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: /SETTINGS/ })).toBeFocused();
  expect(await menu.boundingBox()).toEqual({ x: 0, y: 48, width: 360, height: 732 });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'MENU', exact: true })).toBeFocused();
  expect(await scroll()).toBe(300);
});
