import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { administrator, call, enter, expect, makeOperator, sessionOf, test, type Operator } from './fixtures';
import type { Facility } from './facility';
import { publish, submit } from './scene';
import { patient } from './slow';

test.use({ world: 'drafts-kills' });

const ways = ['tab', 'browser', 'server', 'network', 'lockdown', 'network and browser'] as const;

type Interruption = (typeof ways)[number];

/** The five kinds of texts. Those of administrators can be written in a lockdown. */
const kinds = ['record', 'edit', 'template', 'section', 'comment'] as const;

type Kind = (typeof kinds)[number];

const asked = Number(process.env.DRAFT_KILLS ?? 0);

/** The kinds to interrupt many times: all, or the one in the environment. */
const killed = kinds.filter((kind) => kind === (process.env.DRAFT_KIND ?? kind));

/**
 * Which text is interrupted how: a record in each way and every other kind once, or the requested number for each kind.
 */
const plan: readonly (readonly [Kind, Interruption])[] =
  asked === 0
    ? [
        ...ways.map((way) => ['record', way] as const),
        ['edit', 'browser'],
        ['template', 'browser'],
        ['section', 'tab'],
        ['comment', 'browser'],
      ]
    : killed.flatMap((kind) =>
        Array.from(
          { length: Math.min(200, asked) },
          (_, kill) => [kind, ways[kill % ways.length] ?? 'tab'] as const,
        ),
      );

/** Seed of the times of the interruptions: fixed in the short run, random in each long run. */
const firstSeed = Number(
  process.env.DRAFT_SEED ?? (process.env.DRAFT_KILLS === undefined ? 11 : 1 + (Date.now() % 100_000)),
);

/** Maximum age of a word that may be lost, in milliseconds. */
const mayBeLost = 2000;

/** A browser with a profile on disk that can be killed and restarted. */
class Window {
  private child: ChildProcess | null = null;
  private browser: Browser | null = null;

