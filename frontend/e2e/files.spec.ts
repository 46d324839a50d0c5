import type { Page } from '@playwright/test';
import { administrator, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { publish } from './scene';

/* Files from the upload zone to the reader, with the real store and the texts that the server reads from them. */

test.use({ world: 'files' });

const log = '# Watch log, room 14\n\nRelieved at four. The quillon lantern was lit before we came.\n';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

const filesOf = (page: Page) => page.getByRole('list', { name: 'Files' }).getByRole('listitem');

test('several files are attached, kept, submitted, reviewed, found by their text, and read', async ({
  page,
  facility,
  pageOf,
}) => {
  const author = await makeOperator(facility, 'keeps-logs', 2);
  await enter(page.context(), facility, author);
  await page.goto('/submission');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('SITE');
  const content = page.getByRole('textbox', { name: 'Content' });

  await test.step('the text of a file fills the form', async () => {
    const chooser = page.getByLabel('Choose files');
    await chooser.setInputFiles([file('watch log.md', log), file('notes.txt', 'Nothing was seen.')]);
    await page.getByRole('button', { name: /^Take the text over .* of watch log\.md$/ }).click();
    await expect(content).toHaveValue(/The quillon lantern was lit/);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Watch log, room 14');
    await expect(content).toBeFocused();
  });

  await test.step('undo takes that back in one step, and other words take its place', async () => {
    await page.keyboard.press('Control+z');
    await expect(content).toHaveValue('');
    await content.fill('The lamp of room 14.');
    await expect(page.getByText(/^Saved /)).toBeVisible();
  });

  await test.step('a reload shows the files again, in their order', async () => {
    await page.reload();
    await expect(filesOf(page)).toHaveCount(2);
    await expect(filesOf(page).first()).toContainText('watch log.md');
    await page.getByRole('button', { name: 'Remove notes.txt' }).click();
    await expect(filesOf(page)).toHaveCount(1);
    await page.getByLabel('Choose files').setInputFiles([file('plan.txt', 'The plan of the room.')]);
    await expect(filesOf(page).nth(1)).toContainText('plan.txt');
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expectNotice(page, 'Submission successful');
  });

  const admin = await sessionOf(facility, administrator(facility));
  const sent = (await (await page.request.get('/api/user/submissions')).json()) as { id: string }[];

  await test.step('the reviewer sees all files', async () => {
    const reviewer = await pageOf(administrator(facility));
    await reviewer.goto('/admin');
    await expect(reviewer.getByRole('article', { name: 'Watch log, room 14' })).toBeVisible();
    await expect(filesOf(reviewer)).toHaveText([/watch log\.md.*MD/, /plan\.txt.*TXT/]);
  });

  const id = await publish(facility, admin, sent[0]?.id ?? '', 2);
  const reader = await pageOf(await makeOperator(facility, 'reads-files', 2));

  await test.step('a search finds the record by the text of its file', async () => {
    await expect(async () => {
      await reader.goto('/documents?q=quillon');
      await expect(reader.getByText(/In watch log\.md: /)).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 20_000 });
    await expect(reader.locator('mark', { hasText: 'quillon' })).toBeVisible();
    await reader.getByRole('link', { name: 'Watch log, room 14', exact: true }).click();
    await expect(filesOf(reader).first()).toContainText('The search found');
    await expect(filesOf(reader).first().locator('mark')).toHaveText('quillon');
  });

  await test.step('a reader downloads each file, and a lower level has neither file nor text', async () => {
    const link = reader.getByRole('link', { name: 'watch log.md' });
    const address = (await link.getAttribute('href')) ?? '';
    expect(await (await reader.request.get(address)).text()).toBe(log);
    const low = await pageOf(await makeOperator(facility, 'reads-little', 1));
    expect((await low.request.get(address)).status()).toBe(403);
    expect((await low.request.get(`/api${address}/text`)).status()).toBe(404);
    await low.goto('/documents?q=quillon');
    await expect(low.getByText('watch log.md')).toHaveCount(0);
  });

  await test.step('an edit changes the files, and its review says how', async () => {
    await page.goto(`/documents/${id}/edit`);
    await expect(filesOf(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Remove plan.txt' }).click();
    await page.getByLabel('Choose files').setInputFiles([file('slate.txt', 'The slate agrees.')]);
    await page.getByRole('button', { name: 'Submit for review' }).click();
    await expectNotice(page, 'Edit submitted successfully');
    const reviewer = await pageOf(administrator(facility));
    await reviewer.goto('/admin?tab=edits');
    await expect(reviewer.locator('del', { hasText: 'plan.txt' })).toBeVisible();
    await expect(reviewer.locator('ins', { hasText: 'slate.txt' })).toBeVisible();
    await expect(filesOf(reviewer)).toHaveText([/watch log\.md/, /slate\.txt/]);
  });
});

test('a file without a text that can be read is attached as it is', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'scans', 2));
  await page.goto('/submission');
  const pdf = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj',
    'trailer<</Root 1 0 R>>',
    '%%EOF\n',
  ].join('\n');
  await page.getByLabel('Choose files').setInputFiles([file('scan.pdf', pdf)]);
  await expect(filesOf(page)).toContainText('Its text cannot be read. The file is attached as it is.');
});

test('files of a wrong kind are named in their rows, and sending names them', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'mixes', 2));
  await page.goto('/submission');
  await page.getByRole('textbox', { name: 'Title' }).fill('Mixed');
  await page.getByRole('combobox', { name: 'Category' }).selectOption('SITE');
  await page.getByRole('textbox', { name: 'Content' }).fill('Text.');
  await page.getByLabel('Choose files').setInputFiles([file('tool.exe', 'MZ'), file('log.md', log)]);
  await expect(filesOf(page).first()).toContainText('ERR Only .TXT, .MD, .PDF, .DOC, .DOCX files');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Not sent');
  await page.getByRole('button', { name: 'Remove tool.exe' }).click();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Submission successful');
});
