/**
 * The shapes of the contract under the names the screens use. They are read off the operations, so that a renamed
 * schema changes nothing here.
 */
import type {
  GetBoardApiResponse,
  GetCurrentUserApiResponse,
  GetDocumentAccessLogApiResponse,
  GetDocumentApiResponse,
  GetDraftApiResponse,
  ListAllDocumentsApiResponse,
  ListAuditLogsApiResponse,
  ListDocumentsApiResponse,
  ListDraftsApiResponse,
  ListOwnSubmissionsApiResponse,
  ListPendingSubmissionsApiResponse,
  ListTemplatesApiResponse,
  VerifyAuditLogApiResponse,
} from './generated';
import type { AdminEdit, Block, Diff, DocumentVersion, EditCase, Segment, ThreeWay } from './editing';

export type { AdminEdit, Block, Diff, DocumentVersion, EditCase, Segment, ThreeWay };

export type Board = GetBoardApiResponse;
export type BoardNews = Board['decided']['items'][number];
export type User = GetCurrentUserApiResponse;
export type DocumentRecord = GetDocumentApiResponse;
export type DocumentSummary = ListDocumentsApiResponse[number];
export type AdminDocument = ListAllDocumentsApiResponse[number];
export type AccessLogEntry = GetDocumentAccessLogApiResponse[number];
export type Submission = ListOwnSubmissionsApiResponse[number];
/** A submission in the control panel: its text may be withheld. */
export type AdminSubmission = ListPendingSubmissionsApiResponse[number];
/** What the user is writing. */
export type Draft = GetDraftApiResponse;
export type DraftSummary = ListDraftsApiResponse[number];
export type Template = ListTemplatesApiResponse[number];
export type AuditEntry = ListAuditLogsApiResponse[number];
export type AuditVerdict = VerifyAuditLogApiResponse;
