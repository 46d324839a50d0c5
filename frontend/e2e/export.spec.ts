import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { administrator, enter, expect, makeOperator, test } from './fixtures';

test.use({ world: 'export' });

/** The first bytes of a zstd file. */
const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** Downloads an archive by calling `press`, and returns its name. */
async function download(page: Page, press: () => Promise<void>): Promise<string> {
  const started = page.waitForEvent('download');
  await press();
  const file = await started;
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 4)]).toEqual(magic);
  return file.suggestedFilename();
}

test("the installation and the user's own records are downloaded as archives", async ({
  page,
  facility,
  pageOf,
}) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Export installation' });
  const confirm = () => question.getByRole('button', { name: 'Export', exact: true }).click();
  expect(await download(page, confirm)).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.tar\.zst$/);

  const owner = await pageOf(await makeOperator(facility, 'writer', 2));
  await owner.goto('/drafts');
  const own = () => owner.getByRole('link', { name: 'Export my records' }).click();
  expect(await download(owner, own)).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.tar\.zst$/);
  await owner.goto('/');
  await expect(owner.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
});
