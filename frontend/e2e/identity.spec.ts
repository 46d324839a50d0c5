import type { BrowserContext, Page } from '@playwright/test';
import {
  administrator,
  call,
  enter,
  expect,
  makeOperator,
  sessionOf,
  signIn,
  test,
  type Operator,
} from './fixtures';
import type { Facility } from './facility';

test.use({ world: 'identity' });

const secret = 'The lamp that nobody holds';
const preview = 'It has been asking for years.';

/** Publishes a record of level 5; returns its id. */
async function fileSecret(facility: Facility, author: Operator): Promise<string> {
  const writer = await sessionOf(facility, author);
  const admin = await sessionOf(facility, administrator(facility));
  const sent = await call(facility, writer, 'POST', '/api/submissions', {
    title: secret,
    content: preview,
    category: 'ENTITY',
  });
  const { id } = (await sent.json()) as { readonly id: string };
  const reviewed = await call(facility, admin, 'PATCH', `/api/admin/submissions/${id}`, {
    status: 'approved',
    clearanceLevel: 5,
  });
  return ((await reviewed.json()) as { readonly documentId: string }).documentId;
}

interface People {
  readonly high: Operator;
  readonly low: Operator;
  /** The address of a record of level 5. */
  readonly address: string;
}

let people: People;

test.beforeAll(async ({ facility }) => {
  const high = await makeOperator(facility, 'level-five', 5);
  const low = await makeOperator(facility, 'level-one', 1);
  people = { high, low, address: `/documents/${await fileSecret(facility, high)}` };
});

/** Records everything that a page shows from now on, including what is visible only briefly. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const note = () => seen.push(`${document.title} ${document.body.innerText} ${location.pathname}`);
    note();
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** What a page has shown since another user was named on it. */
async function shownTo(page: Page, username: string): Promise<string> {
  return page.evaluate((name) => {
    const { seen } = window as unknown as { readonly seen: readonly string[] };
    const first = seen.findIndex((text) => text.toLowerCase().includes(name.toLowerCase()));
    return first === -1 ? '' : seen.slice(first).join('\n');
  }, username);
}

async function expectNothingOfLevelFive(page: Page, username: string): Promise<void> {
  const shown = await shownTo(page, username);
  expect(shown.toLowerCase()).toContain(username);
  for (const trace of [secret, preview, people.address, 'of 1 accessible'])
    expect(shown.toLowerCase()).not.toContain(trace.toLowerCase());
}

async function readTheSecret(page: Page): Promise<void> {
  await page.goto('/documents');
  await expect(page.getByRole('link', { name: secret, exact: true })).toBeVisible();
  await page.getByRole('link', { name: secret, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: secret })).toBeVisible();
}

async function identify(page: Page, { username, password, accessKey }: Operator): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Access key').selectOption(accessKey);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Ends all sessions of an account, as a change by an administrator does. */
async function endSessions(facility: Facility, operator: Operator, level: number): Promise<void> {
  const admin = await sessionOf(facility, administrator(facility));
  const users = (await (await call(facility, admin, 'GET', '/api/admin/users')).json()) as readonly {
    readonly id: string;
    readonly username: string;
  }[];
  const id = users.find(({ username }) => username === operator.username)?.id ?? '';
  await call(facility, admin, 'PATCH', `/api/admin/users/${id}/update-clearance`, {
    clearanceLevel: level,
    accessKey: operator.accessKey,
  });
}

test('after a session was ended the next user sees nothing of the previous one', async ({
  page,
  facility,
}) => {
  await signIn(page, people.high);
  await readTheSecret(page);
  await record(page);
  // The server closes the socket with code 4401.
  await endSessions(facility, people.high, 4);
  await endSessions(facility, people.high, 5);
  await expect(page.getByText(/^Your session has ended\./)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await identify(page, people.low);
  await expect(page.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeVisible();
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: /^VIEW_DOCUMENTS \d+ on file/ }).click();
  await expect(page.getByText('Showing 0 of 0 accessible')).toBeVisible();
  await expectNothingOfLevelFive(page, people.low.username);
});

test('after a session was ended the same user returns to their address', async ({ page, facility }) => {
  await signIn(page, people.high);
  await readTheSecret(page);
  await endSessions(facility, people.high, 4);
  await endSessions(facility, people.high, 5);
  await expect(page.getByText(/^Your session has ended\./)).toBeVisible();
  await identify(page, people.high);
  await expect(page).toHaveURL(people.address);
  await expect(page.getByRole('heading', { level: 1, name: secret })).toBeVisible();
});

