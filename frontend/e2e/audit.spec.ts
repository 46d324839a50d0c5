import { readFile } from 'node:fs/promises';
import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';

test.use({ world: 'audit' });

test('users who are not administrators cannot open the security log', async ({ page, facility }) => {
  await enter(page.context(), facility, await makeOperator(facility, 'curious-hand', 5, 'taskforce'));
  await page.goto('/audit-logs');
  await expect(page).toHaveURL('/');
});

test('an action is logged and can be found, and the log is intact', async ({ page, facility }) => {
  const operator = await makeOperator(facility, 'watched-hand', 2);
  await call(facility, '', 'POST', '/api/login', { ...operator, password: 'wrong words' }).catch(
    () => undefined,
  );
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/admin?tab=audit');
  await page.getByRole('link', { name: 'Open the security log' }).click();
  await expect(page).toHaveURL('/audit-logs');
  const seal = page.getByRole('button', { name: /^CHAIN INTACT \d+ entries/ });
  await expect(seal).toBeVisible();

  const acts = page.getByRole('list', { name: 'AUDIT LOGS' });
  await expect(acts.getByRole('listitem').filter({ hasText: 'approved' }).first()).toContainText(
    'administrator',
  );
  await page.keyboard.press('j');
  const first = acts.getByRole('button').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(acts).toContainText('"clearanceLevel": 2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  // The affected record is a link.
  await expect(acts.getByRole('link', { name: 'watched-hand' }).first()).toHaveAttribute(
    'href',
    '/admin?tab=users&q=watched-hand',
  );

  await page.getByRole('tab', { name: /^USER LOGS/ }).click();
  await expect(page).toHaveURL('/audit-logs?view=user');
  await page.keyboard.press('Escape');
  await page.getByLabel('Search the log').fill('login failed');
  await expect(page).toHaveURL('/audit-logs?view=user&q=login+failed');
  const logins = page.getByRole('list', { name: 'USER LOGS' });
  await expect(logins.getByRole('listitem')).toHaveCount(1);
  await expect(logins).toContainText('watched-hand');
  await expect(logins).toContainText('127.0.0.1');
  await expect(logins.getByRole('button', { name: /^Login Failed, watched-hand,/ })).toBeVisible();

  await page.getByLabel('Search the log').fill('');
  await expect(page).toHaveURL('/audit-logs?view=user');
  await page.getByLabel('Action').selectOption('Login Failed');
  await expect(page).toHaveURL('/audit-logs?view=user&action=login_failed');
  await page.getByLabel('Person').fill('watched-hand');
  await expect(page).toHaveURL('/audit-logs?view=user&action=login_failed&person=watched-hand');
  await page.getByLabel('From day').fill('2020-01-01');
  await expect(page).toHaveURL(
    '/audit-logs?view=user&action=login_failed&person=watched-hand&from=2020-01-01',
  );
  await expect(logins.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(logins.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('To day').fill('2020-01-02');
  await expect(page.getByText('NO USER LOGS FOUND')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/audit-logs?view=user');

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Person').fill('watched-hand');
  await page.getByRole('button', { name: 'Show entries' }).click();
  await expect(page).toHaveURL('/audit-logs?view=user&person=watched-hand');
  await page.setViewportSize({ width: 1280, height: 860 });

  const checked = page.waitForResponse('**/api/admin/audit-logs/verify');
  await seal.click();
  expect((await checked).ok()).toBe(true);
  await expect(seal).toBeVisible();

  await page.getByRole('button', { name: 'Open all' }).click();
  await page.reload();
  await expect(logins.getByRole('button').first()).toHaveAttribute('aria-expanded', 'true');
});

test('the whole log can be exported', async ({ page, facility }) => {
  const cookie = await sessionOf(facility, administrator(facility));
  const answer = await call(facility, cookie, 'GET', '/api/admin/audit-logs/verify');
  const { entries } = (await answer.json()) as { readonly entries: number };
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/audit-logs');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export NDJSON' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('audit-log.ndjson');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
  const signed = JSON.parse(lines.pop() ?? '') as { readonly checkpoint: string };
  expect(signed.checkpoint.split('\n')[1]).toBe(String(lines.length));
  expect(lines.length).toBeGreaterThanOrEqual(entries);
  expect(lines.map((line) => (JSON.parse(line) as { readonly number: number }).number)).toEqual(
    lines.map((_line, index) => index + 1),
  );
});

test('the log can be verified elsewhere with its public key', async ({ page, facility }) => {
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/audit-logs');
  await page.getByRole('button', { name: 'Checkpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Checkpoint' });
  await expect(dialog.getByText(/\/audit\+[0-9a-f]{8}\+/)).toBeVisible();
  await expect(dialog.getByText(/^Checkpoint of \d+ entries$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Checkpoint' })).toBeFocused();
});
