import {
  test as base,
  expect,
  type BrowserContext,
  type Locator,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { startFacility, type Facility } from './facility';
import { attachOpenPages } from './openPages';
import { patient, slowDown } from './slow';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly accessKey: string;
}

export type Operator = Credentials;

interface WorkerFixtures {
  /** Returns the server of a world, and stops that of another, because a worker runs several files. */
  readonly facilities: (world: string, startsAt: string) => Promise<Facility>;
}

interface TestFixtures {
  /** Every file sets its own, and so gets a server and a database that no other file has used. */
  readonly world: string;
  /** The server's time at its start, by default this machine's. It must not be earlier than that. */
  readonly startsAt: string;
  readonly facility: Facility;
  /** Fails the test if a page violates its security policy or throws. */
  readonly watched: string[];
  /** A page of another user in a separate browser context, signed in and watched. */
  readonly pageOf: (operator: Operator) => Promise<Page>;
}

/** Browsers log every refused request, which is not an error here. */
const refusedCall = 'Failed to load resource';

/** The same applies to a live connection that the server does not accept or closes: the page reconnects. */
const brokenLine = 'WebSocket connection to';

function watch(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    const answered = [refusedCall, brokenLine].some((text) => message.text().includes(text));
    if (message.type() === 'error' && !answered) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    complaints.push(error.message);
  });
}

function hasFailed({ status, expectedStatus, errors }: TestInfo): boolean {
  return status !== expectedStatus || errors.length > 0;
}

/** `test` with a server of its own and a page that must not log errors. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: ['', { option: true }],
  startsAt: ['', { option: true }],
  facilities: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures this one needs
    async ({}, use) => {
      let current: { readonly name: string; readonly facility: Facility } | undefined;
      const stop = async () => {
        await current?.facility.stop();
        current = undefined;
      };
      await use(async (world, startsAt) => {
        const name = `${world} ${startsAt}`;
        if (current?.name === name) return current.facility;
        await stop();
        const ahead = startsAt === '' ? 0 : Date.parse(startsAt) - Date.now();
        current = { name, facility: await startFacility(world, ahead) };
        return current.facility;
      });
      await stop();
    },
    { scope: 'worker' },
  ],
  facility: [
    async ({ facilities, world, startsAt }, use) => {
      await use(await facilities(world, startsAt));
    },
    { timeout: patient(60_000) },
  ],
  baseURL: async ({ facility }, use) => {
    await use(facility.url);
  },
  context: async ({ context, facility }, use) => {
    await slowDown(context, facility);
    await use(context);
  },
  watched: [
    async ({ page, browser }, use, info) => {
      const complaints: string[] = [];
      watch(page, complaints);
      await use(complaints);
      if (hasFailed(info) || complaints.length > 0) await attachOpenPages(info, browser.contexts());
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  pageOf: async ({ browser, facility, watched }, use, info) => {
    const contexts: BrowserContext[] = [];
    await use(async (operator) => {
      const context = await browser.newContext({ baseURL: facility.url });
      contexts.push(context);
      await slowDown(context, facility);
      await enter(context, facility, operator);
      const page = await context.newPage();
      watch(page, watched);
      return page;
    });
    // These pages are closed before those of the test itself are attached.
    if (hasFailed(info)) await attachOpenPages(info, contexts);
    for (const context of contexts) await context.close();
  },
});

export { expect };

/** The first administrator of an empty database. */
export function administrator(facility: Facility): Operator {
  return { username: 'administrator', password: facility.adminPassword, accessKey: 'developer' };
}

/** Signs in through the page and waits for the main terminal. */
export async function signIn(page: Page, { username, password, accessKey }: Credentials): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Access key').selectOption(accessKey);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeVisible();
}

export async function expectNotice(page: Page, title: string): Promise<void> {
  // An open dialog hides the region from assistive technology, but not visually.
  const notices = page.getByRole('region', { name: /^Notifications/, includeHidden: true });
  await expect(notices.getByText(title, { exact: true })).toBeVisible();
}

/**
 * Confirms a dialog with its confirming button, by key. A dialog appears before its button has the focus, and ignores
 * keys at first, so that a key meant for the page does not confirm it.
 */
export async function confirmByKey(page: Page, label: string): Promise<void> {
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: label, exact: true })).toBeFocused();
  await expect(question).not.toHaveAttribute('data-ready', 'false');
  await page.keyboard.press('Enter');
}

/**
 * Presses a key that decides on a case until its effect is visible. The desk ignores such a key right after the case
 * has appeared.
 */
export async function decideByKey(page: Page, key: string, effect: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(effect).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Signs a browser in without the page, for preparing a test that is not about sign-in. */
export async function enter(context: BrowserContext, facility: Facility, operator: Operator): Promise<void> {
  for (const cookie of (await sessionOf(facility, operator)).split('; ')) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: facility.url }]);
  }
}

/** Sends a request of the contract; throws if it is refused. */
export async function call(
  facility: Facility,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const answer = await fetch(`${facility.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** The session cookie of an account, for preparing a test that is not about sign-in. */
export async function sessionOf(facility: Facility, operator: Credentials): Promise<string> {
  const answer = await call(facility, '', 'POST', '/api/login', operator);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ');
}

/** Registers an account without the page and returns its id, for preparing a test. */
export async function register(facility: Facility, operator: Operator): Promise<string> {
  const registered = await call(facility, '', 'POST', '/api/register', {
    ...operator,
    clearanceLevel: 1,
    isAdmin: false,
  });
  return ((await registered.json()) as { readonly id: string }).id;
}

/** Creates an approved account without the page, for preparing a test. */
export async function makeOperator(
  facility: Facility,
  username: string,
  level: 1 | 2 | 3 | 4 | 5,
  accessKey = 'subject',
): Promise<Operator> {
  const operator = { username, password: 'eleven seconds of delay', accessKey };
  const id = await register(facility, operator);
  const cookie = await sessionOf(facility, administrator(facility));
  await call(facility, cookie, 'PATCH', `/api/admin/users/${id}/approve`, {
    clearanceLevel: level,
    accessKey,
  });
  return operator;
}