async function twoWindows(context: BrowserContext, facility: Facility): Promise<readonly [Page, Page]> {
  await enter(context, facility, people.high);
  const first = await context.newPage();
  await readTheSecret(first);
  await record(first);
  const second = await context.newPage();
  await second.goto('/');
  await expect(second.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeVisible();
  return [first, second];
}

test('a window follows when another one signs out and another user signs in', async ({
  context,
  facility,
}) => {
  const [first, second] = await twoWindows(context, facility);
  await second.getByRole('button', { name: 'LOGOUT' }).click();
  await expect(first).toHaveURL('/auth');
  await identify(second, people.low);
  await expect(first.getByRole('heading', { level: 1, name: /USER: level-one/ })).toBeVisible();
  await expect(first).toHaveURL('/');
  await first.getByRole('link', { name: /^VIEW_DOCUMENTS \d+ on file/ }).click();
  await expect(first.getByText('Showing 0 of 0 accessible')).toBeVisible();
  await expectNothingOfLevelFive(first, people.low.username);
});

test('a window whose cookie now belongs to another user shows that user', async ({ context, facility }) => {
  const [first, second] = await twoWindows(context, facility);
  // The windows get no message: they find out when they become visible.
  await enter(context, facility, people.low);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1, name: /USER: level-one/ })).toBeVisible();
  await expect(first.getByRole('heading', { level: 1, name: /USER: level-one/ })).toBeVisible();
  await expectNothingOfLevelFive(first, people.low.username);
});

test("a reviewer's text survives a reload, another tab and a new session, and no other user sees it", async ({
  page,
  facility,
  pageOf,
}) => {
  const writer = await sessionOf(facility, people.low);
  await call(facility, writer, 'POST', '/api/submissions', {
    title: 'Footsteps',
    content: 'Eleven of them.',
    category: 'SITE',
  });
  await signIn(page, administrator(facility));
  await page.goto('/admin');
  await page.getByLabel('Comment for the author').fill('Count again.');
  await page.reload();
  await expect(page.getByLabel('Comment for the author')).toHaveValue('Count again.');
  await page.getByRole('tab', { name: 'Audit' }).click();
  await expect(page.getByRole('tab', { name: 'Audit', selected: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Comment for the author')).toHaveValue('Count again.');
  await page.keyboard.press('Escape');
  // A case that has just appeared ignores decisions.
  await expect(async () => {
    await page.keyboard.press('2');
    await expect(page.getByRole('radio', { name: '2 INNOVATION' })).toBeChecked({ timeout: 500 });
  }).toPass();
  // The text is also there after signing in again.
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
  await signIn(page, administrator(facility));
  await page.goto('/admin');
  await expect(page.getByLabel('Comment for the author')).toHaveValue('Count again.');
  await expect(page.getByRole('radio', { name: '2 INNOVATION' })).toBeChecked();
  const reader = await pageOf(people.low);
  await reader.goto('/submission?tab=mine');
  await expect(reader.getByRole('tab', { name: /^My submissions \(/ })).toBeVisible();
  await expect(reader.getByText('Count again.')).toHaveCount(0);
});

test('a submission is sent once even if Enter is pressed repeatedly', async ({ page, facility }) => {
  await signIn(page, people.low);
  await page.goto('/submission');
  const sent: string[] = [];
  // The text is a draft by the time it is sent.
  await page.route('**/api/user/drafts/*/submit', async (route) => {
    sent.push(route.request().headers()['idempotency-key'] ?? '');
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.getByLabel('Category').selectOption('SITE');
  await page.getByRole('textbox', { name: 'Content' }).fill('Once.');
  await page.getByLabel('Title').fill('Filed once');
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByLabel('Title').focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('');
  // The response clears the field, so any other request was sent earlier.
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^[0-9a-f]{32}$/);
  const cookie = await sessionOf(facility, people.low);
  const own = (await (await call(facility, cookie, 'GET', '/api/user/submissions')).json()) as readonly {
    readonly title: string;
  }[];
  expect(own.filter(({ title }) => title === 'Filed once')).toHaveLength(1);
});
