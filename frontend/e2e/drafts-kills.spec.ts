import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { administrator, call, enter, expect, makeOperator, sessionOf, test, type Operator } from './fixtures';
import type { Facility } from './facility';
import { patient } from './slow';

test.use({ world: 'drafts-kills' });

const ways = ['tab', 'browser', 'server', 'network', 'lockdown', 'network and browser'] as const;

/** Number of kills; each way once, or up to 200 by the variable. */
const kills = Math.min(200, Number(process.env.DRAFT_KILLS ?? ways.length));

/** Decides the moments of the kills: always the same in the few, others in each run of many. */
const firstSeed = Number(
  process.env.DRAFT_SEED ?? (process.env.DRAFT_KILLS === undefined ? 11 : 1 + (Date.now() % 100_000)),
);

/** The oldest word that may be lost, in milliseconds. */
const mayBeLost = 2000;

/** A browser with a profile on the disk that can be killed and started again. */
class Window {
  private child: ChildProcess | null = null;
  private browser: Browser | null = null;

  constructor(
    private readonly profile: string,
    private readonly url: string,
  ) {}

  /** Starts the browser and opens the terminal. */
  async open(): Promise<Page> {
    await rm(path.join(this.profile, 'DevToolsActivePort'), { force: true });
    this.child = spawn(
      process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        'about:blank',
      ],
      { stdio: 'ignore', detached: true },
    );
    const port = await this.port();
    this.browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    return this.page();
  }

  /** Opens another tab of the same browser. */
  async page(): Promise<Page> {
    const context = this.browser?.contexts()[0];
    if (!context) throw new Error('The browser has no window.');
    const page = await context.newPage();
    await page.goto(this.url);
    return page;
  }

  /** Kills the browser with all its processes. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    this.child = null;
  }

  private async port(): Promise<string> {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      try {
        const [port] = (await readFile(path.join(this.profile, 'DevToolsActivePort'), 'utf8')).split('\n');
        if (port) return port;
      } catch {
        // Not started yet.
      }
      await sleep(100);
    }
    throw new Error('The browser did not start.');
  }
}

/** What was typed, with the time of each word. */
type Typed = { readonly word: string; readonly at: number }[];

/** Types words into the text until `end`. A word counts as typed once it is on the page. */
async function typeUntil(page: Page, typed: Typed, end: number): Promise<void> {
  while (Date.now() < end) {
    const word = `w${String(typed.length).padStart(4, '0')}`;
    const content = page.getByRole('textbox', { name: 'Content' });
    try {
      await content.press('End');
      await page.keyboard.insertText(`${word} `);
      // The screen of the lockdown may have taken the field's place between the two.
      if (!(await content.inputValue()).includes(word)) return;
    } catch {
      return;
    }
    typed.push({ word, at: Date.now() });
    await sleep(60);
  }
}

/** All text of this person's drafts. */
async function savedText(facility: Facility, owner: Operator): Promise<string> {
  const cookie = await sessionOf(facility, owner);
  const list = (await (await call(facility, cookie, 'GET', '/api/user/drafts')).json()) as readonly {
    id: string;
  }[];
  const texts = list.map(async ({ id }) => {
    const draft = await call(facility, cookie, 'GET', `/api/user/drafts/${id}`);
    return ((await draft.json()) as { readonly content: string | null }).content ?? '';
  });
  return (await Promise.all(texts)).join('\n');
}

test(`no word older than two seconds is lost in ${kills} kills`, async ({ facility }) => {
  test.setTimeout(patient(60_000 + kills * 45_000));
  const owner = await makeOperator(facility, 'writes-on', 1);
  const admin = administrator(facility);
  const profile = await mkdtemp(path.join(os.tmpdir(), 'facility-e2e-profile-'));
  const window = new Window(profile, facility.url);
  let page = await window.open();
  const lock = async (isLocked: boolean) => {
    const cookie = await sessionOf(facility, admin);
    await call(facility, cookie, 'PATCH', '/api/admin/site-settings', { isLocked });
  };
  const comeBack = async () => {
    await enter(page.context(), facility, owner);
    await page.goto(facility.url);
    await expect(page.getByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeVisible();
  };
  let seed = firstSeed;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  process.stdout.write(`DRAFT_SEED=${seed}\n`);
  const lost: string[] = [];
  let checked = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const way = ways[kill % ways.length] ?? 'tab';
      // A text of its own, so that each kill also interrupts first words.
      await comeBack();
      await page.goto(`${facility.url}/submission`);
      await page.getByRole('textbox', { name: 'Content' }).fill('');
      const typed: Typed = [];
      const writing = typeUntil(page, typed, Date.now() + 800 + random() * 4000);
      if (way === 'server') await Promise.all([writing, sleep(random() * 1500).then(() => facility.crash())]);
      if (way === 'lockdown') await Promise.all([writing, sleep(random() * 1500).then(() => lock(true))]);
      if (way.startsWith('network')) {
        await sleep(random() * 1500);
        await page.context().setOffline(true);
      }
      await writing;
      const killedAt = Date.now();
      if (way === 'tab') {
        await page.close({ runBeforeUnload: false });
        page = await window.page();
      } else if (way.endsWith('browser')) {
        await window.kill();
        page = await window.open();
      } else if (way === 'network') {
        await page.close({ runBeforeUnload: false });
        await page.context().setOffline(false);
        page = await window.page();
      } else {
        if (way === 'lockdown') await lock(false);
        await page.close({ runBeforeUnload: false });
        page = await window.page();
      }
      await comeBack();
      const due = typed.filter(({ at }) => at < killedAt - mayBeLost).map(({ word }) => word);
      checked += due.length;
      const missing = async () => {
        const text = await savedText(facility, owner);
        return due.filter((word) => !text.includes(word));
      };
      await expect
        .poll(missing, { timeout: patient(30_000) })
        .toEqual([])
        .catch(async () => {
          lost.push(`${way}: ${(await missing()).join(' ')} of ${due.length}`);
        });
      const cookie = await sessionOf(facility, owner);
      const rest = (await (await call(facility, cookie, 'GET', '/api/user/drafts')).json()) as {
        id: string;
      }[];
      for (const { id } of rest) await call(facility, cookie, 'DELETE', `/api/user/drafts/${id}`, {});
    }
    expect(lost).toEqual([]);
    expect(checked).toBeGreaterThan(kills);
  } finally {
    await window.kill();
    // The processes of a killed browser may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
});
