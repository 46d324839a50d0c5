import type { ObjectText } from '@/api/fileTypes';
import type * as api from '@/api/generated';

/** The requests of the client by method and path, with their response bodies according to the contract. */
interface Answers {
  'get /api/admin/archive-requests': api.ListArchiveRequestsApiResponse;
  'post /api/admin/archive-requests/:id/approve': api.ApproveArchiveRequestApiResponse;
  'post /api/admin/archive-requests/:id/reject': api.RejectArchiveRequestApiResponse;
  'get /api/admin/audit-logs': api.ListAuditLogsApiResponse;
  'get /api/admin/audit-logs/actions': api.ListAuditActionsApiResponse;
  'get /api/admin/audit-logs/checkpoint': api.GetAuditCheckpointApiResponse;
  'get /api/admin/audit-logs/verify': api.VerifyAuditLogApiResponse;
  'get /api/admin/analytics/activity': api.GetActivityAnalyticsApiResponse;
  'get /api/admin/analytics/security': api.GetSecurityAnalyticsApiResponse;
  'get /api/admin/analytics/series': api.GetAnalyticsSeriesApiResponse;
  'get /api/admin/analytics/system': api.GetSystemAnalyticsApiResponse;
  'post /api/admin/alerts/clear': undefined;
  'get /api/admin/mail': api.ListMailApiResponse;
  'get /api/admin/mail/:id': api.GetMailApiResponse;
  'post /api/admin/mail/:id/retry': api.RetryMailApiResponse;
  'get /api/user/mail-settings': api.GetMailSettingsApiResponse;
  'patch /api/user/mail-settings': api.UpdateMailSettingsApiResponse;
  'get /api/admin/deadline-reminders': api.ListDeadlineRemindersApiResponse;
  'get /api/admin/security-alerts': api.ListSecurityAlertsApiResponse;
  'get /api/admin/security/active-sessions': api.ListActiveSessionsApiResponse;
  'get /api/admin/security/locked-names': api.ListLockedNamesApiResponse;
  'delete /api/admin/security/active-sessions/:id': undefined;
  'get /api/admin/security/recent-logins': api.ListRecentLoginsApiResponse;
  'get /api/admin/security/summary': api.GetSecuritySummaryApiResponse;
  'get /api/admin/security/suspicious-logins': api.ListSuspiciousLoginsApiResponse;
  'get /api/admin/export': unknown;
  'get /api/admin/documents': api.ListAllDocumentsApiResponse;
  'delete /api/admin/documents/:id': undefined;
  'get /api/admin/site-settings': api.GetSiteSettingsApiResponse;
  'patch /api/admin/site-settings': api.UpdateSiteSettingsApiResponse;
  'get /api/admin/submissions': api.ListPendingSubmissionsApiResponse;
  'get /api/admin/submissions/:id': api.GetSubmissionCaseApiResponse;
  'get /api/admin/submissions/:id/compare': api.CompareSubmissionApiResponse;
  'patch /api/admin/submissions/:id': api.ReviewSubmissionApiResponse;
  'get /api/admin/trash': api.ListTrashApiResponse;
  'post /api/admin/trash/:id/restore': api.RestoreDocumentApiResponse;
  'delete /api/admin/trash/:id': undefined;
  'get /api/admin/users': api.ListUsersApiResponse;
  'delete /api/admin/users/:id': undefined;
  'patch /api/admin/users/:id/approve': api.ApproveUserApiResponse;
  'patch /api/admin/users/:id/make-admin': api.MakeAdminApiResponse;
  'patch /api/admin/users/:id/remove-admin': api.RemoveAdminApiResponse;
  'post /api/admin/users/:id/reset-2fa': api.ResetTwoFactorApiResponse;
  'post /api/admin/users/:id/reset-password': api.IssueResetCodeApiResponse;
  'post /api/emergency-access': api.OpenEmergencyAccessApiResponse;
  'post /api/admin/sync-user-codes': api.SyncUserCodesApiResponse;
  'post /api/admin/update-user-codes': api.UpdateUserCodesApiResponse;
  'post /api/emergency-sync/codes': api.EmergencySyncCodesApiResponse;
  'post /api/verify-2fa': api.VerifyTwoFactorApiResponse;
  'post /api/user/2fa/enable': api.EnableTwoFactorApiResponse;
  'post /api/user/2fa/complete': api.CompleteTwoFactorApiResponse;
  'post /api/user/2fa/disable': api.DisableTwoFactorApiResponse;
  'post /api/password-reset': undefined;
  'post /api/user/password': undefined;
  'get /api/user/sessions': api.ListOwnSessionsApiResponse;
  'delete /api/user/sessions/:id': undefined;
  'patch /api/admin/users/:id/unlock': api.UnlockUserApiResponse;
  'patch /api/admin/users/:id/update-clearance': api.UpdateClearanceApiResponse;
  'get /api/archive/sections': api.ListArchiveSectionsApiResponse;
  'post /api/archive/sections': api.CreateArchiveSectionApiResponse;
  'patch /api/archive/sections/:id': api.UpdateArchiveSectionApiResponse;
  'get /api/user/board': api.GetBoardApiResponse;
  'get /api/user/notifications': api.ListNotificationsApiResponse;
  'post /api/user/notifications/read': undefined;
  'get /api/documents': api.ListDocumentsApiResponse;
  'get /api/documents/suggestions': api.SuggestWordsApiResponse;
  'get /api/documents/:id': api.GetDocumentApiResponse;
  'delete /api/documents/:id': undefined;
  'post /api/documents/:id/edit': api.ProposeEditApiResponse;
  'get /api/documents/:id/edit-draft': api.GetEditDraftApiResponse;
  'put /api/documents/:id/edit-draft': api.SaveEditDraftApiResponse;
  'delete /api/documents/:id/edit-draft': undefined;
  'get /api/documents/:id/versions': api.ListVersionsApiResponse;
  'get /api/documents/:id/versions/compare': api.CompareVersionsApiResponse;
  'post /api/documents/:id/revert/:versionId': api.GetDocumentApiResponse;
  'get /api/document-edits': api.ListDocumentEditsApiResponse;
  'get /api/document-edits/:id': api.GetDocumentEditApiResponse;
  'patch /api/document-edits/:id': api.ReviewDocumentEditApiResponse;
  'post /api/documents/:id/request-archive': api.RequestArchiveApiResponse;
  'post /api/documents/:id/unarchive': api.UnarchiveDocumentApiResponse;
  'get /api/documents/:id/comments': api.ListCommentsApiResponse;
  'post /api/documents/:id/comments': api.CreateCommentApiResponse;
  'patch /api/documents/:id/comments/:commentId': api.EditCommentApiResponse;
  'delete /api/documents/:id/comments/:commentId': undefined;
  'get /api/documents/:id/readers': api.CompleteReadersApiResponse;
  'put /api/documents/:id/watch': undefined;
  'delete /api/documents/:id/watch': undefined;
  'patch /api/admin/documents/:id/classification': api.ReclassifyDocumentApiResponse;
  'get /api/documents/:id/access-log': api.GetDocumentAccessLogApiResponse;
  'get /api/documents/:id/backlinks': api.ListBacklinksApiResponse;
  'get /api/documents/:id/views': api.GetDocumentViewsApiResponse;
  'get /api/health': api.GetHealthApiResponse;
  'post /api/login': api.LoginApiResponse;
  'post /api/logout': undefined;
  'post /api/objects/upload': api.CreateUploadApiResponse;
  // Not in the generated client, because the uploader sends it directly.
  'put /api/objects/upload/:ticket': {
    readonly size: number;
    readonly contentType: string;
    readonly filename: string;
  };
  'get /api/objects/:id/text': ObjectText;
  'post /api/register': api.RegisterApiResponse;
  'get /api/site-lock-status': api.GetSiteLockStatusApiResponse;
  'put /api/submission-files': api.ClaimUploadApiResponse;
  'post /api/submissions': api.CreateSubmissionApiResponse;
  'get /api/templates': api.ListTemplatesApiResponse;
  'post /api/templates': api.CreateTemplateApiResponse;
  'patch /api/templates/:id': api.UpdateTemplateApiResponse;
  'get /api/user': api.GetCurrentUserApiResponse;
  'patch /api/user/settings': api.UpdateSettingsApiResponse;
  'get /api/user/submissions': api.ListOwnSubmissionsApiResponse;
  'get /api/user/submissions/:id': api.GetOwnSubmissionApiResponse;
  'post /api/user/submissions/:id/resubmit': api.ResubmitSubmissionApiResponse;
  'post /api/user/submissions/:id/withdraw': api.WithdrawSubmissionApiResponse;
  'get /api/user/timed-out': api.ListTimedOutApiResponse;
  'get /api/user/drafts': api.ListDraftsApiResponse;
  'post /api/user/drafts': api.CreateDraftApiResponse;
  'get /api/user/drafts/:id': api.GetDraftApiResponse;
  'put /api/user/drafts/:id': api.SaveDraftApiResponse;
  'delete /api/user/drafts/:id': undefined;
  'post /api/user/drafts/:id/submit': api.SubmitDraftApiResponse;
  'get /api/user/edits': api.ListOwnEditsApiResponse;
  'get /api/user/edits/:id': api.GetOwnEditApiResponse;
  'delete /api/user/edits/:id': undefined;
  'post /api/user/edits/:id/resubmit': api.ResubmitEditApiResponse;
}

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type PathOf<Name extends Method> = keyof Answers extends infer Call
  ? Call extends `${Name} ${infer Path}`
    ? Path
    : never
  : never;

type Changeable<Body> = Body extends readonly (infer Item)[] ? readonly Item[] : Body;

export type AnswerOf<Name extends Method, Path extends PathOf<Name>> = `${Name} ${Path}` extends infer Call
  ? Call extends keyof Answers
    ? Changeable<Answers[Call]>
    : never
  : never;
