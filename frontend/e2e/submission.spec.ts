import type { Page } from '@playwright/test';
import { administrator, call, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { patient } from './slow';

test.use({ world: 'submission' });

const reason = 'The corridor is right. The length is not; pace it at night.';

/** Reloads a page that asks before it is left. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
}

test('a revision survives a reload, a change of tab and the end of the session', async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'reviser', 2);
  const record = { title: 'The map of level nine', content: 'Ninety paces.', category: 'SITE' };
  const sent = await call(facility, await sessionOf(facility, author), 'POST', '/api/submissions', record);
  const { id } = (await sent.json()) as { readonly id: string };
  const desk = await sessionOf(facility, administrator(facility));
  await call(facility, desk, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'rejected',
    comments: reason,
  });

  await enter(page.context(), facility, author);
  await page.goto('/submission?tab=mine&status=rejected');
  await page.getByRole('button', { name: `Revise and resubmit ${record.title}` }).click();
  await expect(page).toHaveURL(/\/documents\/draft\/[^/]+\/edit$/);
  const pinned = page.getByRole('region', { name: "Reviewer's reason" });
  await expect(pinned).toContainText(reason);
  await expect(page.getByLabel('Title')).toHaveValue(record.title);
  await page.getByRole('textbox', { name: 'Content' }).fill('Ninety-one paces.');
  await reload(page);
  await expect(pinned).toContainText(reason);
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('Ninety-one paces.');

  await page.getByRole('link', { name: 'My Workspace' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveValue('Ninety-one paces.');

  await page.context().clearCookies();
  await enter(page.context(), facility, author);
  await reload(page);
  await expect(pinned).toContainText(reason);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Submission successful');
  await expect(pinned).toBeHidden();
  await expect(page.getByRole('tab', { name: 'My submissions (2)' })).toBeVisible();
});

test('the title of an incident is assigned, and the typed title returns with another category', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, await makeOperator(facility, 'witness', 2));
  await page.goto('/submission');
  const title = page.getByLabel('Title');
  await title.fill('Signals on the stairs');
  await page.getByLabel('Category').selectOption('INCIDENT');
  await expect(title).toHaveValue('Assigned automatically: IR-XXXXXX');
  await expect(title).not.toBeEditable();
  await page.getByLabel('Category').selectOption('SITE');
  await expect(title).toHaveValue('Signals on the stairs');
  await page.getByLabel('Category').selectOption('INCIDENT');
  await page.getByRole('textbox', { name: 'Content' }).fill('It counted back.');
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expectNotice(page, 'Submission successful');
  await page.getByRole('tab', { name: 'My submissions (1)' }).click();
  await expect(page.getByRole('button', { name: 'IR-000001', exact: true })).toBeVisible();
});

test('a Word document is chosen, uploaded and attached', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'typist', 2));
  await page.goto('/submission');
  await expect(page.getByRole('button', { name: 'Choose files' })).toHaveAttribute('accept', /\.docx/);
  await page.getByRole('button', { name: 'Choose files' }).setInputFiles({
    name: 'stairs.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer: Buffer.from('PK\x03\x04....[Content_Types].xml....PK\x03\x04..word/document.xml', 'latin1'),
  });
  await expectNotice(page, 'File uploaded successfully');
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('stairs.docx');
});

test('typing in a text of 195,000 characters stays fast, and the preview follows', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(120_000));
  await enter(page.context(), facility, await makeOperator(facility, 'verbose', 2));
  await page.goto('/submission');
  const paragraph = `## Watch\n\nEleven *seconds*, and then ${'the light '.repeat(90)}.\n\n`;
  await page.getByRole('textbox', { name: 'Content' }).fill(paragraph.repeat(220).slice(0, 195_000));
  await expect(page.getByText('195,000 of 200,000 characters')).toBeVisible();
  await expect(page.getByText('Close to the limit of 200,000 characters.')).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Watch' }).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Content' }).focus();
  await page.keyboard.press('Control+Home');
  // Time from the key press to the frame that shows it.
  await page.evaluate(() => {
    const times: number[] = [];
    let pressed = 0;
    window.addEventListener('keydown', () => (pressed = performance.now()), true);
    window.addEventListener('input', () =>
      requestAnimationFrame(() =>
        setTimeout(() => {
          times.push(performance.now() - pressed);
          document.documentElement.dataset.times = JSON.stringify(times);
        }),
      ),
    );
  });
  const measured = async () =>
    JSON.parse((await page.locator('html').getAttribute('data-times')) ?? '[]') as number[];
  for (let press = 1; press <= 20; press += 1) {
    await page.keyboard.press('x');
    await expect.poll(async () => (await measured()).length).toBe(press);
  }
  const times = await measured();
  times.sort((left, right) => left - right);
  const median = times[10] ?? 0;
  test.info().annotations.push({ type: 'median key press', description: `${median.toFixed(1)} ms` });
  expect(median).toBeLessThan(200);
  await expect(page.getByText('195,020 of 200,000 characters')).toBeVisible();
});
