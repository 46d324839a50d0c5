/**
 * The shapes of the contract under the names the screens use. They are read off the operations, so that a renamed
 * schema changes nothing here.
 */
import type {
  CreateSubmissionApiArg,
  GetCurrentUserApiResponse,
  GetDocumentAccessLogApiResponse,
  GetDocumentApiResponse,
  ListAllDocumentsApiResponse,
  ListDocumentsApiResponse,
  ListPendingSubmissionsApiResponse,
} from './generated';

export type User = GetCurrentUserApiResponse;
export type DocumentRecord = GetDocumentApiResponse;
export type DocumentSummary = ListDocumentsApiResponse[number];
export type AdminDocument = ListAllDocumentsApiResponse[number];
export type AccessLogEntry = GetDocumentAccessLogApiResponse[number];
export type Submission = ListPendingSubmissionsApiResponse[number];
export type NewSubmission = CreateSubmissionApiArg;

/** An entry of the security log. */
export interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly performedBy: string | null;
  readonly performedByUsername: string | null;
  /** JSON. */
  readonly details: string | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly isAdminAction: boolean;
  readonly timestamp: string;
}

/** What came of checking the chain of the log. */
export interface AuditVerdict {
  readonly ok: boolean;
  readonly entries: number;
  readonly firstBroken: { readonly id: string; readonly number: number } | null;
}