  constructor(
    private readonly profile: string,
    private readonly url: string,
  ) {}

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

/** The typed words with their times. */
type Typed = { readonly word: string; readonly at: number }[];

/** Types words into the text until `end`. A word counts as typed once it is on the page. */
async function typeUntil(field: Locator, typed: Typed, end: number): Promise<void> {
  while (Date.now() < end) {
    const word = `w${String(typed.length).padStart(4, '0')}`;
    try {
      await field.press('End');
      await field.page().keyboard.insertText(`${word} `);
      // The lockdown screen may have replaced the field in between.
      if (!(await field.inputValue()).includes(word)) return;
    } catch {
      return;
    }
    typed.push({ word, at: Date.now() });
    await sleep(60);
  }
}

interface Draft {
  readonly id: string;
  readonly documentId: string | null;
}

/** The screen for a kind of text, and a function that reads what is left of it. */
interface TextScreen {
  readonly open: (page: Page) => Promise<Locator>;
  readonly left: (page: Page) => Promise<string>;
}

/** Opens a form and returns its field. */
async function openForm(page: Page, address: string, field: string, button?: string): Promise<Locator> {
  // A browser that the test started itself has no base URL.
  await page.goto(new URL(address, page.url()).href);
  if (button !== undefined) await page.getByRole('button', { name: button }).click();
  const found = page.getByRole('textbox', { name: field });
  await expect(found).toBeVisible();
  return found;
}

/** The five screens. Texts with drafts are read from the server, the others in their form. */
function textScreensOf(
  facility: Facility,
  owner: Operator,
  document: string,
): Readonly<Record<Kind, TextScreen>> {
  /** Requests a path of the server; `null` if there is nothing. */
  const ask = async (path: string) => {
    const cookie = await sessionOf(facility, owner);
    const answer = await fetch(`${facility.url}${path}`, { headers: { cookie } });
    if (!answer.ok && answer.status !== 404) throw new Error(`${path} answered ${answer.status}`);
    return answer.ok ? ((await answer.json()) as unknown) : null;
  };
  const content = (draft: unknown) => (draft as { readonly content?: string | null } | null)?.content ?? '';
  const records = async () => {
    const list = (await ask('/api/user/drafts')) as readonly Draft[];
    const own = list.filter(({ documentId }) => documentId === null);
    return Promise.all(own.map(async ({ id }) => content(await ask(`/api/user/drafts/${id}`))));
  };
  const inForm = (open: TextScreen['open']): TextScreen => ({
    open,
    left: async (page) => (await open(page)).inputValue(),
  });
  const edit = `/documents/${document}`;
  return {
    record: {
      open: (page) => openForm(page, '/submission', 'Content'),
      left: async () => (await records()).join('\n'),
    },
    edit: {
      open: (page) => openForm(page, `${edit}/edit`, 'Content'),
      left: async () => content(await ask(`/api${edit}/edit-draft`)),
    },
    template: inForm((page) => openForm(page, '/templates', 'Content', 'Create custom')),
    section: inForm((page) => openForm(page, '/archive', 'Description')),
    comment: inForm((page) => openForm(page, edit, 'Add to the discussion')),
  };
}

test(`no word older than two seconds is lost in ${plan.length} interruptions`, async ({ facility }) => {
  test.setTimeout(patient(60_000 + plan.length * 45_000));
  const admin = administrator(facility);
  const [writer, keeper] = [await makeOperator(facility, 'writes-on', 1), admin];
  const profile = await mkdtemp(path.join(os.tmpdir(), 'facility-e2e-profile-'));
  const window = new Window(profile, facility.url);
  let page = await window.open();
  const lock = async (isLocked: boolean) => {
    const cookie = await sessionOf(facility, admin);
    await call(facility, cookie, 'PATCH', '/api/admin/site-settings', { isLocked });
  };
  const record = { title: 'Rota', content: 'It burns.', category: 'SITE' };
  const submitted = await submit(facility, await sessionOf(facility, keeper), record);
  const document = await publish(facility, await sessionOf(facility, keeper), submitted, 1);
  let owner = writer;
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
    for (const [kind, way] of plan) {
      owner = kind === 'record' ? writer : keeper;
      const place = textScreensOf(facility, owner, document)[kind];
      // A separate text, so that each interruption also affects first words.
      await comeBack();
      const field = await place.open(page);
      await field.fill('');
      const typed: Typed = [];
      const writing = typeUntil(field, typed, Date.now() + 800 + random() * 4000);
      if (way === 'server') await Promise.all([writing, sleep(random() * 1500).then(() => facility.crash())]);
      if (way === 'lockdown') await Promise.all([writing, sleep(random() * 1500).then(() => lock(true))]);
      if (way.startsWith('network')) {
        await sleep(random() * 1500);
        await page.context().setOffline(true);
      }
      await writing;
      const killedAt = Date.now();
      if (way.endsWith('browser')) {
        await window.kill();
        page = await window.open();
      } else {
        if (way === 'lockdown') await lock(false);
        await page.close({ runBeforeUnload: false });
        if (way === 'network') await page.context().setOffline(false);
        page = await window.page();
      }
      await comeBack();
      const due = typed.filter(({ at }) => at < killedAt - mayBeLost).map(({ word }) => word);
      checked += due.length;
      const missing = async () => {
        const text = await place.left(page);
        return due.filter((word) => !text.includes(word));
      };
      await expect
        .poll(missing, { timeout: patient(30_000) })
        .toEqual([])
        .catch(async () => {
          lost.push(`${kind}, ${way}: ${(await missing()).join(' ')} of ${due.length}`);
        });
      const cookie = await sessionOf(facility, owner);
      const rest = await call(facility, cookie, 'GET', '/api/user/drafts');
      for (const { id } of (await rest.json()) as readonly Draft[])
        await call(facility, cookie, 'DELETE', `/api/user/drafts/${id}`, {});
    }
    expect(lost).toEqual([]);
    expect(checked).toBeGreaterThan(plan.length);
  } finally {
    await window.kill();
    // The processes of a killed browser may still be writing.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
});
