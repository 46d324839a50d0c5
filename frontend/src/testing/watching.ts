import type {
  ActiveSession,
  DeadlineReminder,
  LockedName,
  LoginAttempt,
  SecurityAlert,
  SecuritySummary,
} from '@/api/types';

const when = '2026-03-14T09:20:00.000Z';
let counter = 0;

function nextId(): string {
  counter += 1;
  return `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`;
}

export const watched = {
  /** A failed sign-in with a wrong password. */
  attempt(over: Partial<LoginAttempt> = {}): LoginAttempt {
    return {
      id: nextId(),
      username: 'unknown-7',
      ipAddress: '203.0.113.7',
      userAgent: 'Mozilla/5.0',
      success: false,
      failureReason: 'wrong_password',
      isSuspicious: false,
      attemptedAt: when,
      count: 1,
      ...over,
    };
  },

  session(over: Partial<ActiveSession> = {}): ActiveSession {
    return {
      id: nextId(),
      username: 'n-varga',
      clearanceLevel: 4,
      isAdmin: false,
      lastActivity: when,
      createdAt: when,
      ipAddress: '203.0.113.9',
      userAgent: null,
      current: false,
      ...over,
    };
  },

  locked(over: Partial<LockedName> = {}): LockedName {
    return {
      username: 'c-boll',
      userId: nextId(),
      lockedUntil: '2026-03-14T12:04:00.000Z',
      byPasswords: true,
      byCodes: false,
      ...over,
    };
  },

  summary(over: Partial<SecuritySummary> = {}): SecuritySummary {
    return {
      suspiciousAttempts: 0,
      severity: null,
      failedAttempts: 0,
      totalAttempts: 0,
      activeSessions: 1,
      adminSessions: 1,
      lockedOut: 0,
      lockedUntil: null,
      ...over,
    };
  },

  alert(over: Partial<SecurityAlert> = {}): SecurityAlert {
    return {
      id: 'security:high:2026-03-14',
      type: 'security',
      cause: 'suspicious_sign_ins',
      severity: 'high',
      message: '7 suspicious sign-in attempts in the last 24 hours',
      suspiciousAttempts: 7,
      lastAttempt: when,
      timestamp: when,
      entityType: 'login_attempt',
      readAt: null,
      ...over,
    };
  },

  reminder(over: Partial<DeadlineReminder> = {}): DeadlineReminder {
    const entityId = nextId();
    return {
      id: `deadline:overdue:submission:${entityId}:1`,
      type: 'deadline',
      priority: 'high',
      message: 'Night protocol: submission close to the 3-day limit',
      dueDate: '2026-03-15T09:20:00.000Z',
      entityType: 'submission',
      entityId,
      readAt: null,
      ...over,
    };
  },
};
