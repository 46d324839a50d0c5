import { AxTree } from './axTree';
import { administrator, expect, test, type Operator } from './fixtures';
import { patient } from './slow';

test.use({ world: 'roles' });

/** Signs in; `key` is the start of the access key's label. */
async function signIn(tree: AxTree, { username, password }: Operator, key: string): Promise<void> {
  await tree.type('textbox', 'Username', username);
  await tree.type('textbox', 'Password', password);
  await tree.type('combobox', 'Access key', key);
  await tree.activate('button', 'Login');
  await tree.see('heading', `SECURE TERMINAL v1.4.0 - USER: ${username}`);
}

test('the main workflow is possible through the accessibility tree, by roles and names', async ({
  page: admin,
  facility,
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const author: Operator = {
    username: 'm-okafor',
    password: 'eleven seconds of delay',
    accessKey: 'security',
  };
  const context = await browser.newContext({ baseURL: facility.url });
  const desk = await context.newPage();
  const writer = await AxTree.of(desk);
  const reviewer = await AxTree.of(admin);
  for (const page of [admin, desk]) await page.goto('/auth');

  await test.step('register', async () => {
    await writer.type('combobox', 'Access key', 'security');
    await writer.activate('tab', 'Register');
    await writer.type('textbox', 'Username', author.username);
    await writer.type('textbox', 'Password', author.password);
    await writer.activate('button', 'Register');
    await writer.read('REGISTRATION RECEIVED');
  });

  await test.step('approve the account', async () => {
    await signIn(reviewer, administrator(facility), 'developer');
    await reviewer.activate('link', /^ADMIN_PANEL/);
    await reviewer.activate('tab', /^User management/);
    await reviewer.activate('button', `Approve ${author.username}`);
    await reviewer.see('dialog', 'Approve user');
    await reviewer.activate('button', 'Approve');
    await reviewer.read('User approved');
  });

  await test.step('submit', async () => {
    await writer.activate('button', 'Return to login');
    await signIn(writer, author, 'security');
    await writer.activate('link', /^SUBMIT_LORE text/);
    await writer.type('textbox', 'Title', 'The east corridor');
    await writer.type('combobox', 'Category', 'Research');
    await writer.type('textbox', 'Content', 'The doors cycled without command.');
    await writer.activate('button', 'Submit for review');
    await writer.read('Submission successful');
  });

  await test.step('review', async () => {
    await reviewer.activate('tab', 'Review submissions (1)');
    await reviewer.see('article', 'The east corridor');
    await expect.poll(() => reviewer.property('button', 'Assign a level', 'disabled')).toBe(true);
    await reviewer.activate('radio', '2 INNOVATION');
    await reviewer.activate('button', 'Approve at L2');
    await reviewer.see('alertdialog', 'Confirm approval');
    await reviewer.activate('button', 'Approve');
    await reviewer.see('tab', 'Review submissions (0)');
  });

  await test.step('read', async () => {
    await writer.activate('link', 'Return to main');
    await writer.activate('link', /^VIEW_DOCUMENTS \d/);
    await writer.activate('link', 'The east corridor');
    await writer.see('heading', 'The east corridor');
    await writer.read('The doors cycled without command.');
  });
  await context.close();
});
