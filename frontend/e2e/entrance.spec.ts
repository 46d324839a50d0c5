import { administrator, expect, makeOperator, signIn, test } from './fixtures';

test.use({ world: 'entrance' });

test('a new user registers and is told to wait for approval', async ({ page }) => {
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
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('the administrator signs in, navigates by keys and signs out', async ({ page, facility }) => {
  await signIn(page, administrator(facility));
  await page.keyboard.press('3');
  await expect(page).toHaveURL('/templates');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Commands' }).fill('theme blue-steel');
  // A page that is left aborts its pending requests.
  const isSaved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/user/settings') && answer.ok(),
  );
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('theme-blue-steel');
  await isSaved;
  await page.reload();
  await expect(page.locator('html')).toHaveClass('theme-blue-steel');
  await page.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal access' })).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/auth');
});

test('on a slow network a message is shown until the first screen is loaded', async ({ page }) => {
  await page.route(/page-auth/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('ESTABLISHING LINK');
  await expect(page.getByRole('heading', { level: 1, name: 'Terminal access' })).toBeVisible();
});

test('an unknown address shows a not-found screen with a link home', async ({ page, facility }) => {
  const operator = await makeOperator(facility, 'wanderer', 2);
  await signIn(page, operator);
  await page.goto('/sector/nine');
  await expect(page.getByRole('heading', { level: 1, name: 'LOCATION NOT FOUND' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to main terminal' }).click();
  await expect(page).toHaveURL('/');
});

test('after the end of a session the user returns to their screen and their text', async ({
  page,
  facility,
}) => {
  const operator = administrator(facility);
  await page.goto('/submission?note=1');
  await expect(page).toHaveURL('/auth');
  const identify = async () => {
    await page.getByLabel('Username').fill(operator.username);
    await page.getByLabel('Password', { exact: true }).fill(operator.password);
    await page.getByLabel('Access key').selectOption(operator.accessKey);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await identify();
  await expect(page).toHaveURL('/submission?note=1');
  await page.getByLabel('Title').fill('The lighthouse');
  await page.getByLabel('Category').selectOption('ENTITY');
  await page.getByRole('textbox', { name: 'Content' }).fill('Eleven seconds, and then the light.');
  await page.context().clearCookies();
  // A request of the page itself may notice the end first and remove the button.
  await page
    .getByRole('button', { name: 'Submit for review' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  await expect(page).toHaveURL('/auth');
  await identify();
  await expect(page).toHaveURL('/submission?note=1');
  await expect(page.getByLabel('Title')).toHaveValue('The lighthouse');
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue(
    'Eleven seconds, and then the light.',
  );
});
