import { administrator, call, enter, expect, expectNotice, makeOperator, sessionOf, test } from './fixtures';
import { submit } from './scene';

test.use({ world: 'news' });

test('a decision is counted on every screen at once, shown on the main terminal, and mailed', async ({
  page,
  context,
  facility,
  pageOf,
}) => {
  const author = await makeOperator(facility, 'told-hand', 2);
  await enter(context, facility, author);
  await page.goto('/settings');
  const wanted = page.getByRole('checkbox', { name: 'Send notifications to this address' });
  await expect(wanted).toBeChecked();
  await page.getByLabel('Email').fill('told-hand@levelnine.example');
  await page.keyboard.press('Enter');
  await expectNotice(page, 'Settings updated');
  await expect(page.getByRole('link', { name: /^News/ })).toHaveCount(0);

  const id = await submit(facility, await sessionOf(facility, author), {
    title: 'Told at once',
    content: 'A short text.',
    category: 'OTHER',
  });
  const admin = await sessionOf(facility, administrator(facility));
  await call(facility, admin, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'rejected',
    comments: 'Pace it at night.',
  });
  // Without a reload of the settings.
  const news = page.getByRole('link', { name: 'News 1 unread' });
  await expect(news).toBeVisible();
  await expect(page.getByText(/^1 news item: .*Told at once/)).toBeAttached();
  await news.click();
  await expect(page).toHaveURL('/#news');
  const told = page.getByRole('heading', { name: 'Told at once' });
  await expect(told).toBeVisible();
  await expect(page.getByText('"Pace it at night."')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as read: Told at once' }).click();
  await expect(news).toHaveCount(0);
  // It keeps its position until the page is left.
  await expect(told).toBeVisible();

  const warden = await pageOf(administrator(facility));
  await warden.goto('/security-monitoring');
  await warden.getByRole('link', { name: 'Mail' }).click();
  await expect(warden.getByText(/^No mail server is configured/)).toBeVisible();
  const messages = warden.getByRole('region', { name: 'Messages' });
  await expect(
    messages.getByText(`Your submission SUB-${id.slice(0, 6).toUpperCase()} was rejected`),
  ).toBeVisible();
  await expect(messages.getByText('UNSENT').first()).toBeVisible();
  await expect(messages.getByText('Told at once')).toHaveCount(0);

  // A user who has turned mail off receives none.
  await page.goto('/settings');
  await wanted.uncheck();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectNotice(page, 'Settings updated');
  await page.reload();
  await expect(wanted).not.toBeChecked();
});

test("a waiting case is among an administrator's alerts and in the queue, but not among the notifications", async ({
  page,
  facility,
}) => {
  const author = await makeOperator(facility, 'waiting-hand', 2);
  await submit(facility, await sessionOf(facility, author), {
    title: 'Waits for review',
    content: 'A short text.',
    category: 'OTHER',
  });
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^ADMIN ALERTS, \d+ unread$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Submissions to review' })).toBeVisible();
  await expect(page.getByText(/^Deadline reminder/)).toHaveCount(0);
  await expect(page.getByText('NO NEWS', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^News/ })).toHaveCount(0);
});
