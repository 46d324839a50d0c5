import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { dress, palettes } from './screens';

/** Target folder of the pictures for the README. */
const folder = process.env.PICTURES_DIR ?? path.resolve(import.meta.dirname, '../../docs/images');
const binary = process.env.FACILITY_BIN ?? path.resolve(import.meta.dirname, '../../target/debug/facility');

const command = { username: 'ottilie-vane', password: 'red-door-ajar', accessKey: 'command' };
const security = { username: 'tomas-reik', password: 'nine-stairs-down', accessKey: 'security' };
const subject = { username: 'wim-pastor', password: 'soup-on-thursday', accessKey: 'subject' };

type Account = typeof command;

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

interface Picture {
  readonly name: string;
  readonly as?: Account;
  readonly at: string;
  readonly palette?: keyof typeof palettes;
  /** A phone of 360 pixels instead of a window of 1280. */
  readonly phone?: boolean;
  /** Prepares the page, and waits until the screen is complete. */
  readonly until: (page: Page) => Promise<unknown>;
}

const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Scrolls to the part of a record with passages of several levels. */
async function passages(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'The Harrow Reservoir, a Short History', exact: true }).click();
  await page.getByText('My aunt').waitFor();
  await page.getByRole('heading', { name: 'The filling' }).evaluate((element) => {
    scrollBy(0, element.getBoundingClientRect().top - 90);
  });
}

const pictures: readonly Picture[] = [
  // Before the sign-ins of the others.
  {
    name: 'monitoring',
    as: command,
    at: '/security-monitoring',
    palette: 'amber-crt',
    until: (page) => page.getByText('unknown name').first().waitFor(),
  },
  { name: 'home', as: command, at: '/', until: seen('Submissions to review') },
  {
    name: 'documents',
    as: security,
    at: '/documents',
    palette: 'amber-crt',
    until: seen(/^OCTOBER|^NOVEMBER/i),
  },
  { name: 'documents-360', as: security, at: '/documents', phone: true, until: seen(/^OCTOBER|^NOVEMBER/i) },
  { name: 'passages-1', as: subject, at: '/documents', until: passages },
  { name: 'passages-5', as: command, at: '/documents', until: passages },
  {
    name: 'review',
    as: command,
    at: '/admin',
    palette: 'blue-steel',
    until: (page) =>
      page
        .getByPlaceholder(/needed to reject/)
        .first()
        .waitFor(),
  },
  { name: 'edits', as: command, at: '/admin?tab=edits', until: seen(/compared with version/i) },
  { name: 'audit', as: command, at: '/audit-logs', until: seen(/chain intact/i) },
  { name: 'audit-360', as: command, at: '/audit-logs', phone: true, until: seen(/chain intact/i) },
  {
    name: 'palette',
    as: command,
    at: '/audit-logs',
    until: async (page) => {
      await page
        .getByText(/chain intact/i)
        .first()
        .waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).fill('lamp');
      await page
        .getByText(/^in the text/i)
        .first()
        .waitFor();
    },
  },
  {
    name: 'settings',
    as: security,
    at: '/settings',
    palette: 'blue-steel',
    until: (page) => page.getByRole('radio', { name: /blue-steel/i }).check(),
  },
  {
    name: 'sync',
    as: command,
    at: '/admin/sync',
    palette: 'dark',
    until: async (page) => {
      await page.getByLabel('Target username').fill(security.username);
      await page.getByRole('button', { name: 'Sync codes' }).click();
      await page.getByText('Reusable; each use raises an alert').waitFor();
    },
  },
  { name: 'news', as: security, at: '/', until: seen(/^news/i) },
  { name: 'mail', as: command, at: '/admin/mail', until: seen('UNSENT') },
  {
    name: 'analytics',
    as: command,
    at: '/admin/analytics',
    palette: 'dark',
    until: seen('SUBMISSIONS BY DAY'),
  },
  { name: 'lockdown', at: '/auth?locked=true', until: seen(/facility lockdown active/i) },
];

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/** Serves the demo with its lore. Returns its address and a function that stops it. */
async function serveDemo(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const listen = `127.0.0.1:${String(await freePort())}`;
  const url = `http://${listen}`;
  const options = ['--listen', listen, '--public-url', url, '--rate-limits', 'open', '--log-filter', 'error'];
  const demo = spawn(binary, ['demo', ...options], { stdio: 'ignore' });
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    if (answer?.ok === true) return { url, stop: () => demo.kill('SIGTERM') };
    await sleep(300);
  }
  demo.kill('SIGTERM');
  throw new Error('The demo did not start in time.');
}

async function post(url: string, address: string, body: object, cookie = ''): Promise<Response> {
  const method = address === '/api/admin/site-settings' ? 'PATCH' : 'POST';
  const headers = { 'content-type': 'application/json', 'user-agent': agent, cookie };
  return fetch(url + address, { method, headers, body: JSON.stringify(body) });
}

async function signIn(url: string, account: Account): Promise<string> {
  const answer = await post(url, '/api/login', account);
  return (
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('facility_session='))
      ?.split(';')[0] ?? ''
  );
}

async function take(browser: Browser, url: string, picture: Picture): Promise<void> {
  const viewport = picture.phone === true ? { width: 360, height: 780 } : { width: 1280, height: 860 };
  const context = await browser.newContext({ baseURL: url, viewport });
  if (picture.as !== undefined) {
    const [name = '', value = ''] = (await signIn(url, picture.as)).split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  await page.goto(picture.at);
  await picture.until(page);
  if (picture.name !== 'lockdown') await dress(page, palettes[picture.palette ?? 'green-matrix']);
  await page.mouse.move(640, 60);
  await page.screenshot({ path: path.join(folder, `${picture.name}.png`), animations: 'disabled' });
  await context.close();
}

test('pictures of the README', async ({ browser }) => {
  test.setTimeout(300_000);
  const { url, stop } = await serveDemo();
  try {
    for (const username of [...Array<string>(6).fill('nobody-here'), 'keeper', 'choir', 'bed-five'])
      await post(url, '/api/login', { username, password: 'a guess' });
    const wanted = process.env.PICTURES_ONLY ?? '';
    for (const picture of pictures.filter(({ name }) => wanted === '' || wanted.split(',').includes(name))) {
      if (picture.name === 'lockdown') {
        const cookie = await signIn(url, command);
        const locked = await post(url, '/api/admin/site-settings', { isLocked: true }, cookie);
        expect(locked.status).toBe(200);
      }
      await take(browser, url, picture);
    }
  } finally {
    stop();
  }
});
