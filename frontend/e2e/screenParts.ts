import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import type { Operator } from './fixtures';
import type { Scene } from './scene';

/** Height of a window in which the longest case needs no scrolling, in pixels. */
export const TALL = 2400;

export interface Screen {
  readonly name: string;
  /** The signed-in user; by default nobody. */
  readonly as?: (scene: Scene) => Operator;
  readonly path: (scene: Scene) => string;
  /**
   * Height of the window in pixels, 800 by default. Content that is scrolled out of view in a pane cannot be checked,
   * so a screen with panes of its own needs a tall window.
   */
  readonly height?: number;
  /** An element that exists once the screen is complete. */
  readonly whole: (page: Page) => ReturnType<Page['locator']>;
  /** The only width at which this state exists. */
  readonly only?: 1280 | 360;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A screen whose address comes from the table of screens; `path` is for one of its records or its filters. */
export type View = Omit<Screen, 'path'> & { readonly path?: Screen['path'] };

export const reader = (scene: Scene) => scene.reader;
export const warden = (scene: Scene) => scene.warden;
export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
export const tab = (name: string) => () => `${paths.admin}?tab=${name}`;

/** Opens a case of the review queue; if only one pane fits, it replaces the queue. */
export async function openCase(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  await page.getByRole('article', { name: title }).waitFor();
}

/** Serves two sessions, because the real number depends on earlier tests. */
export async function withTwoSessions(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  const row = (current: boolean, minutes: number, ipAddress: string, userAgent: string) => ({
    id: `00000000-0000-7000-8000-00000000000${minutes}`,
    createdAt: new Date(now).toISOString(),
    lastActivity: new Date(now - minutes * 60_000).toISOString(),
    ipAddress,
    userAgent,
    current,
  });
  const json = [
    row(true, 0, '10.4.2.17', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
    row(
      false,
      7,
      '193.62.11.8',
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36',
    ),
  ];
  await page.route('**/api/user/sessions', (route) => route.fulfill({ json }));
  await page.reload();
}

/** A second-factor setup that is the same in every run. */
export const fixedSetup = {
  setupCode: 'otpauth://totp/Facility%20Terminal:k-osei?secret=JBSWY3DPEHPK3PXPLM6Q7ZDA2R4TKVUO',
  qrCodeUrl:
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQAAAABazTCJAAAADElEQVR4nGNoYPgPAAKFAYGzF3NvAAAAAElFTkSuQmCC',
  manualEntryKey: 'JBSW Y3DP EHPK 3PXP LM6Q 7ZDA 2R4T KVUO',
  backupCodes: Array.from({ length: 10 }, (_, n) => `7K4P-90W${n}`),
  staticCode: '7QF2-M0XC-9L3H',
};

/** Serves a board with notifications of each tone, and one that was read earlier. */
export async function withNews(page: Page): Promise<void> {
  const news = (n: number, over: Readonly<Record<string, unknown>>) => ({
    id: `00000000-0000-7000-8000-00000000000${n}`,
    kind: 'submission_rejected',
    message: 'Your submission was decided.',
    entityType: 'submission',
    entityId: '3fa9c1de-0000-4000-8000-000000000001',
    reason: null,
    readAt: null,
    createdAt: '2026-03-14T08:00:00.000Z',
    comments: null,
    decidedBy: 'b-lindqvist',
    title: 'Tide tables of the drowned quarter',
    ...over,
  });
  const items = [
    news(1, { reason: 'The second paragraph repeats the first; name the witness.' }),
    news(2, { kind: 'edit_approved', entityType: 'document', title: 'Rain gauge readings' }),
    news(3, { kind: 'timed_out', decidedBy: null, title: 'A letter that nobody opened' }),
    news(4, { kind: 'released', entityType: 'document', decidedBy: null, title: 'What the bells say' }),
    news(5, { kind: 'reminder', decidedBy: null, reason: null, title: 'Standing order on mirrors' }),
  ];
  const earlier = news(6, {
    kind: 'edit_approved',
    entityType: 'document',
    readAt: '2026-03-13T08:00:00.000Z',
    message: 'Your edit of IR-000001 was approved.',
  });
  await page.route('**/api/user/board', async (route) => {
    const answer = await route.fetch();
    const board = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...board, decided: { count: items.length, items } } });
  });
  await page.route('**/api/user/notifications?*', (route) =>
    route.fulfill({ json: [earlier], headers: { 'X-Unread-Count': String(items.length) } }),
  );
  await page.reload();
}

/** One message of each outcome. */
export const fixedMail = [
  { state: 'waiting', tries: 0, lastError: null, nextTryAt: '2026-03-14T09:00:00.000Z', sentAt: null },
  {
    state: 'waiting',
    tries: 2,
    lastError: 'transient error (451): 4.7.1 greylisted, come back',
    nextTryAt: '2026-03-14T09:05:00.000Z',
    sentAt: null,
  },
  { state: 'sent', tries: 1, lastError: null, nextTryAt: null, sentAt: '2026-03-14T08:00:00.000Z' },
  {
    state: 'failed',
    tries: 1,
    lastError: 'Not sent: the recipient no longer has access',
    nextTryAt: null,
    sentAt: null,
  },
].map((outcome, index) => ({
  id: `00000000-0000-7000-8000-00000000000${index}`,
  recipientId: '00000000-0000-4000-8000-000000000001',
  recipientUsername: 'k-osei',
  subject: 'Your submission SUB-3FA9C1 was rejected',
  notificationType: 'item_reviewed',
  entityType: 'submission',
  entityId: '3fa9c1de-0000-4000-8000-000000000001',
  sent: outcome.sentAt !== null,
  createdAt: '2026-03-14T08:00:00.000Z',
  ...outcome,
}));
