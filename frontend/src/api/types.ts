/**
 * The contract's types under the names that the screens use. They are derived from the operations, so a renamed schema
 * changes nothing here.
 */
import type {
  EnableTwoFactorApiResponse,
  GetBoardApiResponse,
  GetActivityAnalyticsApiResponse,
  GetAnalyticsSeriesApiResponse,
  GetCurrentUserApiResponse,
  GetDocumentAccessLogApiResponse,
  CompareVersionsApiResponse,
  GetDocumentApiResponse,
  GetDocumentEditApiResponse,
  GetDraftApiResponse,
  GetFileTextApiResponse,
  GetSecurityAnalyticsApiResponse,
  GetSecuritySummaryApiResponse,
  GetSystemAnalyticsApiResponse,
  ListAllDocumentsApiResponse,
  ListActiveSessionsApiResponse,
  ListLockedNamesApiResponse,
  ListArchivedDocumentsApiResponse,
  ListArchiveRequestsApiResponse,
  ListArchiveSectionsApiResponse,
  ListBacklinksApiResponse,
  ListAuditLogsApiResponse,
  ListDeadlineRemindersApiResponse,
  ListDocumentEditsApiResponse,
  ListDocumentsApiResponse,
  ListDraftsApiResponse,
  GetMailApiResponse,
  GetMailSettingsApiResponse,
  ListMailApiResponse,
  ListNotificationsApiResponse,
  ListOwnEditsApiResponse,
  ListOwnSessionsApiResponse,
  ListOwnSubmissionsApiResponse,
  ListPendingSubmissionsApiResponse,
  ListRecentLoginsApiResponse,
  ListSecurityAlertsApiResponse,
  ListCommentsApiResponse,
  ListTemplatesApiResponse,
  ListTimedOutApiResponse,
  ListTrashApiResponse,
  ListVersionsApiResponse,
  VerifyAuditLogApiResponse,
} from './generated';

export type Board = GetBoardApiResponse;
export type BoardNews = Board['decided']['items'][number];
export type News = ListNotificationsApiResponse[number];
export type User = GetCurrentUserApiResponse;
/** A browser that is signed in to the user's account. */
export type OwnSession = ListOwnSessionsApiResponse[number];
/** The secret and the codes of a new second factor, which are shown only once. */
export type TwoFactorSetup = EnableTwoFactorApiResponse;
export type DocumentRecord = GetDocumentApiResponse;
export type DocumentSummary = ListDocumentsApiResponse[number];
/** Where a search was found in a file of a record. */
export type FileMatch = NonNullable<DocumentSummary['fileMatch']>;
export type FileText = GetFileTextApiResponse;
export type AdminDocument = ListAllDocumentsApiResponse[number];
export type AccessLogEntry = GetDocumentAccessLogApiResponse[number];
/** A record that links to another. */
export type Backlink = ListBacklinksApiResponse[number];
export type Comment = ListCommentsApiResponse[number];
/** A deleted document, without its text. */
export type TrashedDocument = ListTrashApiResponse[number];
export type Submission = ListOwnSubmissionsApiResponse[number];
/** A submission in the control panel: its text may be withheld. */
export type AdminSubmission = ListPendingSubmissionsApiResponse[number];
/** The earlier case that another one follows. */
export type PreviousCase = NonNullable<AdminSubmission['previous']>;
export type Draft = GetDraftApiResponse;
export type DraftSummary = ListDraftsApiResponse[number];
/** An edit as its author sees it. In lists its content is `null`. */
export type OwnEdit = ListOwnEditsApiResponse[number];
export type TimedOutItem = ListTimedOutApiResponse[number];
export type ArchiveSection = ListArchiveSectionsApiResponse[number];
export type SectionType = ArchiveSection['sectionType'];
export type ArchivedDocument = ListArchivedDocumentsApiResponse[number];
/** A document with a pending request to archive it, in the control panel: its text may be withheld. */
export type ArchiveRequest = ListArchiveRequestsApiResponse[number];
export type Template = ListTemplatesApiResponse[number];
export type AuditEntry = ListAuditLogsApiResponse[number];
/** One sign-in attempt, or several equal ones. */
export type LoginAttempt = ListRecentLoginsApiResponse[number];
export type ActiveSession = ListActiveSessionsApiResponse[number];
export type LockedName = ListLockedNamesApiResponse[number];
export type Mail = ListMailApiResponse[number];
export type MailDetail = GetMailApiResponse;
export type MailSettings = GetMailSettingsApiResponse;
export type SecuritySummary = GetSecuritySummaryApiResponse;
export type SecurityAnalytics = GetSecurityAnalyticsApiResponse;
export type SystemAnalytics = GetSystemAnalyticsApiResponse;
export type ActivityAnalytics = GetActivityAnalyticsApiResponse;
export type AnalyticsSeries = GetAnalyticsSeriesApiResponse;
/** A period of a series with the values of its metric. */
export type AnalyticsPoint = AnalyticsSeries['points'][number];
export type SecurityAlert = ListSecurityAlertsApiResponse[number];
export type DeadlineReminder = ListDeadlineRemindersApiResponse[number];
export type AuditVerdict = VerifyAuditLogApiResponse;
/** An edit in the control panel: its text may be withheld. */
export type AdminEdit = ListDocumentEditsApiResponse[number];
export type EditCase = GetDocumentEditApiResponse;
export type DocumentVersion = ListVersionsApiResponse[number];
export type Diff = CompareVersionsApiResponse;
