// Types a script of keys into a new page of an administrator, at a pace and slowed down in one way, and returns the
// state in which it ends. Write requests are refused, so that every run starts from the same records.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Request, Route, WebSocketRoute } from '@playwright/test';
import type { Facility } from './facility';
import { rest, type Script } from './keyScripts';
import { Typist } from './keyTypist';
import { firstScripts, slowProcessor } from './slow';

/** How a run is slowed down or disturbed. */
export type Disturbance = 'nothing' | 'slow processor' | 'late parts' | 'late answers' | 'news';

/** The slowdown factor of the processor, and the delays of scripts and responses in milliseconds. */
const slowdown = { processor: 4, parts: 300, answers: 150 } as const;

export interface RunEnd {
  /** Path, search and fragment. */
  readonly address: string;
  readonly heading: string;
  /** The open dialogs by name. */
  readonly layers: readonly string[];
  /** The focused control by role and name. */
  readonly focus: string;
  /** The texts of all nonempty fields. */
  readonly texts: readonly string[];
  /** The write requests, in order. */
  readonly decisions: readonly string[];
  /** Decision keys that were pressed too early, as reported by the page. */
  readonly refused: readonly string[];
  /** Keys that were dropped because they were buffered for too long. */
  readonly dropped: readonly string[];
  /** Tab was pressed while a part of the screen was loading: it goes to the next control that exists. */
  readonly isTabEarly: boolean;
}

/** Notes that the page takes from the start. */
interface KeyNotes {
  /** Number of keys that the page has received, including buffered ones. */
  heard: number;
  readonly refused: string[];
  /** Keys that had no effect when they were typed and have not been replayed since. */
  readonly kept: { readonly key: string; readonly at: number }[];
  isTabEarly: boolean;
}

declare global {
  interface Window {
    keyNotes?: KeyNotes;
  }
}

/** Runs in the page before its own scripts. */
function takeNotes(): void {
  const notes: KeyNotes = { heard: 0, refused: [], kept: [], isTabEarly: false };
  let before = '';
  window.keyNotes = notes;
  window.addEventListener(
    'keydown',
    ({ key, isTrusted }) => {
      notes.heard += 1;
      const given = isTrusted ? -1 : notes.kept.findIndex((kept) => kept.key === key);
      if (given >= 0) notes.kept.splice(given, 1);
      // The second key of a sequence is neither buffered nor passed on.
      else if (isTrusted && before !== 'g') notes.kept.push({ key, at: performance.now() });
      if (isTrusted) before = '';
      const isAnswer = key === 'Enter' || key === ' ';
      if (isAnswer && document.querySelector('[data-ready="false"]') !== null) notes.refused.push('answer');
    },
    true,
  );
  // Receives the keys that the page passes on.
  document.addEventListener(
    'keydown',
    ({ key, isTrusted }) => {
      before = key;
      if (key === 'Tab' && document.querySelector('main [aria-busy="true"]:not(button)') !== null)
        notes.isTabEarly = true;
      if (isTrusted && notes.kept.at(-1)?.key === key) notes.kept.pop();
    },
    true,
  );
  let last = '';
  new MutationObserver(() => {
    const [said = ''] = /\S+ came too early/.exec(document.querySelector('footer')?.textContent ?? '') ?? [];
    if (said !== '' && said !== last) notes.refused.push(said);
    last = said;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

interface Shown {
  readonly end: Omit<RunEnd, 'decisions'>;
  readonly isBusy: boolean;
  readonly heard: number;
}

/** Runs in the page once it has nothing left to compute. */
async function inspectPage(): Promise<Shown> {
  await new Promise<unknown>((resolve) => {
    requestIdleCallback(resolve, { timeout: 5000 });
  });
  // A busy button may represent a longer operation.
  const waiting = '[aria-busy="true"]:not(button)';
  const short = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 60);
  const byId = (id: string | null) => (id === null ? null : document.getElementById(id)?.textContent);
  const nameOf = (element: Element) =>
    short(
      element.getAttribute('aria-label') ??
        byId(element.getAttribute('aria-labelledby')) ??
        ('labels' in element ? (element as HTMLInputElement).labels?.[0] : element)?.textContent,
    );
  const texts = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
  const focus = document.activeElement;
  // A layer returns the focus to the heading; a layer that was cancelled before it opened never had it.
  const isNone = focus === null || focus === document.body || focus.localName === 'h1';
  const { pathname, search, hash } = window.location;
  const nothing = { heard: 0, refused: [], kept: [], isTabEarly: false };
  const { heard, refused, kept, isTabEarly } = window.keyNotes ?? nothing;
  const end = {
    address: pathname + search + hash,
    heading: short(document.querySelector('h1')?.textContent),
    layers: [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].map(nameOf),
    focus: isNone
      ? ''
      : `${focus.getAttribute('role') ?? focus.localName} ${nameOf(focus).replace(/\d+/g, '0')}`,
    texts: texts
      .filter(({ type, value }) => !['radio', 'checkbox', 'password'].includes(type) && value !== '')
      .map((field) => `${nameOf(field)}: ${short(field.value)}`),
    refused,
    dropped: kept.filter(({ at }) => performance.now() - at > 5000).map(({ key }) => key),
    isTabEarly,
  };
  return {
    end,
    isBusy: document.querySelector('main') === null || document.querySelector(waiting) !== null,
    heard,
  };
}

/** Requests that accompany typing and reading and decide nothing. */
const bookkeeping = /^\/api\/(user\/drafts|user\/notifications\/read)\b/;

const isWrite = (request: Request) =>
  request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/');

function follow(page: Page) {
  const pending = new Set<Request>();
  const decisions: string[] = [];
  page.on('request', (request) => {
    pending.add(request);
    const { pathname } = new URL(request.url());
    if (isWrite(request) && !bookkeeping.test(pathname))
      decisions.push(`${request.method()} ${pathname} ${request.postData()?.slice(0, 120) ?? ''}`.trim());
  });
  const ended = (request: Request) => {
    pending.delete(request);
  };
  page.on('requestfinished', ended).on('requestfailed', ended);
  return { pending, decisions };
}

const nobody = {
  ...{ attachment: null, category: null, clearanceLevel: null, content: null, filePath: null, revises: null },
  ...{ scheduledReleaseAt: null, title: null, revision: 'one', id: '00000000-0000-4000-8000-000000000000' },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
};

/** Refuses a request that would change something, except for drafts, which are accepted. */
async function refuse(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (!bookkeeping.test(pathname)) {
    await route.fulfill({ status: 422, json: { message: 'Nothing is decided here.' } });
    return;
  }
  const sent = route.request().postDataJSON() as object | null;
  await route.fulfill({ status: 200, json: { ...nobody, ...sent } });
}

/** Changes between two keys: notifications, announced on the live connection, and their number. */
class News {
  private count = 0;
  private readonly lines = new Set<WebSocketRoute>();

  async watch(context: BrowserContext): Promise<void> {
    await context.routeWebSocket(/auto-refresh-ws/, (line) => {
      line.connectToServer();
      this.lines.add(line);
    });
  }

  /** Adds items to a list of the server. */
  async answer(route: Route): Promise<void> {
    const response = await route.fetch();
    const items = (await response.json()) as readonly object[];
    const more = Array.from({ length: this.count % 3 }, (_, at) => ({ ...items[0], id: `more-${at}` }));
    await route.fulfill({ response, json: items.length === 0 ? [] : [...items, ...more] });
  }

  change(): void {
    this.count += 1;
    for (const line of this.lines)
      line.send(JSON.stringify({ type: 'content_updated', timestamp: new Date().toISOString() }));
  }
}

export interface Terminal {
  readonly browser: Browser;
  readonly facility: Facility;
  readonly session: string;
}

/** Creates a context in which requests are handled as `way` says. */
async function openContext({ browser, facility, session }: Terminal, way: Disturbance, news: News) {
  const context = await browser.newContext({ baseURL: facility.url });
  const cookies = session.split('; ').map((cookie) => cookie.split('='));
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: facility.url })));
  await context.addInitScript(takeNotes);
  await context.route(/\/api\//, async (route) => {
    if (way === 'late answers') await sleep(slowdown.answers);
    const isNews = way === 'news' && /\/api\/user\/notifications(\?|$)/.test(route.request().url());
    // A closed page needs no response.
    await (isWrite(route.request()) ? refuse(route) : isNews ? news.answer(route) : route.continue()).catch(
      () => undefined,
    );
  });
  if (way === 'news') await news.watch(context);
  if (way !== 'late parts') return context;
  const first = await firstScripts(facility);
  await context.route(/\/assets\/[^/]+\.js$/, async (route) => {
    if (!first.has(new URL(route.request().url()).pathname)) await sleep(slowdown.parts);
    await route.continue().catch(() => undefined);
  });
  return context;
}

