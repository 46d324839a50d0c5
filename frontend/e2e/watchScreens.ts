import type { Page } from '@playwright/test';
import type { PlaceId } from '../src/lib/places';
import { TALL, warden, type View } from './screenParts';

const MINUTE = 60_000;

/** Serves the same monitoring data in every run: the real data depends on earlier tests. */
async function withFixedEvents(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  const ago = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const attempt = (minutes: number, over: Record<string, unknown> = {}) => ({
    id: id(minutes),
    username: 'b-lindqvist',
    ipAddress: '10.4.2.17',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    success: true,
    failureReason: null,
    isSuspicious: false,
    attemptedAt: ago(minutes),
    count: 1,
    ...over,
  });
  const refused = (minutes: number, over: Record<string, unknown> = {}) =>
    attempt(minutes, {
      username: 'k-osei',
      ipAddress: '203.0.113.44',
      success: false,
      failureReason: 'wrong_password',
      ...over,
    });
  const suspicious = [
    refused(4, { isSuspicious: true, count: 5 }),
    refused(9, { isSuspicious: true, failureReason: 'locked_out', ipAddress: '203.0.113.45' }),
  ];
  const session = (n: number, over: Record<string, unknown> = {}) => ({
    id: id(n),
    username: 'k-osei',
    clearanceLevel: 3,
    isAdmin: false,
    lastActivity: ago(n),
    createdAt: ago(n + 30),
    ipAddress: '193.62.11.8',
    userAgent: null,
    current: false,
    ...over,
  });
  const answers = {
    'security/suspicious-logins': suspicious,
    'security/recent-logins': [attempt(1), ...suspicious, refused(14), attempt(31)],
    'security/active-sessions': [
      session(0, { username: 'b-lindqvist', clearanceLevel: 4, isAdmin: true, current: true }),
      session(6),
    ],
    'security/summary': {
      suspiciousAttempts: 6,
      severity: 'high',
      failedAttempts: 7,
      totalAttempts: 9,
      activeSessions: 2,
      adminSessions: 1,
      lockedOut: 1,
      lockedUntil: ago(-12),
    },
    'security-alerts': [
      {
        id: 'security:high:2040-03-14',
        type: 'security',
        cause: 'suspicious_sign_ins',
        severity: 'high',
        message: '6 suspicious sign-in attempts in the last 24 hours',
        suspiciousAttempts: 6,
        lastAttempt: ago(4),
        timestamp: ago(4),
        entityType: 'login_attempt',
        readAt: null,
      },
    ],
    'deadline-reminders': [
      {
        id: `deadline:overdue:submission:${id(90)}:1`,
        type: 'deadline',
        priority: 'high',
        message: 'Eleven seconds: submission close to the 3-day limit',
        dueDate: ago(-1440),
        entityType: 'submission',
        entityId: id(90),
        readAt: null,
      },
    ],
  };
  await withAnswers(page, answers);
}

/** Shows the page with other server responses. */
async function withAnswers(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, json] of Object.entries(answers)) {
    await page.route(
      (url) => url.pathname === `/api/admin/${path}`,
      (route) => route.fulfill({ json }),
    );
  }
  await page.reload();
}

const quiet = {
  suspiciousAttempts: 0,
  severity: null,
  failedAttempts: 0,
  totalAttempts: 0,
  activeSessions: 0,
  adminSessions: 0,
  lockedOut: 0,
  lockedUntil: null,
};

/** The monitoring screens, in each state that looks different. */
export const watchViews = {
  monitoring: [
    {
      name: 'monitoring',
      as: warden,
      height: TALL,
      prepare: withFixedEvents,
      whole: (page) => page.getByText('THIS ONE'),
    },
    {
      name: 'monitoring-empty',
      as: warden,
      height: TALL,
      prepare: (page) =>
        withAnswers(page, {
          'security/suspicious-logins': [],
          'security/recent-logins': [],
          'security/active-sessions': [],
          'security/summary': quiet,
          'security-alerts': [],
          'deadline-reminders': [],
        }),
      whole: (page) => page.getByText('No active sessions'),
    },
    {
      name: 'monitoring-critical',
      as: warden,
      height: TALL,
      prepare: async (page) => {
        await withFixedEvents(page);
        await withAnswers(page, {
          'security/summary': { ...quiet, suspiciousAttempts: 12, severity: 'critical' },
          'security-alerts': [
            {
              id: 'security:critical:2040-03-14',
              type: 'security',
              cause: 'suspicious_sign_ins',
              severity: 'critical',
              message: '12 suspicious sign-in attempts in the last 24 hours',
              suspiciousAttempts: 12,
              lastAttempt: '2040-03-14T11:49:00.000Z',
              timestamp: '2040-03-14T11:49:00.000Z',
              entityType: 'login_attempt',
              readAt: null,
            },
          ],
        });
        await page.getByRole('button', { name: 'ADMIN ALERTS, 2 unread' }).click();
      },
      whole: (page) => page.getByText('CRITICAL, above 10 in a 24-hour window'),
    },
    {
      name: 'monitoring-alerts',
      as: warden,
      height: TALL,
      prepare: async (page) => {
        await withFixedEvents(page);
        await page.getByRole('button', { name: 'ADMIN ALERTS, 2 unread' }).click();
      },
      whole: (page) =>
        page.getByRole('region', { name: 'ADMIN NOTIFICATIONS' }).getByRole('listitem').first(),
    },
  ],
} as const satisfies Partial<Record<PlaceId, readonly [View, ...View[]]>>;
