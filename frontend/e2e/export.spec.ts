import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { administrator, enter, expect, expectNotice, makeOperator, test } from './fixtures';

test.use({ world: 'export' });

/** The first bytes of a zstd file. */
const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** Downloads an archive by its button, and answers its name. */
async function download(page: Page, button: string): Promise<string> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const file = await started;
  const bytes = await readFile(await file.path());
  expect([...bytes.subarray(0, 4)]).toEqual(magic);
  await expectNotice(page, 'Archive downloaded');
  return file.suggestedFilename();
}

test('the installation and the own records are downloaded as archives', async ({
  page,
  facility,
  pageOf,
}) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin');
  expect(await download(page, 'Export')).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.tar\.zst$/);

  const owner = await pageOf(await makeOperator(facility, 'writer', 2));
  await owner.goto('/drafts');
  expect(await download(owner, 'Export my records')).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.tar\.zst$/);
  await owner.goto('/');
  await expect(owner.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0);
});