/**
 * When a page counts as at rest: how long it must stay unchanged, the interval between checks, and the time limit, in
 * milliseconds.
 */
const restful = { calm: 350, calmOnSlow: 1200, turn: 50, patience: 20_000 } as const;

/** Waits until no request is pending and the page has not changed for a while. */
async function untilAtRest(page: Page, pending: ReadonlySet<Request>, calm: number): Promise<Shown> {
  const end = Date.now() + restful.patience;
  let since = Date.now();
  let before = '';
  while (Date.now() < end) {
    // A page that is being left cannot be evaluated.
    const shown = await page.evaluate(inspectPage).catch(() => null);
    const now = JSON.stringify(shown);
    if (shown === null || shown.isBusy || pending.size > 0 || now !== before) since = Date.now();
    else if (Date.now() - since >= calm) return shown;
    before = now;
    await sleep(restful.turn);
  }
  const waits = [...pending].map((request) => request.url()).join(', ');
  throw new Error(`The page is not at rest: ${before}, waiting for ${waits}`);
}

/** Types a script with `pace` milliseconds between its keys. */
export async function runKeys(
  terminal: Terminal,
  script: Script,
  way: Disturbance,
  pace: number,
): Promise<RunEnd> {
  const news = new News();
  const context = await openContext(terminal, way, news);
  try {
    const page = await context.newPage();
    const { pending, decisions } = follow(page);
    const calm = way === 'slow processor' ? restful.calmOnSlow : restful.calm;
    await page.goto('/');
    // Scripts that are preloaded while the page is idle are not waited for.
    await page.locator('h1:focus').or(page.locator('[data-command-line]')).first().waitFor();
    await page.locator('main:not(:has([aria-busy="true"]))').waitFor();
    if (way === 'slow processor') await slowProcessor(page, slowdown.processor);
    const typist = await Typist.at(page, pace);
    for (const key of script) {
      if (key === rest) {
        await typist.done();
        await untilAtRest(page, pending, calm + 250);
        continue;
      }
      await typist.press(key);
      if (way === 'news') news.change();
    }
    await typist.done();
    const { end } = await untilAtRest(page, pending, calm);
    return { ...end, decisions };
  } finally {
    await context.close();
  }
}
