import type { Locator, Page } from '@playwright/test';
import {
  administrator,
  confirmByKey,
  decideByKey,
  expect,
  expectNotice,
  test,
  type Operator,
} from './fixtures';
import { patient } from './slow';

test.use({ world: 'keyboard' });

/** More tab stops than any screen of this journey has. */
const STOPS = 80;

/** Presses Tab, or another key that moves the focus, until `target` has it. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${target.toString()}.`);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Chooses in a native select by typing the start of the option. */
async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(option);
  await expect(list.locator('option:checked')).toHaveText(new RegExp(`^${option}`, 'i'));
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
// A password field has no role.
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function signIn(page: Page, { username, password: secret }: Operator, key: string): Promise<void> {
  await type(page, field(page, 'Username'), username);
  await type(page, password(page), secret);
  await choose(page, page.getByRole('combobox', { name: 'Access key' }), key);
  await press(page, page.getByRole('button', { name: 'Login' }));
  await expect(title(page)).toHaveText(`SECURE TERMINAL v1.4.0 - USER: ${username}`);
}

test('a text goes from registration to a reader without a pointer', async ({
  page: admin,
  facility,
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const author: Operator = {
    username: 'c-adeyemi',
    password: 'eleven seconds of delay',
    accessKey: 'security',
  };
  const context = await browser.newContext({ baseURL: facility.url });
  const desk = await context.newPage();
  for (const page of [admin, desk]) await page.goto('/auth');

  await test.step('an author registers', async () => {
    await choose(desk, desk.getByRole('combobox', { name: 'Access key' }), 'security');
    await tabTo(desk, desk.getByRole('tab', { name: 'Login' }), 'Shift+Tab');
    await desk.keyboard.press('ArrowRight');
    await type(desk, field(desk, 'Username'), author.username);
    await type(desk, password(desk), author.password);
    await press(desk, desk.getByRole('button', { name: 'Register' }));
    await expect(desk.getByText('REGISTRATION RECEIVED')).toBeVisible();
  });

  await test.step('the administrator signs in, opens the accounts and approves the author', async () => {
    await signIn(admin, administrator(facility), 'developer');
    await admin.keyboard.press('6');
    await expect(title(admin)).toHaveText(/Control panel/i);
    await tabTo(admin, admin.getByRole('tab', { name: /^Review submissions/ }));
    await admin.keyboard.press('End');
    await admin.keyboard.press('ArrowLeft');
    await admin.keyboard.press('ArrowLeft');
    await expect(admin.getByRole('tab', { name: /^User management/ })).toBeFocused();
    await press(admin, admin.getByRole('button', { name: `Approve ${author.username}` }));
    const dialog = admin.getByRole('dialog', { name: 'Approve user' });
    await press(admin, dialog.getByRole('button', { name: 'Approve' }));
    await expectNotice(admin, 'User approved');
  });

  await test.step('the author signs in and submits a text', async () => {
    await press(desk, desk.getByRole('button', { name: 'Return to login' }));
    await signIn(desk, author, 'security');
    await desk.keyboard.press('2');
    await expect(title(desk)).toHaveText(/Document submission/i);
    await type(desk, field(desk, 'Title'), 'Signals on the stairs');
    await choose(desk, desk.getByRole('combobox', { name: 'Category' }), 'Research');
    await type(desk, field(desk, 'Content'), 'The stairs count back.');
    await press(desk, desk.getByRole('button', { name: 'Submit for review' }));
    await expectNotice(desk, 'Submission successful');
  });

  await test.step('the administrator reviews it: level 2, approved', async () => {
    await admin.keyboard.press('g');
    await admin.keyboard.press('h');
    await expect(title(admin)).toHaveText(/SECURE TERMINAL/);
    // The heading gets the focus once the screen handles its keys.
    await expect(title(admin)).toBeFocused();
    await admin.keyboard.press('g');
    await admin.keyboard.press('m');
    await expect(admin.getByRole('article', { name: 'Signals on the stairs' })).toContainText(
      'The stairs count back.',
    );
    await decideByKey(admin, '2', admin.getByRole('button', { name: /Approve.* at L2/i }));
    await decideByKey(admin, 'a', admin.getByRole('alertdialog'));
    await confirmByKey(admin, 'Approve');
    await expectNotice(admin, 'Submission reviewed');
  });

  await test.step('a reader finds it by searching, reads it and logs out', async () => {
    await desk.keyboard.press('g');
    await desk.keyboard.press('d');
    await expect(title(desk)).toHaveText(/Document repository/i);
    const filter = desk.getByRole('searchbox');
    await filter.waitFor();
    await desk.keyboard.press('/');
    // Outside of the field, letters would be shortcuts: n opens a new document.
    await expect(filter).toBeFocused();
    await desk.keyboard.type('stairs count');
    await expect(desk).toHaveURL(/q=stairs(%20|\+)count/);
    const row = desk.getByRole('link', { name: 'Signals on the stairs', exact: true });
    await row.waitFor();
    await desk.keyboard.press('Escape');
    await tabTo(desk, row);
    await desk.keyboard.press('Enter');
    await expect(title(desk)).toHaveText('Signals on the stairs');
    await expect(desk.getByText('The stairs count back.')).toBeVisible();
    await desk.keyboard.press('Control+k');
    await desk.getByRole('combobox', { name: 'Commands' }).waitFor();
    await desk.keyboard.type('log out');
    await expect(desk.getByRole('option', { name: /Log out/ })).toHaveAttribute('aria-selected', 'true');
    await desk.keyboard.press('Enter');
    await expect(desk).toHaveURL('/auth');
  });
  await context.close();
});
