import type { ActivityAnalytics, AnalyticsPoint, SecurityAnalytics, SystemAnalytics } from '@/api/types';
import { answer } from './server';

const security: SecurityAnalytics = {
  totalLoginAttempts: 412,
  successfulLogins: 389,
  failedLoginAttempts: 23,
  suspiciousActivities: 7,
  twoFactorAttempts: 156,
  blockedIPs: 1,
  lastBreachAttempt: '2026-03-13T11:49:30.000Z',
};

const system: SystemAnalytics = {
  totalUsers: 64,
  activeUsers: 18,
  totalDocuments: 1128,
  archivedDocuments: 100,
  storageUsed: '1.9 GB',
  systemUptime: '991:04:05',
  pendingSubmissions: 14,
};

const activity: ActivityAnalytics = {
  documentsViewed: 3206,
  documentsDownloaded: 412,
  submissionsCreated: 49,
  submissionsApproved: 42,
  submissionsRejected: 10,
  archiveRequests: 6,
};

const time = '2026-03-14T09:00:00.000Z';

/** The last point of each series. */
const points: Readonly<Record<string, Omit<AnalyticsPoint, 'time'>>> = {
  'sign-ins': { granted: 17, failed: 2, suspicious: 0 },
  submissions: { created: 5, approved: 3, rejected: 1 },
  reads: { viewed: 140, downloaded: 12 },
  active_sessions: { value: 3 },
  memory_used: { value: 52_428_800 },
};

interface Figures {
  readonly security?: Partial<SecurityAnalytics>;
  readonly system?: Partial<SystemAnalytics>;
  readonly activity?: Partial<ActivityAnalytics>;
  readonly points?: AnalyticsPoint[];
}

/** Serves all analytics requests, and returns the requests by metric. */
export function answerFigures(over: Figures = {}) {
  return {
    security: answer('get', '/api/admin/analytics/security', () => ({ ...security, ...over.security })),
    system: answer('get', '/api/admin/analytics/system', () => ({ ...system, ...over.system })),
    activity: answer('get', '/api/admin/analytics/activity', () => ({ ...activity, ...over.activity })),
    series: answer('get', '/api/admin/analytics/series', ({ url }) => {
      const metric = url.searchParams.get('metric') ?? '';
      const point = { time, ...points[metric] };
      return { metric, interval: url.searchParams.get('interval') ?? '', points: over.points ?? [point] };
    }),
  };
}
