import type { Draft, SiteSettings } from '@/api/generated';
import type {
  AdminSubmission,
  ArchiveRequest,
  ArchiveSection,
  AuditEntry,
  Board,
  BoardNews,
  Diff,
  DocumentRecord,
  DocumentSummary,
  DocumentVersion,
  EditCase,
  Template,
  User,
} from '@/api/types';

/** Complete objects for tests. A test sets only the fields that it is about. */

let counter = 0;

function nextId(): string {
  counter += 1;
  return `${counter.toString(16).padStart(8, '0')}-0000-7000-8000-000000000000`;
}

const when = '2026-03-14T09:26:53.000Z';

export const factory = {
  user(over: Partial<User> = {}): User {
    return {
      id: nextId(),
      username: 'k-osei',
      accessKey: 'security',
      clearanceLevel: 3,
      isAdmin: false,
      isApproved: true,
      twoFactorEnabled: false,
      email: null,
      phone: null,
      emailNotifications: true,
      firstStepsHidden: false,
      firstStepsTicked: [],
      theme: 'default',
      sessionTimeout: 30,
      lastActivity: null,
      lastLoginAttempt: null,
      failedLoginAttempts: 0,
      createdAt: when,
      ...over,
    };
  },

  admin(over: Partial<User> = {}): User {
    const rights = { accessKey: 'developer', clearanceLevel: 5, isAdmin: true } as const;
    return factory.user({ username: 'a-mercer', ...rights, ...over });
  },

  template(over: Partial<Template> = {}): Template {
    return {
      id: nextId(),
      name: 'Patrol report',
      description: 'Rounds of a wing.',
      category: 'SITE',
      content: '## Rounds',
      files: [],
      requiredClearanceLevel: 1,
      isBuiltIn: false,
      isActive: true,
      createdBy: nextId(),
      createdAt: when,
      updatedAt: when,
      ...over,
    };
  },

  /** An empty board of a user who is not an administrator. */
  board(over: Partial<Board> = {}): Board {
    return {
      visible: 0,
      latest: [],
      waiting: null,
      decided: { count: 0, items: [] },
      drafts: 0,
      timedOut: 0,
      sections: 0,
      templates: 0,
      firstSteps: null,
      ...over,
    };
  },

  /** An unread rejection. */
  news(over: Partial<BoardNews> = {}): BoardNews {
    return {
      id: nextId(),
      kind: 'submission_rejected',
      message: 'a-mercer rejected your submission "The stair".',
      reason: 'Pace it at night.',
      entityType: 'submission',
      entityId: nextId(),
      readAt: null,
      createdAt: when,
      title: 'The stair',
      decidedBy: 'a-mercer',
      change: null,
      commentId: null,
      comments: 'Pace it at night.',
      ...over,
    };
  },

  siteSettings(over: Partial<SiteSettings> = {}): SiteSettings {
    return { id: 'site', isLocked: false, twoFactorRequired: false, updatedAt: when, ...over };
  },

  emergency(): User {
    return factory.admin({ id: 'emergency-access', username: 'emergency-access' });
  },

  document(over: Partial<DocumentRecord> = {}): DocumentRecord {
    return {
      id: nextId(),
      title: 'The lighthouse that answers',
      content: 'Object recovered from the north shore station.',
      files: [],
      withheldLevels: [],
      category: 'ENTITY',
      clearanceLevel: 2,
      filePath: null,
      attachment: null,
      submittedBy: nextId(),
      submittedByUsername: 'a-mercer',
      isArchived: false,
      archiveSection: null,
      archivedAt: null,
      archivedBy: null,
      archiveRequested: false,
      archiveRequestedAt: null,
      archiveRequestedBy: null,
      archiveRequestSection: null,
      scheduledReleaseAt: null,
      isTemplate: false,
      templateCategory: null,
      version: 1,
      parentDocumentId: null,
      isDraft: false,
      createdAt: when,
      updatedAt: when,
      links: [],
      isWatched: false,
      openedVersion: null,
      mark: null,
      ...over,
    };
  },

  summary(over: Partial<DocumentSummary> = {}): DocumentSummary {
    return {
      ...factory.document(),
      content: null,
      files: [],
      preview: 'Object recovered from the north shore station.',
      pictures: 0,
      fileMatch: null,
      snippet: null,
      matches: null,
      titleMatches: null,
      ...over,
    };
  },

  submission(over: Partial<AdminSubmission> = {}): AdminSubmission {
    return {
      redacted: false,
      awaitsAnotherApprover: false,
      id: nextId(),
      title: 'Standing order on reflective surfaces',
      content: 'All mirrors are to be covered between 03:00 and 04:00.',
      files: [],
      withheldLevels: [],
      preview: 'All mirrors are to be covered between 03:00 and 04:00.',
      category: 'SITE',
      filePath: null,
      attachment: null,
      status: 'pending',
      assignedClearanceLevel: null,
      submittedBy: nextId(),
      submittedByUsername: 'k-osei',
      reviewedBy: null,
      reviewComments: null,
      resubmittedAt: null,
      requiresMultiStepApproval: false,
      approvalStep: 1,
      maxApprovalSteps: 1,
      approvalSteps: [],
      scheduledReleaseAt: null,
      timedOutAt: null,
      isTimedOut: false,
      resubmissionOf: null,
      resubmittedAs: null,
      attempt: 1,
      previous: null,
      createdAt: when,
      reviewedAt: null,
      documentId: null,
      ...over,
    };
  },

  /** A comparison in which one line differs. */
  diff(over: Partial<Diff> = {}): Diff {
    return {
      title: [{ kind: 'same', text: 'Standing order' }],
      category: ['SITE', 'SITE'],
      clearanceLevel: [2, 2],
      files: [],
      blocks: [
        { kind: 'same', oldLine: 1, newLine: 1, text: '# Order\n' },
        {
          kind: 'changed',
          oldLine: 3,
          newLine: 3,
          clash: false,
          segments: [
            { kind: 'same', text: 'Covered ' },
            { kind: 'removed', text: 'at dawn' },
            { kind: 'added', text: 'at dusk and later' },
            { kind: 'same', text: '.\n' },
          ],
        },
        { kind: 'same', oldLine: 4, newLine: 4, text: '\nSign in ink.' },
      ],
      added: 4,
      removed: 2,
      ...over,
    };
  },

  /** An edit of a document that has not changed since. */
  edit(over: Partial<EditCase> = {}): EditCase {
    const document = factory.document({ title: 'Standing order', category: 'SITE', version: 3 });
    return {
      id: nextId(),
      documentId: document.id,
      title: 'Standing order',
      content: '# Order\n\nCovered at dusk and later.\n\nSign in ink.',
      files: [],
      withheldLevels: [],
      preview: 'Order Covered at dusk and later. Sign in ink.',
      category: 'SITE',
      clearanceLevel: 2,
      clearanceAfter: 2,
      filePath: null,
      attachment: null,
      status: 'pending',
      submittedBy: document.submittedBy,
      submittedByUsername: 'k-osei',
      reviewedBy: null,
      reviewComments: null,
      changeDescription: 'The hour was wrong.',
      baseVersion: 3,
      requiresMultiStepApproval: false,
      approvalStep: 1,
      maxApprovalSteps: 1,
      approvalSteps: [],
      timedOutAt: null,
      isTimedOut: false,
      resubmissionOf: null,
      resubmittedAs: null,
      attempt: 1,
      previous: null,
      resubmittedAt: null,
      createdAt: when,
      reviewedAt: null,
      currentDocument: document,
      redacted: false,
      awaitsAnotherApprover: false,
      stale: false,
      diff: factory.diff(),
      threeWay: null,
      ...over,
    };
  },

  version(over: Partial<DocumentVersion> = {}): DocumentVersion {
    return {
      id: nextId(),
      documentId: nextId(),
      versionNumber: 1,
      title: 'Standing order',
      content: null,
      files: [],
      withheldLevels: [],
      preview: 'Order Covered at dawn. Sign in ink.',
      category: 'SITE',
      clearanceLevel: 2,
      filePath: null,
      attachment: null,
      changeDescription: null,
      createdBy: nextId(),
      createdByUsername: 'k-osei',
      createdAt: when,
      isCurrent: false,
      ...over,
    };
  },

  section(over: Partial<ArchiveSection> = {}): ArchiveSection {
    return {
      id: nextId(),
      name: 'Ambry Street, before the water',
      description: 'The street above the stair.',
      sectionType: 'story_arc',
      parentSection: null,
      displayOrder: 0,
      isActive: true,
      metadata: null,
      createdBy: nextId(),
      createdByUsername: 'a-mercer',
      createdAt: when,
      updatedAt: when,
      documentCount: 0,
      ...over,
    };
  },

  /** A document with a pending archive request. */
  archiveRequest(over: Partial<ArchiveRequest> = {}): ArchiveRequest {
    const document = factory.document();
    return {
      ...document,
      content: null,
      files: [],
      preview: document.content,
      redacted: false,
      excerpt: 'All mirrors are to be covered between 03:00 and 04:00.',
      archiveRequested: true,
      archiveRequestedAt: when,
      archiveRequestedBy: nextId(),
      archiveRequestedByUsername: 'k-osei',
      archiveRequestSection: nextId(),
      sectionName: 'Ambry Street, before the water',
      awaitsAnotherApprover: false,
      ...over,
    };
  },

  draft(over: Partial<Draft> = {}): Draft {
    return {
      id: nextId(),
      title: null,
      content: null,
      files: [],
      category: null,
      clearanceLevel: null,
      filePath: null,
      attachment: null,
      scheduledReleaseAt: null,
      revises: null,
      documentId: null,
      basedOnVersion: null,
      changeDescription: null,
      revision: 'r1',
      createdAt: when,
      updatedAt: when,
      ...over,
    };
  },

  auditEntry(over: Partial<AuditEntry> = {}): AuditEntry {
    return {
      id: nextId(),
      number: counter,
      action: 'document_deleted',
      entityType: 'document',
      entityId: nextId(),
      performedBy: nextId(),
      performedByUsername: 'a-mercer',
      details: '{"title":"The lighthouse that answers","clearanceLevel":3}',
      ipAddress: '203.0.113.7',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
      requestId: nextId(),
      isAdminAction: true,
      count: 1,
      timestamp: when,
      hash: 'ab'.repeat(32),
      object: null,
      ...over,
    };
  },
};
