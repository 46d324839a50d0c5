import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { withFigures } from './figures';

test.use({ world: 'analytics' });

test('the numbers and plots show what happened, also as tables', async ({ page, facility }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const author = await makeOperator(facility, 'counted-hand', 2);
  await call(facility, await sessionOf(facility, author), 'POST', '/api/submissions', {
    title: 'Tally of the east stairs',
    content: 'Nine down, eight up.',
    category: 'SITE',
  });
  await call(facility, '', 'POST', '/api/login', { username: 'counted-hand', password: 'wrong words' }).catch(
    () => undefined,
  );

  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  const security = page.getByRole('region', { name: 'Security' });
  await expect(security.getByText(/^\d+ \/ 1$/)).toBeVisible();
  await expect(security.getByText(/^(NOMINAL|ELEVATED|CRITICAL)$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'System' }).getByText('since the last start')).toBeVisible();

  const plot = page.getByRole('img', { name: /^Sign-ins by hour, last 24 hours: .* 1 refused/ });
  await expect(plot.locator('canvas')).toBeVisible();
  const submitted = page.getByRole('img', { name: /^Submissions by day, last 7 days: 1 submitted/ });
  await expect(submitted).toBeVisible();
  await expect(page.getByText('NO RECORDS READ IN THE LAST 7 DAYS')).toBeVisible();
  await page.getByRole('button', { name: 'Show as table: Submissions by day' }).click();
  const table = page.getByRole('table', { name: 'Submissions by day, UTC' });
  await expect(table.getByRole('row')).toHaveCount(8);
  await expect(table.getByRole('row').nth(1)).toHaveText(/^\d{4}-\d\d-\d\d100$/);
  await page.getByLabel('System metric').selectOption('Memory used');
  await expect(page.getByRole('img', { name: /memory used \d+\.\d MB at last/ })).toBeVisible();
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
});

test('the colors of the plots follow the theme', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin/analytics');
  await withFigures(page);
  const colorsOf = (name: RegExp) =>
    page
      .getByRole('img', { name })
      .locator('canvas')
      .evaluate((element: HTMLCanvasElement) => {
        const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? {
          data: [],
        };
        const found = new Set<string>();
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] === 255) found.add(`${data[at] ?? 0},${data[at + 1] ?? 0},${data[at + 2] ?? 0}`);
        return [...found];
      });
  const dress = (classes: string) =>
    page.evaluate((value) => {
      document.documentElement.className = value;
    }, classes);
  // The text color of each palette.
  for (const [classes, text] of [
    ['theme-green-matrix', '134,240,168'],
    ['theme-amber-crt', '255,188,92'],
    ['theme-amber-crt is-lockdown', '255,169,163'],
  ] as const) {
    await dress(classes);
    // Both lines and bars.
    await expect.poll(() => colorsOf(/^Sign-ins by hour/)).toContain(text);
    await expect.poll(() => colorsOf(/^Reads by day/)).toContain(text);
  }
});

test('users who are not administrators have no access', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'curious-hand', 5, 'taskforce'));
  await page.goto('/admin/analytics');
  await expect(page).toHaveURL('/');
});
