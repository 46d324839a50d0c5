import { expectAccessible, expectNoSidewaysScroll } from './axe';
import { administrator, expect, makeOperator, signIn, test } from './fixtures';

const themes = ['green-matrix', 'dark', 'amber-crt', 'blue-steel'] as const;
const widths = [1280, 360, 320] as const;

test('a newcomer registers and is told to wait for approval', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Access key').selectOption('security');
  await page.getByRole('tab', { name: 'Register' }).click();
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill('eleven seconds of delay');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('REGISTRATION RECEIVED')).toBeVisible();

  await page.getByRole('button', { name: 'Return to login' }).click();
  await page.getByLabel('Username').fill('newcomer');
  await page.getByLabel('Password', { exact: true }).fill('eleven seconds of delay');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Login failed')).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('the administrator signs in, moves by keys, and signs out', async ({ page, facility }) => {
  await page.goto('/settings');
  await expect(page).toHaveURL('/auth');
  await signIn(page, administrator(facility));
  await page.keyboard.press('3');
  await expect(page).toHaveURL('/templates');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('type a command').fill('theme blue-steel');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('theme-blue-steel');
  await page.reload();
  await expect(page.locator('html')).toHaveClass('theme-blue-steel');
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal access' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/auth');
});

test('an address that leads nowhere says so and leads back', async ({ page, facility }) => {
  const operator = await makeOperator(facility, 'wanderer', 2);
  await signIn(page, operator);
  await page.goto('/sector/nine');
  await expect(page.getByRole('heading', { level: 1, name: 'LOCATION NOT FOUND' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to main terminal' }).click();
  await expect(page).toHaveURL('/');
});

test('the entrance and the main terminal are accessible in every theme and width', async ({
  page,
  facility,
}) => {
  test.setTimeout(180_000);
  const operator = await makeOperator(facility, 'reader', 3);
  const visit = async (path: string) => {
    for (const theme of themes) {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.evaluate((name) => {
          document.documentElement.className = `theme-${name}`;
        }, theme);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    }
  };
  await visit('/auth');
  await signIn(page, operator);
  await visit('/');
  await visit('/settings');
});
