import type { Page } from '@playwright/test';
import {
  administrator,
  decideByKey,
  enter,
  expect,
  expectNotice,
  makeOperator,
  signIn,
  test,
} from './fixtures';
import { patient } from './slow';

test.use({ world: 'journey' });

const title = 'Signals on the stairs';
const reason = 'It names a person. Use the number of the post instead.';
const attached = 'First flight: eleven steps.\nSecond flight: eleven steps, counted twice.\n';

async function attach(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose files' }).setInputFiles({
    name: 'stairs.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(attached),
  });
  await expectNotice(page, 'File uploaded successfully');
}

test('a text goes from registration to publication, and no further than its level', async ({
  page: admin,
  facility,
  pageOf,
  browser,
}) => {
  test.setTimeout(patient(180_000));
  const author = { username: 'c-adeyemi', password: 'eleven seconds of delay', accessKey: 'security' };
  const strangers = await browser.newContext({ baseURL: facility.url });
  const desk = await strangers.newPage();

  await test.step('a user registers and cannot sign in yet', async () => {
    await desk.goto('/auth');
    await desk.getByLabel('Access key').selectOption(author.accessKey);
    await desk.getByRole('tab', { name: 'Register' }).click();
    await desk.getByLabel('Username').fill(author.username);
    await desk.getByLabel('Password', { exact: true }).fill(author.password);
    await desk.getByRole('button', { name: 'Register' }).click();
    await expect(desk.getByText('REGISTRATION RECEIVED')).toBeVisible();
  });

  await test.step('the administrator approves the account', async () => {
    await signIn(admin, administrator(facility));
    await admin.goto('/admin?tab=users');
    await admin.getByRole('button', { name: `Approve ${author.username}` }).click();
    const dialog = admin.getByRole('dialog', { name: 'Approve user' });
    await expect(dialog.getByLabel('Clearance level')).toHaveValue('3');
    await expect(dialog.getByLabel('Access key')).toHaveValue('security');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expectNotice(admin, 'User approved');
    await expect(admin.getByRole('button', { name: `Approve ${author.username}` })).toBeHidden();
  });

  await test.step('the user signs in and submits a text with a file', async () => {
    await signIn(desk, author);
    await desk.goto('/submission');
    await desk.getByLabel('Title').fill(title);
    await desk.getByLabel('Category').selectOption('RESEARCH');
    await desk
      .getByRole('textbox', { name: 'Content' })
      .fill('## Findings\n\nThe stairs count **back**. So says R. Tanaka.');
    await attach(desk);
    await desk.getByRole('button', { name: 'Submit for review' }).click();
    await expectNotice(desk, 'Submission successful');
  });

  const waiting = admin.getByRole('article', { name: title });

  await test.step('the administrator reviews it and rejects it with a reason', async () => {
    await admin.goto('/admin');
    await expect(admin.getByRole('tab', { name: 'Review submissions (1)' })).toBeVisible();
    await expect(waiting.getByRole('heading', { name: 'Findings' })).toBeVisible();
    await waiting.getByRole('button', { name: 'Reject' }).click();
    await expect(waiting.getByText('Please give the author a reason for the rejection.')).toBeVisible();
    await waiting.getByLabel('Comment for the author').fill(reason);
    await waiting.getByRole('button', { name: 'Reject' }).click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).click();
    await expectNotice(admin, 'Submission reviewed');
    await expect(admin.getByText('NO SUBMISSIONS AWAITING REVIEW')).toBeVisible();
  });

  await test.step('the author reads the reason and resubmits it', async () => {
    await desk.goto('/submission');
    await desk.getByRole('tab', { name: 'My submissions (1)' }).click();
    const own = desk.getByRole('article').filter({ hasText: title });
    await expect(own).toContainText(reason);
    await own.getByRole('button', { name: `Revise and resubmit ${title}` }).click();
    await expect(desk.getByLabel('Title')).toHaveValue(title);
    await desk
      .getByRole('textbox', { name: 'Content' })
      .fill('## Findings\n\nThe stairs count **back**. So says post 11.');
    await expect(desk.getByRole('region', { name: "Reviewer's reason" })).toContainText(reason);
    // A rejected submission releases its file.
    await expect(desk.getByRole('list', { name: 'Files' })).toContainText('stairs.txt');
    await desk.getByRole('button', { name: 'Submit for review' }).click();
    await expectNotice(desk, 'Submission successful');
  });

  await test.step('without a level it cannot be approved; at level 3 it is published', async () => {
    await admin.goto('/admin');
    await expect(waiting.getByRole('button', { name: 'Assign a level' })).toBeDisabled();
    await decideByKey(
      admin,
      'a',
      admin.getByText('Please assign a clearance level before approving.').first(),
    );
    await expectNotice(admin, 'Please assign a clearance level before approving.');
    await waiting.getByRole('radio', { name: '3 SECURITY' }).click();
    await waiting.getByRole('button', { name: 'Approve at L3' }).click();
    const dialog = admin.getByRole('alertdialog', { name: 'Confirm approval' });
    await expect(dialog).toContainText(
      /Approve SUB-[0-9A-F]{8} "Signals on the stairs" at clearance level 3\?/,
    );
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expectNotice(admin, 'Submission reviewed');
    await expect(admin.getByRole('tab', { name: 'Review submissions (0)' })).toBeVisible();
  });

  const third = await makeOperator(facility, 'third-level', 3);
  const second = await makeOperator(facility, 'second-level', 2);
  let address = '';
  let file = '';

  await test.step('a user of level 3 finds it, reads it and downloads its attachment', async () => {
    const page = await pageOf(third);
    await page.goto('/documents');
    await page.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible();
    await expect(page.getByText('So says post 11.')).toBeVisible();
    address = page.url();
    const link = page.getByRole('link', { name: 'stairs.txt' });
    file = (await link.getAttribute('href')) ?? '';
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const stream = await download.createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe(attached);
  });

  await test.step('a user of level 2 cannot find it or open it or its file', async () => {
    const page = await pageOf(second);
    await page.goto('/documents');
    await expect(page.getByText('Showing 0 of 0 accessible')).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'ACCESS DENIED' })).toBeVisible();
    await expect(page.getByText('Required clearance: Level 3')).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
    expect((await page.request.get(file)).status()).toBeGreaterThanOrEqual(403);
  });

  await test.step('a visitor who is not signed in cannot get the file', async () => {
    const context = await browser.newContext({ baseURL: facility.url });
    expect((await context.request.get(file)).status()).toBe(401);
    await enter(context, facility, third);
    expect(await (await context.request.get(file)).text()).toBe(attached);
    await context.close();
  });
  await strangers.close();
});
