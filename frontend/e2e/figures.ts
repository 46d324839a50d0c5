import type { Page } from '@playwright/test';

/** Numbers that resemble a week's, the same on every run. */
function wave(count: number, middle: number, swing: number, phase: number): readonly number[] {
  return Array.from({ length: count }, (_none, index) =>
    Math.max(0, Math.round(middle + swing * Math.sin((index + phase) * 1.1))),
  );
}

const members: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = {
  'sign-ins': { granted: wave(24, 15, 6, 0), failed: wave(24, 1, 4, 2), suspicious: wave(24, 0, 1, 0) },
  submissions: { created: wave(7, 8, 3, 0), approved: wave(7, 6, 3, 1), rejected: wave(7, 1, 2, 2) },
  reads: { viewed: wave(7, 180, 90, 0), downloaded: wave(7, 30, 20, 1) },
  active_sessions: { value: wave(24, 12, 7, 3) },
};

const figures: Readonly<Record<string, object>> = {
  security: {
    totalLoginAttempts: 412,
    successfulLogins: 389,
    failedLoginAttempts: 23,
    suspiciousActivities: 7,
    twoFactorAttempts: 156,
    blockedIPs: 1,
    lastBreachAttempt: '2040-03-13T11:49:30.000Z',
  },
  system: {
    totalUsers: 64,
    activeUsers: 18,
    totalDocuments: 1128,
    archivedDocuments: 100,
    storageUsed: '1.9 GB',
    systemUptime: '991:04:05',
    pendingSubmissions: 14,
  },
  activity: {
    documentsViewed: 3206,
    documentsDownloaded: 412,
    submissionsCreated: 49,
    submissionsApproved: 42,
    submissionsRejected: 10,
    archiveRequests: 6,
  },
};

/** A series that ends with the period of the pictures. */
function seriesOf(url: URL): object {
  const [metric, interval] = [url.searchParams.get('metric') ?? '', url.searchParams.get('interval') ?? ''];
  const [count, hours] = interval === 'hour' ? [24, 1] : [7, 24];
  const last = Date.parse(interval === 'hour' ? '2040-03-14T12:00:00Z' : '2040-03-14T00:00:00Z');
  const points = Array.from({ length: count }, (_none, index) => ({
    time: new Date(last - (count - 1 - index) * hours * 3_600_000).toISOString(),
    ...Object.fromEntries(
      Object.entries(members[metric] ?? {}).map(([name, values]) => [name, values[index] ?? 0]),
    ),
  }));
  return { metric, interval, points };
}

/** Serves the page these numbers, because the server's own depend on earlier tests. */
export async function withFigures(page: Page, security: object = {}): Promise<void> {
  await page.route('**/api/admin/analytics/**', (route) => {
    const url = new URL(route.request().url());
    const name = url.pathname.split('/').at(-1) ?? '';
    const shown = name === 'security' ? { ...figures.security, ...security } : figures[name];
    return route.fulfill({ json: name === 'series' ? seriesOf(url) : shown });
  });
  await page.reload();
}
