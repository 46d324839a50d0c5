import { baseApi as api } from './baseApi';
export const addTagTypes = [
  'Security',
  'Analytics',
  'Archive',
  'AuditLog',
  'Document',
  'System',
  'SiteLock',
  'Submission',
  'User',
  'Trash',
  'DocumentEdit',
  'DocumentComment',
  'Draft',
  'DocumentVersion',
  'Template',
] as const;
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      clearAlerts: build.mutation<ClearAlertsApiResponse, ClearAlertsApiArg>({
        query: (queryArg) => ({ url: `/api/admin/alerts/clear`, method: 'POST', body: queryArg }),
        invalidatesTags: ['Security'],
      }),
      getActivityAnalytics: build.query<GetActivityAnalyticsApiResponse, GetActivityAnalyticsApiArg>({
        query: () => ({ url: `/api/admin/analytics/activity` }),
        providesTags: ['Analytics'],
      }),
      getSecurityAnalytics: build.query<GetSecurityAnalyticsApiResponse, GetSecurityAnalyticsApiArg>({
        query: () => ({ url: `/api/admin/analytics/security` }),
        providesTags: ['Analytics'],
      }),
      getAnalyticsSeries: build.query<GetAnalyticsSeriesApiResponse, GetAnalyticsSeriesApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/analytics/series`,
          params: {
            metric: queryArg.metric,
            interval: queryArg.interval,
          },
        }),
        providesTags: ['Analytics'],
      }),
      getSystemAnalytics: build.query<GetSystemAnalyticsApiResponse, GetSystemAnalyticsApiArg>({
        query: () => ({ url: `/api/admin/analytics/system` }),
        providesTags: ['Analytics'],
      }),
      listArchiveRequests: build.query<ListArchiveRequestsApiResponse, ListArchiveRequestsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/archive-requests`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Archive'],
      }),
      approveArchiveRequest: build.mutation<ApproveArchiveRequestApiResponse, ApproveArchiveRequestApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/archive-requests/${encodeURIComponent(String(queryArg.documentId))}/approve`,
          method: 'POST',
          body: queryArg.archiveDecisionRequest,
        }),
        invalidatesTags: ['Archive'],
      }),
      rejectArchiveRequest: build.mutation<RejectArchiveRequestApiResponse, RejectArchiveRequestApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/archive-requests/${encodeURIComponent(String(queryArg.documentId))}/reject`,
          method: 'POST',
          body: queryArg.archiveDecisionRequest,
        }),
        invalidatesTags: ['Archive'],
      }),
      listAuditLogs: build.query<ListAuditLogsApiResponse, ListAuditLogsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/audit-logs`,
          params: {
            view: queryArg.view,
            q: queryArg.q,
            action: queryArg.action,
            person: queryArg.person,
            from: queryArg['from'],
            to: queryArg.to,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['AuditLog'],
      }),
      listAuditActions: build.query<ListAuditActionsApiResponse, ListAuditActionsApiArg>({
        query: () => ({ url: `/api/admin/audit-logs/actions` }),
        providesTags: ['AuditLog'],
      }),
      getAuditCheckpoint: build.query<GetAuditCheckpointApiResponse, GetAuditCheckpointApiArg>({
        query: () => ({ url: `/api/admin/audit-logs/checkpoint` }),
        providesTags: ['AuditLog'],
      }),
      verifyAuditLog: build.query<VerifyAuditLogApiResponse, VerifyAuditLogApiArg>({
        query: () => ({ url: `/api/admin/audit-logs/verify` }),
        providesTags: ['AuditLog'],
      }),
      listDeadlineReminders: build.query<ListDeadlineRemindersApiResponse, ListDeadlineRemindersApiArg>({
        query: () => ({ url: `/api/admin/deadline-reminders` }),
        providesTags: ['Security'],
      }),
      listAllDocuments: build.query<ListAllDocumentsApiResponse, ListAllDocumentsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/documents`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Document'],
      }),
      adminDeleteDocument: build.mutation<AdminDeleteDocumentApiResponse, AdminDeleteDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/documents/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Document'],
      }),
      reclassifyDocument: build.mutation<ReclassifyDocumentApiResponse, ReclassifyDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/documents/${encodeURIComponent(String(queryArg.id))}/classification`,
          method: 'PATCH',
          body: queryArg.reclassifyRequest,
        }),
        invalidatesTags: ['Document'],
      }),
      exportInstallation: build.query<ExportInstallationApiResponse, ExportInstallationApiArg>({
        query: () => ({ url: `/api/admin/export` }),
        providesTags: ['System'],
      }),
      listMail: build.query<ListMailApiResponse, ListMailApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/mail`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Security'],
      }),
      getMail: build.query<GetMailApiResponse, GetMailApiArg>({
        query: (queryArg) => ({ url: `/api/admin/mail/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['Security'],
      }),
      retryMail: build.mutation<RetryMailApiResponse, RetryMailApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/mail/${encodeURIComponent(String(queryArg))}/retry`,
          method: 'POST',
        }),
        invalidatesTags: ['Security'],
      }),
      listSecurityAlerts: build.query<ListSecurityAlertsApiResponse, ListSecurityAlertsApiArg>({
        query: () => ({ url: `/api/admin/security-alerts` }),
        providesTags: ['Security'],
      }),
      listActiveSessions: build.query<ListActiveSessionsApiResponse, ListActiveSessionsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/security/active-sessions`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Security'],
      }),
      terminateSession: build.mutation<TerminateSessionApiResponse, TerminateSessionApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/security/active-sessions/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Security'],
      }),
      listLockedNames: build.query<ListLockedNamesApiResponse, ListLockedNamesApiArg>({
        query: () => ({ url: `/api/admin/security/locked-names` }),
        providesTags: ['Security'],
      }),
      listRecentLogins: build.query<ListRecentLoginsApiResponse, ListRecentLoginsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/security/recent-logins`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Security'],
      }),
      getSecuritySummary: build.query<GetSecuritySummaryApiResponse, GetSecuritySummaryApiArg>({
        query: () => ({ url: `/api/admin/security/summary` }),
        providesTags: ['Security'],
      }),
      listSuspiciousLogins: build.query<ListSuspiciousLoginsApiResponse, ListSuspiciousLoginsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/security/suspicious-logins`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Security'],
      }),
      getSiteSettings: build.query<GetSiteSettingsApiResponse, GetSiteSettingsApiArg>({
        query: () => ({ url: `/api/admin/site-settings` }),
        providesTags: ['SiteLock'],
      }),
      updateSiteSettings: build.mutation<UpdateSiteSettingsApiResponse, UpdateSiteSettingsApiArg>({
        query: (queryArg) => ({ url: `/api/admin/site-settings`, method: 'PATCH', body: queryArg }),
        invalidatesTags: ['SiteLock'],
      }),
      listPendingSubmissions: build.query<ListPendingSubmissionsApiResponse, ListPendingSubmissionsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/submissions`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Submission'],
      }),
      getSubmissionCase: build.query<GetSubmissionCaseApiResponse, GetSubmissionCaseApiArg>({
        query: (queryArg) => ({ url: `/api/admin/submissions/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['Submission'],
      }),
      reviewSubmission: build.mutation<ReviewSubmissionApiResponse, ReviewSubmissionApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/submissions/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PATCH',
          body: queryArg.reviewSubmissionRequest,
        }),
        invalidatesTags: ['Submission'],
      }),
      compareSubmission: build.query<CompareSubmissionApiResponse, CompareSubmissionApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/submissions/${encodeURIComponent(String(queryArg))}/compare`,
        }),
        providesTags: ['Submission'],
      }),
      syncUserCodes: build.mutation<SyncUserCodesApiResponse, SyncUserCodesApiArg>({
        query: (queryArg) => ({ url: `/api/admin/sync-user-codes`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listTrash: build.query<ListTrashApiResponse, ListTrashApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/trash`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Trash'],
      }),
      purgeDocument: build.mutation<PurgeDocumentApiResponse, PurgeDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/trash/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Trash'],
      }),
      restoreDocument: build.mutation<RestoreDocumentApiResponse, RestoreDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/trash/${encodeURIComponent(String(queryArg))}/restore`,
          method: 'POST',
        }),
        invalidatesTags: ['Trash'],
      }),
      updateUserCodes: build.mutation<UpdateUserCodesApiResponse, UpdateUserCodesApiArg>({
        query: (queryArg) => ({ url: `/api/admin/update-user-codes`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listUsers: build.query<ListUsersApiResponse, ListUsersApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['User'],
      }),
      deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['User'],
      }),
      approveUser: build.mutation<ApproveUserApiResponse, ApproveUserApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg.id))}/approve`,
          method: 'PATCH',
          body: queryArg.clearanceRequest,
        }),
        invalidatesTags: ['User'],
      }),
      makeAdmin: build.mutation<MakeAdminApiResponse, MakeAdminApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}/make-admin`,
          method: 'PATCH',
        }),
        invalidatesTags: ['User'],
      }),
      removeAdmin: build.mutation<RemoveAdminApiResponse, RemoveAdminApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}/remove-admin`,
          method: 'PATCH',
        }),
        invalidatesTags: ['User'],
      }),
      resetTwoFactor: build.mutation<ResetTwoFactorApiResponse, ResetTwoFactorApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}/reset-2fa`,
          method: 'POST',
        }),
        invalidatesTags: ['User'],
      }),
      issueResetCode: build.mutation<IssueResetCodeApiResponse, IssueResetCodeApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}/reset-password`,
          method: 'POST',
        }),
        invalidatesTags: ['User'],
      }),
      unlockUser: build.mutation<UnlockUserApiResponse, UnlockUserApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}/unlock`,
          method: 'PATCH',
        }),
        invalidatesTags: ['User'],
      }),
      updateClearance: build.mutation<UpdateClearanceApiResponse, UpdateClearanceApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg.id))}/update-clearance`,
          method: 'PATCH',
          body: queryArg.clearanceRequest,
        }),
        invalidatesTags: ['User'],
      }),
      listArchivedDocuments: build.query<ListArchivedDocumentsApiResponse, ListArchivedDocumentsApiArg>({
        query: (queryArg) => ({
          url: `/api/archive/documents/${encodeURIComponent(String(queryArg.sectionId))}`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
            skip: queryArg.skip,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Archive'],
      }),
      listArchiveSections: build.query<ListArchiveSectionsApiResponse, ListArchiveSectionsApiArg>({
        query: (queryArg) => ({
          url: `/api/archive/sections`,
          params: {
            inactive: queryArg.inactive,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Archive'],
      }),
      createArchiveSection: build.mutation<CreateArchiveSectionApiResponse, CreateArchiveSectionApiArg>({
        query: (queryArg) => ({ url: `/api/archive/sections`, method: 'POST', body: queryArg }),
        invalidatesTags: ['Archive'],
      }),
      updateArchiveSection: build.mutation<UpdateArchiveSectionApiResponse, UpdateArchiveSectionApiArg>({
        query: (queryArg) => ({
          url: `/api/archive/sections/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PATCH',
          body: queryArg.updateSectionRequest,
        }),
        invalidatesTags: ['Archive'],
      }),
      listDocumentEdits: build.query<ListDocumentEditsApiResponse, ListDocumentEditsApiArg>({
        query: (queryArg) => ({
          url: `/api/document-edits`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['DocumentEdit'],
      }),
      getDocumentEdit: build.query<GetDocumentEditApiResponse, GetDocumentEditApiArg>({
        query: (queryArg) => ({ url: `/api/document-edits/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['DocumentEdit'],
      }),
      reviewDocumentEdit: build.mutation<ReviewDocumentEditApiResponse, ReviewDocumentEditApiArg>({
        query: (queryArg) => ({
          url: `/api/document-edits/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PATCH',
          body: queryArg.reviewEditRequest,
        }),
        invalidatesTags: ['DocumentEdit'],
      }),
      listDocuments: build.query<ListDocumentsApiResponse, ListDocumentsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents`,
          params: {
            level: queryArg.level,
            category: queryArg.category,
            q: queryArg.q,
            author: queryArg.author,
            sort: queryArg.sort,
            id: queryArg.id,
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
            skip: queryArg.skip,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Document'],
      }),
      suggestWords: build.query<SuggestWordsApiResponse, SuggestWordsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/suggestions`,
          params: {
            q: queryArg.q,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Document'],
      }),
      getDocument: build.query<GetDocumentApiResponse, GetDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}`,
          params: {
            as: queryArg['as'],
          },
        }),
        providesTags: ['Document'],
      }),
      deleteDocument: build.mutation<DeleteDocumentApiResponse, DeleteDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Document'],
      }),
      getDocumentAccessLog: build.query<GetDocumentAccessLogApiResponse, GetDocumentAccessLogApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/access-log`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Document'],
      }),
      listBacklinks: build.query<ListBacklinksApiResponse, ListBacklinksApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/backlinks`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Document'],
      }),
      listComments: build.query<ListCommentsApiResponse, ListCommentsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/comments`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
            as: queryArg['as'],
          },
        }),
        providesTags: ['DocumentComment'],
      }),
      createComment: build.mutation<CreateCommentApiResponse, CreateCommentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/comments`,
          method: 'POST',
          body: queryArg.createCommentRequest,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['DocumentComment'],
      }),
      deleteComment: build.mutation<DeleteCommentApiResponse, DeleteCommentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/comments/${encodeURIComponent(String(queryArg.commentId))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DocumentComment'],
      }),
      editComment: build.mutation<EditCommentApiResponse, EditCommentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/comments/${encodeURIComponent(String(queryArg.commentId))}`,
          method: 'PATCH',
          body: queryArg.editCommentRequest,
        }),
        invalidatesTags: ['DocumentComment'],
      }),
      proposeEdit: build.mutation<ProposeEditApiResponse, ProposeEditApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/edit`,
          method: 'POST',
          body: queryArg.proposeEditRequest,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['DocumentEdit'],
      }),
      getEditDraft: build.query<GetEditDraftApiResponse, GetEditDraftApiArg>({
        query: (queryArg) => ({ url: `/api/documents/${encodeURIComponent(String(queryArg))}/edit-draft` }),
        providesTags: ['Draft'],
      }),
      saveEditDraft: build.mutation<SaveEditDraftApiResponse, SaveEditDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/edit-draft`,
          method: 'PUT',
          body: queryArg.saveEditDraftRequest,
        }),
        invalidatesTags: ['Draft'],
      }),
      deleteEditDraft: build.mutation<DeleteEditDraftApiResponse, DeleteEditDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}/edit-draft`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Draft'],
      }),
      completeReaders: build.query<CompleteReadersApiResponse, CompleteReadersApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/readers`,
          params: {
            q: queryArg.q,
          },
        }),
        providesTags: ['DocumentComment'],
      }),
      requestArchive: build.mutation<RequestArchiveApiResponse, RequestArchiveApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/request-archive`,
          method: 'POST',
          body: queryArg.archiveDocumentRequest,
        }),
        invalidatesTags: ['Archive'],
      }),
      revertDocument: build.mutation<RevertDocumentApiResponse, RevertDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/revert/${encodeURIComponent(String(queryArg.versionId))}`,
          method: 'POST',
        }),
        invalidatesTags: ['DocumentVersion'],
      }),
      unarchiveDocument: build.mutation<UnarchiveDocumentApiResponse, UnarchiveDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}/unarchive`,
          method: 'POST',
        }),
        invalidatesTags: ['Archive'],
      }),
      listVersions: build.query<ListVersionsApiResponse, ListVersionsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/versions`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
            as: queryArg['as'],
          },
        }),
        providesTags: ['DocumentVersion'],
      }),
      compareVersions: build.query<CompareVersionsApiResponse, CompareVersionsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg.id))}/versions/compare`,
          params: {
            from: queryArg['from'],
            to: queryArg.to,
            as: queryArg['as'],
          },
        }),
        providesTags: ['DocumentVersion'],
      }),
      getDocumentViews: build.query<GetDocumentViewsApiResponse, GetDocumentViewsApiArg>({
        query: (queryArg) => ({ url: `/api/documents/${encodeURIComponent(String(queryArg))}/views` }),
        providesTags: ['Document'],
      }),
      watchDocument: build.mutation<WatchDocumentApiResponse, WatchDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}/watch`,
          method: 'PUT',
        }),
        invalidatesTags: ['DocumentComment'],
      }),
      unwatchDocument: build.mutation<UnwatchDocumentApiResponse, UnwatchDocumentApiArg>({
        query: (queryArg) => ({
          url: `/api/documents/${encodeURIComponent(String(queryArg))}/watch`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DocumentComment'],
      }),
      openEmergencyAccess: build.mutation<OpenEmergencyAccessApiResponse, OpenEmergencyAccessApiArg>({
        query: (queryArg) => ({ url: `/api/emergency-access`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      emergencySyncCodes: build.mutation<EmergencySyncCodesApiResponse, EmergencySyncCodesApiArg>({
        query: (queryArg) => ({ url: `/api/emergency-sync/codes`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      getHealth: build.query<GetHealthApiResponse, GetHealthApiArg>({
        query: () => ({ url: `/api/health` }),
        providesTags: ['System'],
      }),
      login: build.mutation<LoginApiResponse, LoginApiArg>({
        query: (queryArg) => ({ url: `/api/login`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: () => ({ url: `/api/logout`, method: 'POST' }),
        invalidatesTags: ['User'],
      }),
      createUpload: build.mutation<CreateUploadApiResponse, CreateUploadApiArg>({
        query: (queryArg) => ({
          url: `/api/objects/upload`,
          method: 'POST',
          params: {
            kind: queryArg,
          },
        }),
        invalidatesTags: ['Submission'],
      }),
      getFileText: build.query<GetFileTextApiResponse, GetFileTextApiArg>({
        query: (queryArg) => ({ url: `/api/objects/${encodeURIComponent(String(queryArg))}/text` }),
        providesTags: ['Submission'],
      }),
      resetPassword: build.mutation<ResetPasswordApiResponse, ResetPasswordApiArg>({
        query: (queryArg) => ({ url: `/api/password-reset`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      register: build.mutation<RegisterApiResponse, RegisterApiArg>({
        query: (queryArg) => ({ url: `/api/register`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      getSiteLockStatus: build.query<GetSiteLockStatusApiResponse, GetSiteLockStatusApiArg>({
        query: () => ({ url: `/api/site-lock-status` }),
        providesTags: ['SiteLock'],
      }),
      claimUpload: build.mutation<ClaimUploadApiResponse, ClaimUploadApiArg>({
        query: (queryArg) => ({ url: `/api/submission-files`, method: 'PUT', body: queryArg }),
        invalidatesTags: ['Submission'],
      }),
      createSubmission: build.mutation<CreateSubmissionApiResponse, CreateSubmissionApiArg>({
        query: (queryArg) => ({
          url: `/api/submissions`,
          method: 'POST',
          body: queryArg.createSubmissionRequest,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['Submission'],
      }),
      listTemplates: build.query<ListTemplatesApiResponse, ListTemplatesApiArg>({
        query: (queryArg) => ({
          url: `/api/templates`,
          params: {
            retired: queryArg.retired,
            as: queryArg['as'],
          },
        }),
        providesTags: ['Template'],
      }),
      createTemplate: build.mutation<CreateTemplateApiResponse, CreateTemplateApiArg>({
        query: (queryArg) => ({ url: `/api/templates`, method: 'POST', body: queryArg }),
        invalidatesTags: ['Template'],
      }),
      updateTemplate: build.mutation<UpdateTemplateApiResponse, UpdateTemplateApiArg>({
        query: (queryArg) => ({
          url: `/api/templates/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PATCH',
          body: queryArg.updateTemplateRequest,
        }),
        invalidatesTags: ['Template'],
      }),
      getCurrentUser: build.query<GetCurrentUserApiResponse, GetCurrentUserApiArg>({
        query: () => ({ url: `/api/user` }),
        providesTags: ['User'],
      }),
      completeTwoFactor: build.mutation<CompleteTwoFactorApiResponse, CompleteTwoFactorApiArg>({
        query: (queryArg) => ({ url: `/api/user/2fa/complete`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      disableTwoFactor: build.mutation<DisableTwoFactorApiResponse, DisableTwoFactorApiArg>({
        query: (queryArg) => ({ url: `/api/user/2fa/disable`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      enableTwoFactor: build.mutation<EnableTwoFactorApiResponse, EnableTwoFactorApiArg>({
        query: () => ({ url: `/api/user/2fa/enable`, method: 'POST' }),
        invalidatesTags: ['User'],
      }),
      verifyTotp: build.mutation<VerifyTotpApiResponse, VerifyTotpApiArg>({
        query: (queryArg) => ({ url: `/api/user/2fa/verify-totp`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      getBoard: build.query<GetBoardApiResponse, GetBoardApiArg>({
        query: () => ({ url: `/api/user/board` }),
        providesTags: ['User'],
      }),
      listDrafts: build.query<ListDraftsApiResponse, ListDraftsApiArg>({
        query: () => ({ url: `/api/user/drafts` }),
        providesTags: ['Draft'],
      }),
      createDraft: build.mutation<CreateDraftApiResponse, CreateDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/user/drafts`,
          method: 'POST',
          body: queryArg.createDraftRequest,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['Draft'],
      }),
      getDraft: build.query<GetDraftApiResponse, GetDraftApiArg>({
        query: (queryArg) => ({ url: `/api/user/drafts/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['Draft'],
      }),
      saveDraft: build.mutation<SaveDraftApiResponse, SaveDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/user/drafts/${encodeURIComponent(String(queryArg.id))}`,
          method: 'PUT',
          body: queryArg.saveDraftRequest,
        }),
        invalidatesTags: ['Draft'],
      }),
      deleteDraft: build.mutation<DeleteDraftApiResponse, DeleteDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/user/drafts/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['Draft'],
      }),
      submitDraft: build.mutation<SubmitDraftApiResponse, SubmitDraftApiArg>({
        query: (queryArg) => ({
          url: `/api/user/drafts/${encodeURIComponent(String(queryArg.id))}/submit`,
          method: 'POST',
          body: queryArg.submitDraftRequest,
          headers: {
            'Idempotency-Key': queryArg['Idempotency-Key'],
          },
        }),
        invalidatesTags: ['Draft'],
      }),
      listOwnEdits: build.query<ListOwnEditsApiResponse, ListOwnEditsApiArg>({
        query: (queryArg) => ({
          url: `/api/user/edits`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['DocumentEdit'],
      }),
      getOwnEdit: build.query<GetOwnEditApiResponse, GetOwnEditApiArg>({
        query: (queryArg) => ({ url: `/api/user/edits/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['DocumentEdit'],
      }),
      withdrawEdit: build.mutation<WithdrawEditApiResponse, WithdrawEditApiArg>({
        query: (queryArg) => ({
          url: `/api/user/edits/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['DocumentEdit'],
      }),
      resubmitEdit: build.mutation<ResubmitEditApiResponse, ResubmitEditApiArg>({
        query: (queryArg) => ({
          url: `/api/user/edits/${encodeURIComponent(String(queryArg))}/resubmit`,
          method: 'POST',
        }),
        invalidatesTags: ['DocumentEdit'],
      }),
      exportOwnRecords: build.query<ExportOwnRecordsApiResponse, ExportOwnRecordsApiArg>({
        query: () => ({ url: `/api/user/export` }),
        providesTags: ['User'],
      }),
      getMailSettings: build.query<GetMailSettingsApiResponse, GetMailSettingsApiArg>({
        query: () => ({ url: `/api/user/mail-settings` }),
        providesTags: ['User'],
      }),
      updateMailSettings: build.mutation<UpdateMailSettingsApiResponse, UpdateMailSettingsApiArg>({
        query: (queryArg) => ({ url: `/api/user/mail-settings`, method: 'PATCH', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listNotifications: build.query<ListNotificationsApiResponse, ListNotificationsApiArg>({
        query: (queryArg) => ({
          url: `/api/user/notifications`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['User'],
      }),
      readNotifications: build.mutation<ReadNotificationsApiResponse, ReadNotificationsApiArg>({
        query: (queryArg) => ({ url: `/api/user/notifications/read`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      changePassword: build.mutation<ChangePasswordApiResponse, ChangePasswordApiArg>({
        query: (queryArg) => ({ url: `/api/user/password`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listOwnPendingEdits: build.query<ListOwnPendingEditsApiResponse, ListOwnPendingEditsApiArg>({
        query: (queryArg) => ({
          url: `/api/user/pending-edits`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['DocumentEdit'],
      }),
      listOwnSessions: build.query<ListOwnSessionsApiResponse, ListOwnSessionsApiArg>({
        query: () => ({ url: `/api/user/sessions` }),
        providesTags: ['User'],
      }),
      endOwnSession: build.mutation<EndOwnSessionApiResponse, EndOwnSessionApiArg>({
        query: (queryArg) => ({
          url: `/api/user/sessions/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
        }),
        invalidatesTags: ['User'],
      }),
      updateSettings: build.mutation<UpdateSettingsApiResponse, UpdateSettingsApiArg>({
        query: (queryArg) => ({ url: `/api/user/settings`, method: 'PATCH', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listOwnSubmissions: build.query<ListOwnSubmissionsApiResponse, ListOwnSubmissionsApiArg>({
        query: (queryArg) => ({
          url: `/api/user/submissions`,
          params: {
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Submission'],
      }),
      getOwnSubmission: build.query<GetOwnSubmissionApiResponse, GetOwnSubmissionApiArg>({
        query: (queryArg) => ({ url: `/api/user/submissions/${encodeURIComponent(String(queryArg))}` }),
        providesTags: ['Submission'],
      }),
      resubmitSubmission: build.mutation<ResubmitSubmissionApiResponse, ResubmitSubmissionApiArg>({
        query: (queryArg) => ({
          url: `/api/user/submissions/${encodeURIComponent(String(queryArg))}/resubmit`,
          method: 'POST',
        }),
        invalidatesTags: ['Submission'],
      }),
      withdrawSubmission: build.mutation<WithdrawSubmissionApiResponse, WithdrawSubmissionApiArg>({
        query: (queryArg) => ({
          url: `/api/user/submissions/${encodeURIComponent(String(queryArg))}/withdraw`,
          method: 'POST',
        }),
        invalidatesTags: ['Submission'],
      }),
      listTimedOut: build.query<ListTimedOutApiResponse, ListTimedOutApiArg>({
        query: (queryArg) => ({
          url: `/api/user/timed-out`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Submission'],
      }),
      verifyTwoFactor: build.mutation<VerifyTwoFactorApiResponse, VerifyTwoFactorApiArg>({
        query: (queryArg) => ({ url: `/api/verify-2fa`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
    }),
    overrideExisting: false,
  });
export { injectedRtkApi as generatedApi };
export type ClearAlertsApiResponse = unknown;
export type ClearAlertsApiArg = ClearAlertsRequest;
export type GetActivityAnalyticsApiResponse = /** status 200 The figures */ ActivityAnalytics;
export type GetActivityAnalyticsApiArg = void;
export type GetSecurityAnalyticsApiResponse = /** status 200 The figures */ SecurityAnalytics;
export type GetSecurityAnalyticsApiArg = void;
export type GetAnalyticsSeriesApiResponse = /** status 200 The series */ AnalyticsSeries;
export type GetAnalyticsSeriesApiArg = {
  /** `sign-ins`, `submissions`, `reads`, or a system metric: `active_sessions`, `storage_used`, `documents`,
    `pending_submissions`, `memory_used`. */
  metric: string;
  /** `hour` for the last 24 hours, or `day` for the last 7 days, both in UTC and up to now. */
  interval: string;
};
export type GetSystemAnalyticsApiResponse = /** status 200 The figures */ SystemAnalytics;
export type GetSystemAnalyticsApiArg = void;
export type ListArchiveRequestsApiResponse = /** status 200 The documents */ ArchiveRequest[];
export type ListArchiveRequestsApiArg = {
  /** With `summary`, items have an excerpt but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type ApproveArchiveRequestApiResponse = /** status 200 The archived document */ Document;
export type ApproveArchiveRequestApiArg = {
  /** The document */
  documentId: string;
  archiveDecisionRequest: ArchiveDecisionRequest;
};
export type RejectArchiveRequestApiResponse = /** status 200 The document, without the request */ Document;
export type RejectArchiveRequestApiArg = {
  /** The document */
  documentId: string;
  archiveDecisionRequest: ArchiveDecisionRequest;
};
export type ListAuditLogsApiResponse = /** status 200 The entries */ AuditLogItem[];
export type ListAuditLogsApiArg = {
  /** Only actions of administrators (`admin`), or only all others (`user`). Defaults to both. */
  view?: 'admin' | 'user';
  /** Words that must all occur, ignoring case, in the action, the type or id of the record, the id or name of the
    acting account, the address, or the details. */
  q?: string;
  /** Only this action, by its name in the log. */
  action?: string;
  /** Only actions of this account, given by its id or its name ignoring case. `SYSTEM` also matches entries without a
    name. */
  person?: string;
  /** Only entries of this UTC day or later, `YYYY-MM-DD`. */
  from?: string;
  /** Only entries of this UTC day or earlier, `YYYY-MM-DD`. */
  to?: string;
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type ListAuditActionsApiResponse = /** status 200 The names, in `snake_case` */ string[];
export type ListAuditActionsApiArg = void;
export type GetAuditCheckpointApiResponse =
  /** status 200 The checkpoint of the log as it is now */ AuditCheckpoint;
export type GetAuditCheckpointApiArg = void;
export type VerifyAuditLogApiResponse = /** status 200 The result */ AuditVerification;
export type VerifyAuditLogApiArg = void;
export type ListDeadlineRemindersApiResponse = /** status 200 The reminders */ DeadlineReminder[];
export type ListDeadlineRemindersApiArg = void;
export type ListAllDocumentsApiResponse = /** status 200 The documents */ AdminDocument[];
export type ListAllDocumentsApiArg = {
  /** With `summary`, items have a preview but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type AdminDeleteDocumentApiResponse = unknown;
export type AdminDeleteDocumentApiArg = /** The document */ string;
export type ReclassifyDocumentApiResponse = /** status 200 The document afterwards */ Document;
export type ReclassifyDocumentApiArg = {
  /** The document */
  id: string;
  reclassifyRequest: ReclassifyRequest;
};
export type ExportInstallationApiResponse = /** status 200 The archive */ string;
export type ExportInstallationApiArg = void;
export type ListMailApiResponse = /** status 200 The messages */ Mail[];
export type ListMailApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetMailApiResponse = /** status 200 The message */ MailDetail;
export type GetMailApiArg = /** The message */ string;
export type RetryMailApiResponse = /** status 202 The message is waiting to be sent */ Mail;
export type RetryMailApiArg = /** The message */ string;
export type ListSecurityAlertsApiResponse = /** status 200 The alerts */ SecurityAlert[];
export type ListSecurityAlertsApiArg = void;
export type ListActiveSessionsApiResponse = /** status 200 The sessions */ ActiveSession[];
export type ListActiveSessionsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type TerminateSessionApiResponse = unknown;
export type TerminateSessionApiArg = /** The session */ string;
export type ListLockedNamesApiResponse = /** status 200 The names */ LockedName[];
export type ListLockedNamesApiArg = void;
export type ListRecentLoginsApiResponse = /** status 200 The attempts */ LoginAttempt[];
export type ListRecentLoginsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetSecuritySummaryApiResponse = /** status 200 The numbers */ SecuritySummary;
export type GetSecuritySummaryApiArg = void;
export type ListSuspiciousLoginsApiResponse = /** status 200 The attempts */ LoginAttempt[];
export type ListSuspiciousLoginsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetSiteSettingsApiResponse = /** status 200 The settings */ SiteSettings;
export type GetSiteSettingsApiArg = void;
export type UpdateSiteSettingsApiResponse = /** status 200 The new settings */ SiteSettings;
export type UpdateSiteSettingsApiArg = UpdateSiteSettingsRequest;
export type ListPendingSubmissionsApiResponse = /** status 200 The submissions */ AdminSubmission[];
export type ListPendingSubmissionsApiArg = {
  /** With `summary`, items have a preview but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetSubmissionCaseApiResponse = /** status 200 The submission */ AdminSubmission;
export type GetSubmissionCaseApiArg = /** The submission */ string;
export type ReviewSubmissionApiResponse = /** status 200 The updated submission */ AdminSubmission;
export type ReviewSubmissionApiArg = {
  /** The submission */
  id: string;
  reviewSubmissionRequest: ReviewSubmissionRequest;
};
export type CompareSubmissionApiResponse = /** status 200 The differences */ Diff;
export type CompareSubmissionApiArg = /** The submission */ string;
export type SyncUserCodesApiResponse = /** status 200 The codes */ UserCodes;
export type SyncUserCodesApiArg = SyncCodesRequest;
export type ListTrashApiResponse = /** status 200 The documents */ TrashedDocument[];
export type ListTrashApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type PurgeDocumentApiResponse = unknown;
export type PurgeDocumentApiArg = /** The document */ string;
export type RestoreDocumentApiResponse = /** status 200 The document */ Document;
export type RestoreDocumentApiArg = /** The document */ string;
export type UpdateUserCodesApiResponse = /** status 200 The static code */ UserCodes;
export type UpdateUserCodesApiArg = UpdateCodesRequest;
export type ListUsersApiResponse = /** status 200 The accounts */ User[];
export type ListUsersApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type DeleteUserApiResponse = unknown;
export type DeleteUserApiArg = /** The account */ string;
export type ApproveUserApiResponse = /** status 200 The updated account */ User;
export type ApproveUserApiArg = {
  /** The account */
  id: string;
  clearanceRequest: ClearanceRequest;
};
export type MakeAdminApiResponse = /** status 200 The updated account */ User;
export type MakeAdminApiArg = /** The account */ string;
export type RemoveAdminApiResponse = /** status 200 The updated account */ User;
export type RemoveAdminApiArg = /** The account */ string;
export type ResetTwoFactorApiResponse =
  /** status 200 The updated account, without `twoFactorEnabled` */ User;
export type ResetTwoFactorApiArg = /** The account */ string;
export type IssueResetCodeApiResponse = /** status 200 The code */ ResetCodeIssued;
export type IssueResetCodeApiArg = /** The account */ string;
export type UnlockUserApiResponse = /** status 200 The updated account */ User;
export type UnlockUserApiArg = /** The account */ string;
export type UpdateClearanceApiResponse = /** status 200 The updated account */ User;
export type UpdateClearanceApiArg = {
  /** The account */
  id: string;
  clearanceRequest: ClearanceRequest;
};
export type ListArchivedDocumentsApiResponse = /** status 200 The documents */ DocumentListItem[];
export type ListArchivedDocumentsApiArg = {
  /** The section */
  sectionId: string;
  /** With `summary`, items have a preview instead of the content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
  /** Skip this many items, from the start of the list or from `after`. The response is a page. */
  skip?: number;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type ListArchiveSectionsApiResponse = /** status 200 The sections */ ArchiveSection[];
export type ListArchiveSectionsApiArg = {
  /** Includes inactive sections. For administrators only. */
  inactive?: boolean;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type CreateArchiveSectionApiResponse = /** status 201 The section */ ArchiveSection;
export type CreateArchiveSectionApiArg = CreateSectionRequest;
export type UpdateArchiveSectionApiResponse = /** status 200 The section after the change */ ArchiveSection;
export type UpdateArchiveSectionApiArg = {
  /** The section */
  id: string;
  updateSectionRequest: UpdateSectionRequest;
};
export type ListDocumentEditsApiResponse = /** status 200 The edits */ AdminDocumentEdit[];
export type ListDocumentEditsApiArg = {
  /** With `summary`, items have a preview but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetDocumentEditApiResponse = /** status 200 The edit */ DocumentEditCase;
export type GetDocumentEditApiArg = /** The edit */ string;
export type ReviewDocumentEditApiResponse = /** status 200 The updated edit */ AdminDocumentEdit;
export type ReviewDocumentEditApiArg = {
  /** The edit */
  id: string;
  reviewEditRequest: ReviewEditRequest;
};
export type ListDocumentsApiResponse = /** status 200 The documents */ DocumentListItem[];
export type ListDocumentsApiArg = {
  /** Only documents of exactly this level. For a level above the caller's, the list is empty. */
  level?: number;
  /** Only documents of this category. */
  category?: Category;
  /** A search. Documents must match all parts of the query: words and `"phrases"`, which occur in the title, the
    content or the text of an attached file; `-word` and `-"phrase"`, which do not; `level:3`; `category:incident`; `author:name`;
    `before:2026-03-01` (excludes the day) and `after:2026-03-01` (includes it; UTC); and `is:archived`, for
    archived documents instead of those in the repository. Values with spaces must be quoted. Unknown fields and
    invalid values are read as words. The last word also matches longer words that start with it. Case and accents
    are ignored. */
  q?: string;
  /** Only documents of the account with this name, ignoring case. */
  author?: string;
  /** The order: `newest` (the default); `oldest`; `title`, with numbers in numeric order; or `level`, highest first.
    If `q` has words: `relevance` (the default) or `newest`. `relevance` lists documents whose title equals the
    words, then those whose title starts with them, then those with all, some and none of the words in the title,
    each group newest first. A cursor is valid only for the order of its list. */
  sort?: 'relevance' | 'newest' | 'oldest' | 'title' | 'level';
  /** A short label: the first 4 to 12 hexadecimal digits of an id, after an optional `DOC-`, ignoring case. The
    response contains up to ten summaries, including those of archived documents. Other parameters are ignored,
    except that `q` is refused. */
  id?: string;
  /** With `summary`, items have a preview instead of the content, and in a search also a snippet. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
  /** Skip this many items, from the start of the list or from `after`. The response is a page. */
  skip?: number;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type SuggestWordsApiResponse = /** status 200 The words, in lower case and without accents */ string[];
export type SuggestWordsApiArg = {
  /** The query, as for the list of documents. */
  q: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type GetDocumentApiResponse = /** status 200 The document */ OpenedDocument;
export type GetDocumentApiArg = {
  /** The document */
  id: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type DeleteDocumentApiResponse = unknown;
export type DeleteDocumentApiArg = /** The document */ string;
export type GetDocumentAccessLogApiResponse = /** status 200 The accesses */ DocumentAccess[];
export type GetDocumentAccessLogApiArg = {
  /** The document */
  id: string;
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type ListBacklinksApiResponse = /** status 200 The documents */ LinkedDocument[];
export type ListBacklinksApiArg = {
  /** The document */
  id: string;
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type ListCommentsApiResponse = /** status 200 The comments */ DocumentComment[];
export type ListCommentsApiArg = {
  /** The document */
  id: string;
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type CreateCommentApiResponse = /** status 201 The comment */ DocumentComment;
export type CreateCommentApiArg = {
  /** The document */
  id: string;
  /** 1 to 64 visible ASCII characters */
  'Idempotency-Key'?: string | null;
  createCommentRequest: CreateCommentRequest;
};
export type DeleteCommentApiResponse = unknown;
export type DeleteCommentApiArg = {
  /** The document */
  id: string;
  /** The comment */
  commentId: string;
};
export type EditCommentApiResponse = /** status 200 The comment */ DocumentComment;
export type EditCommentApiArg = {
  /** The document */
  id: string;
  /** The comment */
  commentId: string;
  editCommentRequest: EditCommentRequest;
};
export type ProposeEditApiResponse = /** status 201 The edit, waiting for review */ DocumentEdit;
export type ProposeEditApiArg = {
  /** The document */
  id: string;
  /** 1 to 64 visible ASCII characters */
  'Idempotency-Key'?: string | null;
  proposeEditRequest: ProposeEditRequest;
};
export type GetEditDraftApiResponse = /** status 200 The draft */ Draft;
export type GetEditDraftApiArg = /** The document */ string;
export type SaveEditDraftApiResponse = /** status 200 The draft was saved */ SavedEditDraft;
export type SaveEditDraftApiArg = {
  /** The document */
  id: string;
  saveEditDraftRequest: SaveEditDraftRequest;
};
export type DeleteEditDraftApiResponse = unknown;
export type DeleteEditDraftApiArg = /** The document */ string;
export type CompleteReadersApiResponse = /** status 200 The names */ string[];
export type CompleteReadersApiArg = {
  /** The document */
  id: string;
  /** The start of a name, ignoring case. */
  q: string;
};
export type RequestArchiveApiResponse =
  | /** status 200 The document is archived */ Document
  | /** status 202 The document, with the pending request */ Document;
export type RequestArchiveApiArg = {
  /** The document */
  id: string;
  archiveDocumentRequest: ArchiveDocumentRequest;
};
export type RevertDocumentApiResponse = /** status 200 The document after the revert */ Document;
export type RevertDocumentApiArg = {
  /** The document */
  id: string;
  /** The version */
  versionId: string;
};
export type UnarchiveDocumentApiResponse = /** status 200 The document, back in the repository */ Document;
export type UnarchiveDocumentApiArg = /** The document */ string;
export type ListVersionsApiResponse = /** status 200 The versions */ DocumentVersion[];
export type ListVersionsApiArg = {
  /** The document */
  id: string;
  /** With `summary`, items have a preview but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type CompareVersionsApiResponse = /** status 200 The differences */ Diff;
export type CompareVersionsApiArg = {
  /** The document */
  id: string;
  /** Id of the old version. */
  from?: string;
  /** Id of the new version. */
  to?: string;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type GetDocumentViewsApiResponse = /** status 200 The numbers of readers */ DocumentViews;
export type GetDocumentViewsApiArg = /** The document */ string;
export type WatchDocumentApiResponse = unknown;
export type WatchDocumentApiArg = /** The document */ string;
export type UnwatchDocumentApiResponse = unknown;
export type UnwatchDocumentApiArg = /** The document */ string;
export type OpenEmergencyAccessApiResponse =
  /** status 200 The emergency-access user, with the session cookie */ User;
export type OpenEmergencyAccessApiArg = EmergencyAccessRequest;
export type EmergencySyncCodesApiResponse = /** status 200 The codes */ UserCodes;
export type EmergencySyncCodesApiArg = EmergencySyncRequest;
export type GetHealthApiResponse = /** status 200 The server responds */ Health;
export type GetHealthApiArg = void;
export type LoginApiResponse =
  /** status 200 The user, with the session cookie; or that a code must follow, or that a second factor must be set up first, without a session */ LoginAnswer;
export type LoginApiArg = LoginRequest;
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type CreateUploadApiResponse = /** status 200 The ticket */ UploadTicket;
export type CreateUploadApiArg = /** `file` (the default) or `picture`. */ ('file' | 'picture') | undefined;
export type GetFileTextApiResponse = /** status 200 The text, or why there is none */ FileText;
export type GetFileTextApiArg = /** The id from `filePath` */ string;
export type ResetPasswordApiResponse = unknown;
export type ResetPasswordApiArg = ResetPasswordRequest;
export type RegisterApiResponse = /** status 201 The account, waiting for approval */ User;
export type RegisterApiArg = RegisterRequest;
export type GetSiteLockStatusApiResponse = /** status 200 The lockdown status */ SiteLockStatus;
export type GetSiteLockStatusApiArg = void;
export type ClaimUploadApiResponse = /** status 200 The file, ready to be attached */ ClaimedUpload;
export type ClaimUploadApiArg = ClaimUploadRequest;
export type CreateSubmissionApiResponse = /** status 201 The submission, waiting for review */ Submission;
export type CreateSubmissionApiArg = {
  /** 1 to 64 visible ASCII characters */
  'Idempotency-Key'?: string | null;
  createSubmissionRequest: CreateSubmissionRequest;
};
export type ListTemplatesApiResponse = /** status 200 The templates */ Template[];
export type ListTemplatesApiArg = {
  /** Includes retired templates. For administrators only. */
  retired?: boolean;
  /** For administrators: `level:N` returns what a reader of level N who owns nothing would see. N is at most the
    caller's own level. The access log does not record such reads. */
  as?: string;
};
export type CreateTemplateApiResponse = /** status 201 The template */ Template;
export type CreateTemplateApiArg = CreateTemplateRequest;
export type UpdateTemplateApiResponse = /** status 200 The template after the change */ Template;
export type UpdateTemplateApiArg = {
  /** The template */
  id: string;
  updateTemplateRequest: UpdateTemplateRequest;
};
export type GetCurrentUserApiResponse = /** status 200 The signed-in user */ User;
export type GetCurrentUserApiArg = void;
export type CompleteTwoFactorApiResponse = /** status 200 The user, with `twoFactorEnabled` */ User;
export type CompleteTwoFactorApiArg = CompleteTwoFactorRequest;
export type DisableTwoFactorApiResponse = /** status 200 The user, without `twoFactorEnabled` */ User;
export type DisableTwoFactorApiArg = DisableTwoFactorRequest;
export type EnableTwoFactorApiResponse = /** status 200 The secret and the codes */ TwoFactorSetup;
export type EnableTwoFactorApiArg = void;
export type VerifyTotpApiResponse = /** status 200 The user, with the session cookie */ TotpVerified;
export type VerifyTotpApiArg = VerifyTotpRequest;
export type GetBoardApiResponse = /** status 200 The board */ Board;
export type GetBoardApiArg = void;
export type ListDraftsApiResponse = /** status 200 The drafts */ DraftListItem[];
export type ListDraftsApiArg = void;
export type CreateDraftApiResponse =
  /** status 201 The draft, or the one that revises the same submission */ Draft;
export type CreateDraftApiArg = {
  /** 1 to 64 visible ASCII characters */
  'Idempotency-Key'?: string | null;
  createDraftRequest: CreateDraftRequest;
};
export type GetDraftApiResponse = /** status 200 The draft */ Draft;
export type GetDraftApiArg = /** The draft */ string;
export type SaveDraftApiResponse = /** status 200 The draft with its new revision */ Draft;
export type SaveDraftApiArg = {
  /** The draft */
  id: string;
  saveDraftRequest: SaveDraftRequest;
};
export type DeleteDraftApiResponse = unknown;
export type DeleteDraftApiArg = /** The draft */ string;
export type SubmitDraftApiResponse = /** status 201 The submission, waiting for review */ Submission;
export type SubmitDraftApiArg = {
  /** The draft */
  id: string;
  /** 1 to 64 visible ASCII characters */
  'Idempotency-Key'?: string | null;
  submitDraftRequest: SubmitDraftRequest;
};
export type ListOwnEditsApiResponse =
  /** status 200 The edits, with their reviewers' comments and steps */ DocumentEdit[];
export type ListOwnEditsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetOwnEditApiResponse = /** status 200 The edit */ DocumentEdit;
export type GetOwnEditApiArg = /** The edit */ string;
export type WithdrawEditApiResponse = unknown;
export type WithdrawEditApiArg = /** The edit */ string;
export type ResubmitEditApiResponse = /** status 200 The edit, back in the queue */ DocumentEdit;
export type ResubmitEditApiArg = /** The edit */ string;
export type ExportOwnRecordsApiResponse = /** status 200 The archive */ string;
export type ExportOwnRecordsApiArg = void;
export type GetMailSettingsApiResponse = /** status 200 The switches */ MailSettings;
export type GetMailSettingsApiArg = void;
export type UpdateMailSettingsApiResponse = /** status 200 The switches */ MailSettings;
export type UpdateMailSettingsApiArg = UpdateMailSettingsRequest;
export type ListNotificationsApiResponse = /** status 200 The notifications */ Notification[];
export type ListNotificationsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type ReadNotificationsApiResponse = unknown;
export type ReadNotificationsApiArg = ReadNotificationsRequest;
export type ChangePasswordApiResponse = unknown;
export type ChangePasswordApiArg = ChangePasswordRequest;
export type ListOwnPendingEditsApiResponse = /** status 200 The edits */ PendingEdit[];
export type ListOwnPendingEditsApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type ListOwnSessionsApiResponse = /** status 200 The valid sessions */ OwnSession[];
export type ListOwnSessionsApiArg = void;
export type EndOwnSessionApiResponse = unknown;
export type EndOwnSessionApiArg = /** The session */ string;
export type UpdateSettingsApiResponse = /** status 200 The user with the new settings */ User;
export type UpdateSettingsApiArg = UpdateSettingsRequest;
export type ListOwnSubmissionsApiResponse = /** status 200 The submissions */ Submission[];
export type ListOwnSubmissionsApiArg = {
  /** With `summary`, items have a preview but no content. */
  view?: 'full' | 'summary';
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type GetOwnSubmissionApiResponse = /** status 200 The submission */ Submission;
export type GetOwnSubmissionApiArg = /** The submission */ string;
export type ResubmitSubmissionApiResponse = /** status 200 The submission, back in the queue */ Submission;
export type ResubmitSubmissionApiArg = /** The submission */ string;
export type WithdrawSubmissionApiResponse =
  /** status 200 The draft with its text, file and release date */ Draft;
export type WithdrawSubmissionApiArg = /** The submission */ string;
export type ListTimedOutApiResponse = /** status 200 The items */ TimedOutItem[];
export type ListTimedOutApiArg = {
  /** Maximum number of items. Without it, the response contains the whole list. */
  limit?: number;
  /** The cursor from the previous page's `Link` header. */
  after?: string;
};
export type VerifyTwoFactorApiResponse = /** status 200 The session was started */ TwoFactorVerified;
export type VerifyTwoFactorApiArg = VerifyTwoFactorRequest;
export type Attachment = {
  /** The media type it is served with. */
  contentType: string;
  /** The file's name, without folders. */
  name: string;
  /** Its size in bytes. */
  size: number;
};
export type Category =
  | 'ENTITY'
  | 'INCIDENT'
  | 'EXPERIMENT'
  | 'RESEARCH'
  | 'PERSONNEL'
  | 'SITE'
  | 'CONTAINMENT PROTOCOL'
  | 'ADDENDUM'
  | 'OTHER';
export type UploadKind = 'file' | 'picture';
export type RecordFile = {
  /** Its id, in its path `/objects/…`, and in the text after `file:` for a picture. */
  fileId: string;
  /** Its height in pixels. Null for an attached file. */
  height: number | null;
  /** `file` for an attached file, `picture` for a picture in the text. */
  kind: UploadKind;
  /** Its name. */
  name: string;
  /** Its size in bytes. */
  size: number;
  /** Its width in pixels. Null for an attached file. */
  width: number | null;
};
export type Draft = {
  attachment: Attachment | null;
  /** For an edit, the version of the document that it is based on. */
  basedOnVersion: number | null;
  category: Category | null;
  /** For an edit, what changes and why. */
  changeDescription: string | null;
  /** The level that the author proposes. The reviewers assign the actual one. */
  clearanceLevel: number | null;
  /** Markdown, as typed. */
  content: string | null;
  /** When it was created. */
  createdAt: string;
  /** Id of the document that it edits. Null for a new record. */
  documentId: string | null;
  /** The path of its file. */
  filePath: string | null;
  /** The attached files, and then the pictures that the content shows, each in order. No picture where the content
    is null. */
  files: RecordFile[];
  /** A UUID. */
  id: string;
  /** Id of the submission that it revises, or, if it edits a document, of the edit. */
  revises: string | null;
  /** An opaque text that changes with every change of the draft. */
  revision: string;
  /** The release date that the author wants: until then, only administrators see the published document. */
  scheduledReleaseAt: string | null;
  /** One line, as typed. */
  title: string | null;
  /** When it last changed. */
  updatedAt: string;
};
export type ApiFieldError = {
  /** Column of the invalid part in that line, in characters from 1. */
  column?: number;
  /** The field of the request. */
  field: string;
  /** Line of the invalid part of the content, from 1. */
  line?: number;
  /** One sentence that can be shown to a person. */
  message: string;
};
export type ApiError = {
  /** A stable code in `snake_case` for programs. */
  code: string;
  /** The stored draft, if the request is based on an older state of it. */
  draft?: Draft;
  /** The invalid fields of the request. */
  fields?: ApiFieldError[];
  /** One sentence that can be shown to a person. */
  message: string;
  /** The required clearance level, with `insufficient_clearance`. */
  requiredClearance?: number;
  /** Seconds until a retry makes sense, as in the `Retry-After` header: with `rate_limited`, `account_locked`,
    `in_progress` and the status 503. */
  retryAfter?: number;
  /** Always false. Only in errors of operations for the second factor. */
  success?: boolean;
  /** Number of codes that can still be tried in this sign-in. Only in the error for a wrong code. */
  triesLeft?: number;
};
export type ClearAlertsRequest = {
  /** Ids of security alerts and deadline reminders. Unknown ids are ignored. */
  ids: string[];
};
export type ActivityAnalytics = {
  /** Requests to archive a document. */
  archiveRequests: number;
  /** Downloads of attachments. */
  documentsDownloaded: number;
  /** Views of documents. */
  documentsViewed: number;
  /** Approved submissions. */
  submissionsApproved: number;
  /** Submissions. */
  submissionsCreated: number;
  /** Rejected submissions. */
  submissionsRejected: number;
};
export type SecurityAnalytics = {
  /** Networks from which sign-ins are currently refused. */
  blockedIPs: number;
  /** Refused attempts. */
  failedLoginAttempts: number;
  /** The last suspicious attempt. Null if there was none. */
  lastBreachAttempt: string | null;
  /** Attempts that opened a session. */
  successfulLogins: number;
  /** Suspicious attempts. */
  suspiciousActivities: number;
  /** Sign-in attempts. */
  totalLoginAttempts: number;
  /** Checks of a second factor. */
  twoFactorAttempts: number;
};
export type AnalyticsPoint = {
  /** `submissions`: approvals. */
  approved?: number | null;
  /** `submissions`: new submissions. */
  created?: number | null;
  /** `reads`: downloads of attachments. */
  downloaded?: number | null;
  /** `sign-ins`: refused attempts. */
  failed?: number | null;
  /** `sign-ins`: sign-ins that opened a session. */
  granted?: number | null;
  /** `submissions`: rejections. */
  rejected?: number | null;
  /** `sign-ins`: suspicious attempts. */
  suspicious?: number | null;
  /** The start of its hour or day, UTC. */
  time: string;
  /** System metrics: the average of the samples. Absent if there are none. */
  value?: number | null;
  /** `reads`: views of documents. */
  viewed?: number | null;
};
export type AnalyticsSeries = {
  /** `hour` or `day`. */
  interval: string;
  /** The metric. */
  metric: string;
  /** The points, oldest first, including the current hour or day. */
  points: AnalyticsPoint[];
};
export type SystemAnalytics = {
  /** Users with a valid session. */
  activeUsers: number;
  /** Archived documents. */
  archivedDocuments: number;
  /** Submissions that wait for a decision. */
  pendingSubmissions: number;
  /** Size of the stored files with its unit, such as `1.9 GB`. */
  storageUsed: string;
  /** Time since the server's process started: hours, minutes and seconds, such as `49:05:09`. */
  systemUptime: string;
  /** Documents, including archived ones. */
  totalDocuments: number;
  /** Accounts. */
  totalUsers: number;
};
export type Document = {
  /** The requested archive section. */
  archiveRequestSection: string | null;
  /** Whether archiving was requested. */
  archiveRequested: boolean;
  /** Time of that request. */
  archiveRequestedAt: string | null;
  /** Id of the requesting account. */
  archiveRequestedBy: string | null;
  /** Its archive section. */
  archiveSection: string | null;
  /** Time of archiving. */
  archivedAt: string | null;
  /** Id of the account that archived it. */
  archivedBy: string | null;
  attachment: Attachment | null;
  /** The category. */
  category: Category;
  /** The clearance level required to open it. */
  clearanceLevel: number;
  /** Markdown of up to 200,000 characters. Null in summaries, and if it is withheld. */
  content: string | null;
  /** Time of publication. */
  createdAt: string;
  /** The path of its file, `/objects/…`. */
  filePath: string | null;
  /** The attached files, and then the pictures that the content shows, each in order. No picture where the content
    is null, and in lists. */
  files: RecordFile[];
  /** A UUID. */
  id: string;
  /** Whether it is in the archive instead of the repository. */
  isArchived: boolean;
  /** Whether it is an unfinished draft. Always false: drafts have separate operations. */
  isDraft: boolean;
  /** Whether it is a template. Always false: templates have separate operations. */
  isTemplate: boolean;
  /** The document that it supplements. Always null. */
  parentDocumentId: string | null;
  /** Release date: until then, only administrators see it. */
  scheduledReleaseAt: string | null;
  /** Id of the owner. */
  submittedBy: string;
  /** Name of the owner. */
  submittedByUsername: string;
  /** Purpose of the template. Always null. */
  templateCategory: string | null;
  /** One line of up to 200 characters. */
  title: string;
  /** Time of the last change. */
  updatedAt: string;
  /** Number of the published version, from 1. */
  version: number;
  /** The levels of the passages withheld from the caller in `content`, ascending and without duplicates. */
  withheldLevels: number[];
};
export type AdminDocument = Document & {
  /** The start of the content as plain text, at most 200 characters. Null if it is withheld. */
  preview: string | null;
  /** Whether the content is withheld, because the document's level is above the administrator's. */
  redacted: boolean;
};
export type ArchiveRequest = AdminDocument & {
  /** Name of the account that requested it. */
  archiveRequestedByUsername: string;
  /** Whether another administrator must decide because the caller made the request. False for the only administrator. */
  awaitsAnotherApprover: boolean;
  /** The start of the content as plain text on one line: at most 300 characters (code points), cut at a word, with
    `…` for omitted text. Null if the content is withheld. */
  excerpt: string | null;
  /** Name of the requested section. Null if it does not exist. */
  sectionName: string | null;
};
export type ArchiveDecisionRequest = {
  /** A comment for the requester. */
  comments?: string | null;
};
export type AuditLog = {
  /** The action, in `snake_case`. */
  action: string;
  /** Number of equal refusals that the entry represents; it describes the last of them. 1 for all other entries. */
  count: number;
  /** Details, as the text of a JSON object. */
  details: string | null;
  /** Id of the affected record. Null if there is no single one. */
  entityId: string | null;
  /** Type of the affected record, in `snake_case`. */
  entityType: string;
  /** The hash that seals the entry: SHA-256 in lower-case hexadecimal. */
  hash: string;
  /** A UUID. */
  id: string;
  /** The client's address. */
  ipAddress: string | null;
  /** Whether it is an administrator's action. */
  isAdminAction: boolean;
  /** Number of the entry, from 1 without gaps. */
  number: number;
  /** Id of the acting account. Null for the server itself and for anonymous requests. */
  performedBy: string | null;
  /** Name of the acting account, or the name entered at sign-in. If no account has the entered name, a fingerprint of
    it. */
  performedByUsername: string | null;
  /** Id of the request. */
  requestId: string;
  /** Timestamp. */
  timestamp: string;
  /** The client's user agent, at most 512 characters. */
  userAgent: string | null;
};
export type AuditObject = {
  /** Id of the document, or of the document that the submission became. */
  documentId: string | null;
  /** The title of a document or submission, or the name of an account. */
  name: string;
};
export type AuditLogItem = AuditLog & {
  object: AuditObject | null;
};
export type AuditCheckpoint = {
  /** The signed text, in the format of c2sp.org/tlog-checkpoint. */
  checkpoint: string;
  /** Number of entries that it covers. */
  entries: number;
  /** The public key that verifies it, in the format of c2sp.org/signed-note. */
  publicKey: string;
};
export type AuditBroken = {
  /** Id of the entry. */
  id: string;
  /** Number of the entry. */
  number: number;
};
export type AuditVerification = {
  /** Number of intact entries. */
  entries: number;
  firstBroken: AuditBroken | null;
  /** Whether the log is intact. */
  ok: boolean;
};
export type ReminderEntityType = 'submission' | 'document_edit' | 'document';
export type ReminderPriority = 'high' | 'medium';
export type ReminderType = 'deadline';
export type DeadlineReminder = {
  /** When the decision is due. May be in the past. */
  dueDate: string;
  /** Id of the submission, the edit or the document. */
  entityId: string;
  /** Type of the item that waits. */
  entityType: ReminderEntityType;
  /** An opaque text. It stays the same for as long as the item waits. */
  id: string;
  /** The message. */
  message: string;
  /** How urgent it is. */
  priority: ReminderPriority;
  /** When the caller read it. */
  readAt: string | null;
  /** The type. */
  type: ReminderType;
};
export type ReclassifyRequest = {
  category?: Category | null;
  /** The new level, at most the caller's own and at most that of each passage. */
  clearanceLevel?: number | null;
  /** The reason. It becomes the description of the new version and is sent to the owner. */
  reason: string;
  /** The version that the caller saw. */
  version: number;
};
export type MailKind =
  | 'account_approved'
  | 'item_reviewed'
  | 'timed_out'
  | 'talk'
  | 'security_alert'
  | 'deadline'
  | 'reset_requested';
export type MailState = 'waiting' | 'sent' | 'failed' | 'unsent';
export type Mail = {
  /** When it was written. */
  createdAt: string;
  /** Id of the record. Null for the site. */
  entityId: string | null;
  /** Type of the record: `user`, `document`, `submission` or `site`. */
  entityType: string;
  /** A UUID. */
  id: string;
  /** Why the last attempt failed, or why the message was not sent. */
  lastError: string | null;
  /** When the next attempt is due. Null unless the message is waiting. */
  nextTryAt: string | null;
  /** Its kind. */
  notificationType: MailKind;
  /** Id of the recipient's account. */
  recipientId: string;
  /** Name of the recipient. */
  recipientUsername: string;
  /** Whether the mail server accepted it. */
  sent: boolean;
  /** When the mail server accepted it. */
  sentAt: string | null;
  /** The state of the message. */
  state: MailState;
  /** The subject line. It names records by their labels only. */
  subject: string;
  /** Number of attempts to send it. */
  tries: number;
};
export type MailDetail = Mail & {
  /** The whole text. It names records by their labels only. */
  body: string;
  /** The `Message-ID`, by which receivers recognize a copy. */
  messageId: string;
  /** The address that the message was sent to, or if it was not sent, the recipient's address when it was written. */
  recipientEmail: string;
};
export type SecurityEntityType = 'login_attempt' | 'user' | 'site';
export type AlertSeverity = 'high' | 'critical';
export type SecurityAlertType = 'security';
export type SecurityAlert = {
  /** The cause: `suspicious_sign_ins`, or an action in the audit log, such as `static_code_used`. */
  cause: string;
  /** What the alert is about. */
  entityType: SecurityEntityType;
  /** An opaque text. It stays the same until the severity or the day of the last attempt changes, or the event occurs
    again. */
  id: string;
  /** Time of the last suspicious attempt, or of the action. */
  lastAttempt: string;
  /** The message. */
  message: string;
  /** When the caller read it. */
  readAt: string | null;
  /** How urgent it is. */
  severity: AlertSeverity;
  /** Suspicious sign-in attempts in the last 24 hours. 0 for alerts about an action. */
  suspiciousAttempts: number;
  /** Same as `lastAttempt`. */
  timestamp: string;
  /** The type. */
  type: SecurityAlertType;
};
export type ActiveSession = {
  /** The user's level. */
  clearanceLevel: number;
  /** When it was opened. */
  createdAt: string;
  /** Whether it is the caller's current session. */
  current: boolean;
  /** A UUID. It is not the session's token. */
  id: string;
  /** The address at sign-in. */
  ipAddress: string | null;
  /** Whether the user is an administrator. */
  isAdmin: boolean;
  /** Time of the last foreground request, accurate to a minute. */
  lastActivity: string;
  /** The user agent at sign-in. */
  userAgent: string | null;
  /** The user's name. */
  username: string;
};
export type LockedName = {
  /** Whether wrong codes of the second factor locked it. */
  byCodes: boolean;
  /** Whether wrong passwords locked it. */
  byPasswords: boolean;
  /** When the last of its locks ends. */
  lockedUntil: string;
  /** Id of the account, which can be unlocked. Null if no account has the name. */
  userId: string | null;
  /** The account's name, or the entered name if no account has it. */
  username: string;
};
export type LoginAttempt = {
  /** Time of the attempt, or of the last of several. */
  attemptedAt: string;
  /** Number of attempts that the item represents. */
  count: number;
  /** Why it failed, in `snake_case`. */
  failureReason: string | null;
  /** A UUID. */
  id: string;
  /** The caller's address. */
  ipAddress: string | null;
  /** Whether it is suspicious. */
  isSuspicious: boolean;
  /** Whether it opened a session. */
  success: boolean;
  /** The caller's user agent. */
  userAgent: string | null;
  /** The entered name. If no account has it, its fingerprint instead: `unknown name` and 8 digits. */
  username: string;
};
export type SecuritySummary = {
  /** Valid sessions. */
  activeSessions: number;
  /** Valid sessions of administrators. */
  adminSessions: number;
  /** Failed sign-in attempts. */
  failedAttempts: number;
  /** Number of distinct names that are currently locked. */
  lockedOut: number;
  /** When the last of their locks ends. Null if no name is locked. */
  lockedUntil: string | null;
  severity: AlertSeverity | null;
  /** Suspicious sign-in attempts. */
  suspiciousAttempts: number;
  /** All sign-in attempts. */
  totalAttempts: number;
};
export type SiteSettings = {
  /** Always `site`. */
  id: string;
  /** If true, only administrators have access. */
  isLocked: boolean;
  /** Whether administrators and accounts from level 3 need a second factor to sign in. */
  twoFactorRequired: boolean;
  /** Time of the last change. */
  updatedAt: string;
};
export type UpdateSiteSettingsRequest = {
  /** Whether only administrators have access. */
  isLocked?: boolean;
  /** Whether administrators and accounts from level 3 need a second factor to sign in. */
  twoFactorRequired?: boolean;
};
export type SubmissionStatus = 'pending' | 'approved' | 'rejected';
export type ApprovalStep = {
  /** Time of the decision. */
  approvedAt: string;
  /** Id of the reviewer. */
  approverId: string;
  /** Name of the reviewer at that time. */
  approverUsername: string;
  /** The reviewer's comment. */
  comments: string | null;
  /** A UUID. */
  id: string;
  /** The decision. */
  status: SubmissionStatus;
  /** Number of the step, from 1. */
  stepNumber: number;
  /** Id of the submission or the edit. */
  submissionId: string;
};
export type PastStatus = 'rejected' | 'timed_out';
export type PreviousAttempt = {
  /** When it was rejected or timed out. */
  decidedAt: string;
  /** Name of the reviewer who rejected it, at that time. */
  decidedBy: string | null;
  /** A UUID. */
  id: string;
  /** The reviewer's reason. Null if it timed out or the reason is withheld. */
  reason: string | null;
  /** The outcome. */
  status: PastStatus;
};
export type Case = {
  /** Number of the next approval step, from 1. */
  approvalStep: number;
  /** The steps so far, in order; `submissionId` is the id of the submission or the edit. */
  approvalSteps: ApprovalStep[];
  /** Number of the attempt, from 1: this item and the chain of items that it revises. */
  attempt: number;
  /** Time of the submission or proposal. */
  createdAt: string;
  /** A UUID. */
  id: string;
  /** Whether it has timed out and left the queue. */
  isTimedOut: boolean;
  /** Total number of approval steps. */
  maxApprovalSteps: number;
  previous: PreviousAttempt | null;
  /** Whether more than one administrator must approve. */
  requiresMultiStepApproval: boolean;
  /** Id of the submission or edit that it revises. */
  resubmissionOf: string | null;
  /** Id of the submission or edit that revises it. */
  resubmittedAs: string | null;
  /** Time of the last resubmission, which restarts the three-day limit. */
  resubmittedAt: string | null;
  /** The last reviewer's comment for the author. */
  reviewComments: string | null;
  /** Time of the last decision. */
  reviewedAt: string | null;
  /** Id of the last reviewer. */
  reviewedBy: string | null;
  /** Status. */
  status: SubmissionStatus;
  /** Id of the author. */
  submittedBy: string;
  /** Name of the author. */
  submittedByUsername: string;
  /** Time at which it timed out. */
  timedOutAt: string | null;
};
export type Submission = Case & {
  /** The level that the first approval assigned. */
  assignedClearanceLevel: number | null;
  attachment: Attachment | null;
  /** The category. */
  category: Category;
  /** The content, in Markdown. Null if it is withheld, and with `view=summary`. */
  content: string | null;
  /** Id of the published document. */
  documentId: string | null;
  /** The path of its file, `/objects/…`. */
  filePath: string | null;
  /** The attached files, and then the pictures that the content shows, each in order. No picture where the content
    is null. */
  files: RecordFile[];
  /** The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    `…` for omitted text. Null if the content is withheld. */
  preview: string | null;
  /** Release date: until then, only administrators see the published document. */
  scheduledReleaseAt: string | null;
  /** The title. For incidents, the incident number. */
  title: string;
  /** The levels of the passages withheld from the caller in `content`, ascending and without duplicates. */
  withheldLevels: number[];
};
export type AdminSubmission = Submission & {
  /** Whether another administrator must decide because the caller is the author or took a step. False if nobody else
    can take the next step; then the caller may take it. */
  awaitsAnotherApprover: boolean;
  /** Whether text and file are withheld because a step assigned a level above the administrator's. */
  redacted: boolean;
};
export type ReviewStatus = 'approved' | 'rejected';
export type ReviewSubmissionRequest = {
  /** The document's level. Required for an approval. */
  clearanceLevel?: number | null;
  /** Comment for the author. */
  comments?: string | null;
  /** Number of administrators who must approve. Only the first step can set it. */
  maxApprovalSteps?: number | null;
  /** Release date that replaces the requested one; a date in the past publishes immediately. Null removes the
    requested date. If the member is missing, the requested date stays. */
  scheduledReleaseAt?: string | null;
  /** Approve or reject. */
  status: ReviewStatus;
};
export type SegmentKind = 'same' | 'removed' | 'added';
export type DiffSegment = {
  /** Whether it occurs in the old text, the new text or both. */
  kind: SegmentKind;
  /** The text, which is not empty. */
  text: string;
};
export type DiffBlock =
  | {
      kind: 'same';
      /** Number of the first of them in the new text, from 1. */
      newLine: number;
      /** Number of the first of them in the old text, from 1. */
      oldLine: number;
      /** The lines, joined by line breaks. */
      text: string;
    }
  | {
      /** Whether two changes of the same text conflict here. */
      clash: boolean;
      kind: 'changed';
      /** Number of the line of the new text at which the change begins, from 1. */
      newLine: number;
      /** Number of the line of the old text at which the change begins, from 1. */
      oldLine: number;
      /** The pieces; each line ends with a line break. A removed piece precedes the one that replaces it. */
      segments: DiffSegment[];
    };
export type Diff = {
  /** Number of words of the content that were added. */
  added: number;
  /** The contents, complete and in order. */
  blocks: DiffBlock[];
  /** The categories, old and new. */
  category: Category[];
  /** The levels, old and new. */
  clearanceLevel: number[];
  /** The pictures that either content shows. */
  files: RecordFile[];
  /** Number of words of the content that were removed. */
  removed: number;
  /** The titles, compared by words. */
  title: DiffSegment[];
};
export type UserCodes = {
  /** The backup codes. Each works once. Empty if they were not replaced. */
  backupCodes: string[];
  /** The static code. It works until it is replaced. */
  staticCode: string;
  /** The account's name. */
  username: string;
};
export type SyncCodesRequest = {
  /** The account's name, ignoring case. */
  targetUsername: string;
};
export type TrashedDocument = {
  /** Id of the archive section that it was in. */
  archiveSection: string | null;
  /** The category. */
  category: Category;
  /** The level required to restore or purge it. */
  clearanceLevel: number;
  /** When it was published. */
  createdAt: string;
  /** A UUID. */
  id: string;
  /** When it is purged, unless it is restored or purged before. */
  purgesAt: string;
  /** Id of the owner. */
  submittedBy: string;
  /** Name of the owner. */
  submittedByUsername: string;
  /** The title. */
  title: string;
  /** When it was deleted. */
  trashedAt: string;
  /** Id of the user who deleted it. */
  trashedBy: string;
  /** Name of the user who deleted it. */
  trashedByUsername: string;
  /** When it last changed. */
  updatedAt: string;
  /** Number of the published version. */
  version: number;
};
export type UpdateCodesRequest = {
  /** Letters and digits in the form XXXX-XXXX-XXXX, ignoring case. */
  newStaticCode: string;
  /** The account's name, ignoring case. */
  targetUser: string;
};
export type AccessKey = 'subject' | 'innovation' | 'security' | 'taskforce' | 'command' | 'developer';
export type TickedStep = 'backup' | 'mail';
export type Theme = 'default' | 'dark' | 'green-matrix' | 'amber-crt' | 'blue-steel';
export type User = {
  /** The key of the account. */
  accessKey: AccessKey;
  /** The account's level. Before approval, the level that its key requests. */
  clearanceLevel: number;
  /** Time of registration. */
  createdAt: string;
  /** Email address for notifications. */
  email: string | null;
  /** Whether notifications are also sent to that address. */
  emailNotifications: boolean;
  /** Failed sign-ins since the last success. */
  failedLoginAttempts: number;
  /** Whether the home board omits the first steps. */
  firstStepsHidden: boolean;
  /** The first steps that the user ticked by hand, in alphabetical order. */
  firstStepsTicked: TickedStep[];
  /** A UUID, or `emergency-access`. */
  id: string;
  /** Whether the account has administrator rights. Before approval, whether it requested them. */
  isAdmin: boolean;
  /** Whether an administrator has approved the account. */
  isApproved: boolean;
  /** Time of the last foreground request. */
  lastActivity: string | null;
  /** Time of the last sign-in attempt. */
  lastLoginAttempt: string | null;
  /** Phone number for contact. */
  phone: string | null;
  /** Minutes without activity after which a session ends: 15, 30, 60, 120 or 240. */
  sessionTimeout: number;
  /** The color theme of the terminal. */
  theme: Theme;
  /** Whether a second factor is set up. */
  twoFactorEnabled: boolean;
  /** The name as registered. */
  username: string;
};
export type ClearanceRequest = {
  /** The access key for sign-in. */
  accessKey: AccessKey;
  /** 1 to 5, at most the administrator's own level. */
  clearanceLevel: number;
};
export type ResetCodeIssued = {
  /** When it expires: after one hour. */
  expiresAt: string;
  /** The code. It works once. */
  resetCode: string;
};
export type Mark = 'new' | 'changed';
export type Opened = {
  mark: Mark | null;
  /** The latest version that the caller opened, according to the access log, before this request. Null if none. */
  openedVersion: number | null;
};
export type FileMatch = {
  /** The file's id, in its path `/objects/…`. */
  fileId: string;
  /** Positions of the search words in `snippet`, as in `matches`. */
  matches: number[][];
  /** The file's name. */
  name: string;
  /** The part of the text, on one line. */
  snippet: string;
};
export type DocumentListItem = Document &
  Opened & {
    fileMatch: FileMatch | null;
    /** Positions of the search words in `snippet`: `[start, end]` in UTF-16 units, ascending, without overlap. */
    matches: number[][] | null;
    /** The number of pictures in the content that the caller sees. */
    pictures: number;
    /** In summaries, the start of the content as plain text on one line: at most 200 characters (code points), cut
    at a word, with `…` for omitted text and `███` for passages above the caller's level. */
    preview: string | null;
    /** In summaries of a search, the part of the content around the first match, as plain text like `preview`. */
    snippet: string | null;
    /** Positions of the search words in `title`, in summaries of a search. */
    titleMatches: number[][] | null;
  };
export type SectionMetadata = {
  [key: string]: string;
};
export type SectionType = 'story_arc' | 'timeline' | 'category' | 'general';
export type ArchiveSection = {
  /** When it was created. */
  createdAt: string;
  /** Id of the administrator who created it. */
  createdBy: string;
  /** Name of that account. */
  createdByUsername: string;
  /** Up to 1,000 characters; may be empty. */
  description: string;
  /** Position among the sections with the same parent, 0 to 9999. Sections with the same position are ordered by
    name. */
  displayOrder: number;
  /** Number of documents in it that the caller may see. */
  documentCount: number;
  /** A UUID. */
  id: string;
  /** Whether documents can be archived in it and all users see it. */
  isActive: boolean;
  metadata: SectionMetadata | null;
  /** One line of up to 100 characters. Unique ignoring case. */
  name: string;
  /** Id of the parent section. Sections nest up to five levels. */
  parentSection: string | null;
  /** The type of the section. */
  sectionType: SectionType;
  /** When it last changed. */
  updatedAt: string;
};
export type CreateSectionRequest = {
  /** Describes the content of the section. */
  description?: string | null;
  /** Position among the sections with the same parent. Defaults to 0. */
  displayOrder?: number | null;
  metadata?: SectionMetadata | null;
  /** One line. Unique ignoring case. */
  name: string;
  /** Id of the parent section. Sections nest up to five levels. */
  parentSection?: string | null;
  sectionType?: SectionType | null;
};
export type UpdateSectionRequest = {
  /** Describes the content of the section. */
  description?: string;
  /** Position among the sections with the same parent. */
  displayOrder?: number;
  /** Whether documents can be archived in it and all users see it. */
  isActive?: boolean;
  metadata?: SectionMetadata | null;
  /** One line. Unique ignoring case. */
  name?: string;
  /** Id of the parent section, or null for none. Sections nest up to five levels. */
  parentSection?: string | null;
  /** The type of the section. */
  sectionType?: SectionType;
  /** The `updatedAt` of the section as the caller saw it. If given and the section has changed since, the request is
    refused. */
  updatedAt?: string;
};
export type DocumentEdit = Case & {
  attachment: Attachment | null;
  /** The version that the edit is based on. */
  baseVersion: number;
  /** The proposed category. */
  category: Category;
  /** The author's description of the change. Null if there is none or it is withheld. */
  changeDescription: string | null;
  /** The proposed level. */
  clearanceLevel: number;
  /** The proposed content, in Markdown. Null in summaries and if it is withheld. */
  content: string | null;
  /** Id of the document. */
  documentId: string;
  /** The path of the document's file, `/objects/…`. An edit does not change it. */
  filePath: string | null;
  /** The attached files, and then the pictures that the content shows, each in order. No picture where the content
    is null. */
  files: RecordFile[];
  /** The start of the proposed content as plain text on one line: at most 200 characters (code points), cut at a
    word, with `…` for omitted text. Null if the content is withheld. */
  preview: string | null;
  /** The proposed title. */
  title: string;
  /** The levels of the passages withheld from the caller in `content`, ascending and without duplicates. */
  withheldLevels: number[];
};
export type AdminDocumentEdit = DocumentEdit & {
  /** Whether another administrator must decide because the caller is the author or took a step. False if nobody else
    can take the next step; then the caller may take it. */
  awaitsAnotherApprover: boolean;
  /** The level that the document would have after the edit. An edit that proposes the level of its base version does
    not change the document's level. */
  clearanceAfter: number;
  /** The current document. Its `content` is null in summaries, and if it is withheld. */
  currentDocument: Document;
  /** Whether texts and file are withheld because the edit is above the administrator's level. */
  redacted: boolean;
  /** Whether the edit is pending and the document has changed since its base version. */
  stale: boolean;
};
export type ThreeWay = {
  /** Whether the changes conflict anywhere. */
  clashes: boolean;
  /** Both changes in one text. Null if they conflict or the comparison took too long. */
  merged: string | null;
  /** The change from the edit's base version to the edit. */
  ours: DiffBlock[];
  /** Both changes in one text, with the edit's change where they conflict. To approve this text, send it as
    `content`. Null if the comparison took too long. */
  resolved: string | null;
  /** The change from the edit's base version to the document. */
  theirs: DiffBlock[];
};
export type DocumentEditCase = AdminDocumentEdit & {
  diff: Diff | null;
  threeWay: ThreeWay | null;
};
export type ReviewEditRequest = {
  /** Comment for the author. */
  comments?: string | null;
  /** To approve both changes of a stale edit: the `resolved` text of its comparison, unchanged. */
  content?: string | null;
  /** Replaces the document even if it has changed since the edit's base version. Its text stays in the history. */
  force?: boolean;
  /** Number of administrators who must approve. Only the first step can set it. */
  maxApprovalSteps?: number | null;
  /** Approve or reject. */
  status: ReviewStatus;
};
export type DocumentLink = {
  /** The document's clearance level. */
  clearanceLevel: number | null;
  /** Id of the linked document. Null if there is none that the caller may see. */
  id: string | null;
  /** The text between its brackets, trimmed. */
  label: string;
  /** The document's current title. */
  title: string | null;
};
export type OpenedDocument = Document &
  Opened & {
    /** Whether the caller watches it. */
    isWatched: boolean;
    /** The links in its content, in order and without duplicates. At most 200. */
    links: DocumentLink[];
  };
export type AccessType = 'view' | 'download';
export type DocumentAccess = {
  /** Kind of access. */
  accessType: AccessType;
  /** Timestamp. */
  accessedAt: string;
  /** The document. */
  documentId: string;
  /** A UUID. */
  id: string;
  /** The client's address. */
  ipAddress: string | null;
  /** The client's user agent. */
  userAgent: string | null;
  /** Id of the account. */
  userId: string;
  /** Username of the reader at that time. */
  username: string;
  /** The version whose text was opened. Null for a download. */
  version: number | null;
};
export type LinkedDocument = {
  /** The clearance level required to open it. */
  clearanceLevel: number;
  /** A UUID. */
  id: string;
  /** Its title. */
  title: string;
};
export type DocumentComment = {
  /** Id of the comment that it answers. Null if there is none, or if that comment was deleted or is above the
    caller's level. */
  answersTo: string | null;
  /** Id of its author. */
  authorId: string;
  /** Name of its author. */
  authorUsername: string;
  /** The text in Markdown, with a bar for each passage above the caller's level. Null if the comment was deleted. */
  content: string | null;
  /** When it was written. */
  createdAt: string;
  /** Id of the user who deleted it. */
  deletedBy: string | null;
  /** Id of the document. */
  documentId: string;
  /** When its author edited it last. */
  editedAt: string | null;
  /** The pictures that the content shows, in its order. Empty where the content is null. */
  files: RecordFile[];
  /** A UUID. */
  id: string;
  /** Whether it was deleted. */
  isDeleted: boolean;
  /** The quoted passage as plain text, or a bar (`{{withheld 3}}`) if it is above the caller's level. Null if there
    is no quote or the comment was deleted. */
  quote: string | null;
  /** When it was written, edited or deleted. */
  updatedAt: string;
  /** The levels of the bars, ascending and without duplicates. */
  withheldLevels: number[];
};
export type CreateCommentRequest = {
  /** Id of a comment on the same document that this one answers. */
  answersTo?: string | null;
  /** Markdown, stored unchanged. It may contain portions of at least the document's level. */
  content: string;
  /** A passage of the document that the comment refers to, as plain text. It must occur in the document as the caller
    may read it; whitespace and punctuation may differ. Readers who may not read the passage see a bar. */
  quote?: string | null;
};
export type EditCommentRequest = {
  /** As for a new comment. The markers of passages that are withheld from the caller must stay, unchanged and in the
    same order. */
  content: string;
};
export type ProposeEditRequest = {
  /** The version that the edit is based on. Defaults to the current one. */
  baseVersion?: number | null;
  /** The category. */
  category: Category;
  /** A description of the change for the reviewer and the history. */
  changeDescription?: string | null;
  /** The level, at most the caller's own. */
  clearanceLevel: number;
  /** Markdown of at most 200,000 characters, or as many as the document has for the caller. The markers of passages
    that are withheld from the caller must stay, unchanged and in the same order; the server replaces them by the
    passages. */
  content: string;
  /** The ids of the files of the document after the edit, in order, at most 20: those that it has, and claimed uploads.
    Missing: it keeps those that it has. */
  files?: string[] | null;
  /** Id of the caller's rejected or timed-out edit of this document that this one revises. No other edit may revise
    it. */
  resubmissionOf?: string | null;
  /** One line. */
  title: string;
};
export type SavedEditDraft = {
  /** An opaque text that changes with every change of the draft. */
  revision: string;
  /** When it was saved. */
  savedAt: string;
};
export type SaveEditDraftRequest = {
  /** The version of the document that the edit is based on. */
  basedOnVersion?: number | null;
  category?: Category | null;
  /** What changes and why. Edits accept 2,000 characters. */
  changeDescription?: string | null;
  /** The level that the author proposes. */
  clearanceLevel?: number | null;
  /** Markdown, stored unchanged, with the markers of passages that are withheld from the caller. */
  content?: string | null;
  /** The path of the first file. */
  filePath?: string | null;
  /** The ids of the files of the document after the edit. Missing: it keeps those that it has. */
  files?: string[] | null;
  /** Id of the caller's rejected or timed-out edit of this document that this one revises. No other edit may revise
    it. */
  revises?: string | null;
  /** The last revision of the draft that the caller knows. Missing to create the draft. */
  revision?: string | null;
  /** One line. Edits accept 200 characters. */
  title?: string | null;
};
export type ArchiveDocumentRequest = {
  /** Id of an active section. */
  sectionId: string;
};
export type DocumentVersion = {
  attachment: Attachment | null;
  /** The category. */
  category: Category;
  /** The author's description of the change. */
  changeDescription: string | null;
  /** The level that this version had. */
  clearanceLevel: number;
  /** The content, in Markdown. Null in summaries. */
  content: string | null;
  /** When it was published. */
  createdAt: string;
  /** Id of its author. */
  createdBy: string;
  /** Name of its author. */
  createdByUsername: string;
  /** Id of the document. */
  documentId: string;
  /** The path of its file, `/objects/…`. */
  filePath: string | null;
  /** The attached files, and then the pictures that the content shows, each in order. No picture where the content
    is null. */
  files: RecordFile[];
  /** A UUID. The first version has the id of the document. */
  id: string;
  /** Whether the document is at this version. */
  isCurrent: boolean;
  /** The start of the content as plain text on one line: at most 200 characters (code points), cut at a word, with
    `…` for omitted text. */
  preview: string | null;
  /** The title. */
  title: string;
  /** Its number, from 1. */
  versionNumber: number;
  /** The levels of the passages that are withheld from the caller in `content`, ascending, each once. */
  withheldLevels: number[];
};
export type DocumentViews = {
  /** Readers in the last 30 days. */
  lastMonth: number;
  /** All readers. */
  readers: number;
};
export type EmergencyAccessRequest = {
  /** The key, exactly as it was printed. */
  adminKey: string;
};
export type EmergencySyncRequest = {
  /** The key, exactly as it was printed. */
  masterKey: string;
  /** The account's name, ignoring case. */
  username: string;
};
export type Health = {
  /** Always `ok`. */
  status: string;
  /** Time of the last change to shared content. The same on every node and after a restart. */
  timestamp: string;
  /** Version of the server. For administrators only. */
  version?: string | null;
};
export type TwoFactorMethod = 'app' | 'backup' | 'static';
export type TwoFactorRequired = {
  /** The time until which the code must arrive. */
  expiresAt: string;
  /** The kinds of codes that the account has. */
  methods: TwoFactorMethod[];
  /** Always true. */
  requiresTwoFactor: boolean;
  /** Number of codes that can still be tried. 0 if too many wrong ones were entered within 24 hours. */
  triesLeft: number;
};
export type TwoFactorSetupRequired = {
  /** The level of the account. */
  clearanceLevel: number;
  /** Always true. */
  requiresTwoFactorSetup: boolean;
};
export type LoginAnswer = User | TwoFactorRequired | TwoFactorSetupRequired;
export type LoginRequest = {
  accessKey?: AccessKey | null;
  /** The password. */
  password: string;
  /** The username, ignoring case. */
  username: string;
};
export type UploadTicket = {
  /** The URL to upload to, as a path on this server. Valid for 15 minutes and one `PUT` of at most 10,485,760 bytes. */
  uploadURL: string;
};
export type TextState = 'waiting' | 'ready' | 'none';
export type FileText = {
  /** `waiting` until the file was read, usually within seconds of its upload. `none` if it has no text that can be
    read, for example because it is damaged, protected by a password, or consists of scanned pages. */
  state: TextState;
  /** The text: at most 200,000 characters, without control characters other than line feeds and tabs. Null unless the
    state is `ready`. */
  text: string | null;
};
export type ResetPasswordRequest = {
  /** 6 to 128 characters of any kind. The most common passwords and the username are refused. */
  newPassword: string;
  /** The code from an administrator, ignoring case, spaces and hyphens. */
  resetCode: string;
  /** The username, ignoring case. */
  username: string;
};
export type RegisterRequest = {
  /** Determines the requested level. */
  accessKey: AccessKey;
  /** Accepted and ignored. The key determines the level. */
  clearanceLevel?: number | null;
  /** An email address, to which the approval is announced. It can be changed in the settings. */
  email?: string | null;
  /** Accepted and ignored. Only administrators grant administrator rights. */
  isAdmin?: boolean | null;
  /** 6 to 128 characters of any kind. The most common passwords and the username are refused. */
  password: string;
  /** 3 to 50 letters, digits, underscores and hyphens. Unique ignoring case. */
  username: string;
};
export type SiteLockStatus = {
  /** If true, only administrators have access. */
  isLocked: boolean;
};
export type ClaimedUpload = {
  /** Its id, for `![description](file:…)` in a text. */
  fileId: string;
  /** The height of a picture in pixels. */
  height: number | null;
  /** What it was uploaded as. */
  kind: UploadKind;
  /** `/objects/…`, for the field `filePath`. */
  objectPath: string;
  /** The width of a picture in pixels. */
  width: number | null;
};
export type ClaimUploadRequest = {
  /** The upload URL, with or without its query. It can be a path. */
  fileURL: string;
};
export type CreateSubmissionRequest = {
  /** The category. */
  category: Category;
  /** Markdown, stored unchanged. */
  content: string;
  /** The `objectPath` of a claimed upload, or the first of `files`. */
  filePath?: string | null;
  /** The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`. */
  files?: string[] | null;
  /** Id of the caller's rejected or timed-out submission that this one revises. No other submission may revise it. */
  resubmissionOf?: string | null;
  /** Release date: until then, only administrators see the published document. */
  scheduledReleaseAt?: string | null;
  /** One line. For incidents, the server assigns the next incident number instead. */
  title: string;
};
export type Template = {
  /** The category of submissions that start from it. */
  category: Category;
  /** Markdown of up to 20,000 characters. */
  content: string;
  /** When it was created. Null if it is built in. */
  createdAt: string | null;
  /** Id of the administrator who created it. Null if it is built in. */
  createdBy: string | null;
  /** Up to 500 characters; may be empty. */
  description: string;
  /** The pictures that the content shows, in its order. Empty where the content is null. */
  files: RecordFile[];
  /** A UUID. */
  id: string;
  /** Whether users can choose it. Retired templates are visible to administrators only. */
  isActive: boolean;
  /** Whether it is part of the product and cannot be changed. */
  isBuiltIn: boolean;
  /** One line of up to 100 characters. */
  name: string;
  /** The clearance level required to see it. */
  requiredClearanceLevel: number;
  /** When it last changed. Null if it is built in. */
  updatedAt: string | null;
};
export type CreateTemplateRequest = {
  /** The category of submissions that start from it. */
  category: Category;
  /** Markdown, stored unchanged. */
  content: string;
  /** The purpose of the template. */
  description?: string | null;
  /** One line. */
  name: string;
  /** The clearance level required to see it, at most the caller's own. Defaults to 1. */
  requiredClearanceLevel?: number | null;
};
export type UpdateTemplateRequest = {
  /** The category of submissions that start from it. */
  category?: Category;
  /** Markdown, stored unchanged. */
  content?: string;
  /** The purpose of the template. */
  description?: string;
  /** Whether users can choose it; `false` retires it. */
  isActive?: boolean;
  /** One line. */
  name?: string;
  /** The clearance level required to see it, at most the caller's own. */
  requiredClearanceLevel?: number;
  /** The `updatedAt` of the template as the caller saw it. If given and the template has changed since, the request
    is refused. */
  updatedAt?: string;
};
export type CompleteTwoFactorRequest = {
  /** Six digits. */
  token: string;
};
export type DisableTwoFactorRequest = {
  /** The user's password. */
  password: string;
  /** A code of the app or a backup code. Required while the second factor is on. */
  token?: string | null;
};
export type TwoFactorSetup = {
  /** Ten codes. Each replaces a code of the app once. */
  backupCodes: string[];
  /** The secret in groups of four characters, to type into the app. */
  manualEntryKey: string;
  /** The QR code of that URL, as a `data:image/png` URL. */
  qrCodeUrl: string;
  /** The URL (`otpauth://totp/`) that contains the secret for the app. */
  setupCode: string;
  /** A code that works until it is replaced. Each use raises an alert. */
  staticCode: string;
};
export type TotpVerified = {
  /** Always true. */
  success: boolean;
  /** The user. */
  user: User;
};
export type VerifyTotpRequest = {
  /** Six digits. */
  token: string;
  /** The name that was used to sign in, ignoring case. */
  username: string;
};
export type NotificationEntityType = 'document' | 'submission' | 'document_edit' | 'security';
export type NotificationKind =
  | 'submission_approved'
  | 'submission_rejected'
  | 'edit_approved'
  | 'edit_rejected'
  | 'archive_approved'
  | 'archive_rejected'
  | 'timed_out'
  | 'released'
  | 'reminder'
  | 'reclassified'
  | 'comment'
  | 'answer'
  | 'mention'
  | 'watched'
  | 'security_alert'
  | 'deadline';
export type Notification = {
  /** For a reclassified document, what changed, such as `L2 to L4, RESEARCH to ENTITY`. Only the level if the
    document is now above the caller's level. */
  change: string | null;
  /** Id of the comment that the notification is about. */
  commentId: string | null;
  /** Timestamp. */
  createdAt: string;
  /** Id of the document if there is one, or else of the submission or edit. Null for security alerts. */
  entityId: string | null;
  /** Type of the item. */
  entityType: NotificationEntityType;
  /** A UUID, or the opaque id of an alert or a reminder. */
  id: string;
  /** The kind of the notification. */
  kind: NotificationKind;
  /** The message, with the reviewer's comment if there is one. */
  message: string;
  /** When the caller read it. */
  readAt: string | null;
  /** The reviewer's comment, or the start of the comment on a document, as the caller may currently read it. */
  reason: string | null;
};
export type BoardNotification = Notification & {
  /** The reviewer's comment. */
  comments: string | null;
  /** Name of the account that decided. Null for timeouts. */
  decidedBy: string | null;
  /** The title of the item. */
  title: string;
};
export type BoardDecisions = {
  /** Number of unread notifications. Counting stops at 10,000. */
  count: number;
  /** The newest unread notifications, at most 20. */
  items: BoardNotification[];
};
export type FirstStep =
  | 'read'
  | 'submit'
  | 'workspace'
  | 'second_factor'
  | 'mail'
  | 'backup'
  | 'second_administrator'
  | 'first_record';
export type BoardFirstStep = {
  /** Whether it is done. */
  done: boolean;
  /** The step. */
  step: FirstStep;
};
export type OldestWaiting = {
  /** A UUID. */
  id: string;
  /** The title of a submission, an edit or a document, or the name of an account. */
  name: string;
  /** When it leaves the queue without a decision. Null for archive requests and accounts. */
  timesOutAt: string | null;
  /** When the wait began. */
  waitingSince: string;
};
export type WaitingQueue = {
  /** Number of items. Counting stops at 10,000. */
  count: number;
  oldest: OldestWaiting | null;
};
export type BoardQueues = {
  /** Accounts to approve. */
  accounts: WaitingQueue;
  /** Requests to archive a document. The oldest item has the id and title of the document. */
  archiveRequests: WaitingQueue;
  /** Edits to review. */
  edits: WaitingQueue;
  /** Submissions to review. */
  submissions: WaitingQueue;
};
export type Board = {
  /** The caller's unread notifications. */
  decided: BoardDecisions;
  /** Number of the caller's drafts. */
  drafts: number;
  /** The caller's first steps. Null if all are done or the setting `firstStepsHidden` is on. For users without
    administrator rights, also null after the first notification and 14 days after registration. */
  firstSteps: BoardFirstStep[] | null;
  /** The newest of these documents, as summaries. */
  latest: DocumentListItem[];
  /** Number of active archive sections. */
  sections: number;
  /** Number of templates that the caller can see. */
  templates: number;
  /** Number of the caller's submissions and edits that have timed out. Counting stops at 10,000. */
  timedOut: number;
  /** Number of documents that the caller can see in the repository. */
  visible: number;
  waiting: BoardQueues | null;
};
export type DraftListItem = {
  attachment: Attachment | null;
  /** For an edit, the version of the document that it is based on. */
  basedOnVersion: number | null;
  category: Category | null;
  /** For an edit, what changes and why. */
  changeDescription: string | null;
  /** The level that the author proposes. The reviewers assign the actual one. */
  clearanceLevel: number | null;
  /** When it was created. */
  createdAt: string;
  /** Id of the document that it edits. Null for a new record. */
  documentId: string | null;
  /** The path of its file. */
  filePath: string | null;
  /** A UUID. */
  id: string;
  /** The start of the content as plain text, at most 200 characters. For an edit, as the caller may currently read
    it. */
  preview: string;
  /** Id of the submission that it revises, or, if it edits a document, of the edit. */
  revises: string | null;
  /** An opaque text that changes with every change of the draft. */
  revision: string;
  /** The release date that the author wants: until then, only administrators see the published document. */
  scheduledReleaseAt: string | null;
  /** One line, as typed. */
  title: string | null;
  /** When it last changed. */
  updatedAt: string;
};
export type CreateDraftRequest = {
  category?: Category | null;
  /** The level that the author proposes. The reviewers assign the actual one. */
  clearanceLevel?: number | null;
  /** Markdown, stored unchanged. Submissions accept 200,000 characters. */
  content?: string | null;
  /** The `objectPath` of a claimed upload, or the first of `files`. */
  filePath?: string | null;
  /** The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`. */
  files?: string[] | null;
  /** Id of the caller's rejected submission that the draft revises. If a draft already revises it, the response is
    that draft, unchanged. */
  revises?: string | null;
  /** The requested release date. */
  scheduledReleaseAt?: string | null;
  /** One line. Submissions accept 200 characters. */
  title?: string | null;
};
export type SaveDraftRequest = {
  category?: Category | null;
  /** The level that the author proposes. The reviewers assign the actual one. */
  clearanceLevel?: number | null;
  /** Markdown, stored unchanged. Submissions accept 200,000 characters. */
  content?: string | null;
  /** The `objectPath` of a claimed upload, or the first of `files`. */
  filePath?: string | null;
  /** The ids of claimed uploads, in order, at most 20. Default: the one with the path `filePath`. */
  files?: string[] | null;
  /** The last revision of the draft that the caller knows. */
  revision: string;
  /** The requested release date. */
  scheduledReleaseAt?: string | null;
  /** One line. Submissions accept 200 characters. */
  title?: string | null;
};
export type SubmitDraftRequest = {
  /** The last revision of the draft that the caller knows. */
  revision: string;
  /** Release date: until then, only administrators see the published document. Defaults to the draft's release date. */
  scheduledReleaseAt?: string | null;
};
export type MailSettings = {
  /** The user's account was approved. */
  accountApproved: boolean;
  /** For administrators: items must be decided soon. */
  deadline: boolean;
  /** A submission, an edit or an archive request of the user was decided. */
  itemReviewed: boolean;
  /** A reset code for the password was issued. */
  resetRequested: boolean;
  /** For administrators: there is a security alert. */
  securityAlert: boolean;
  /** Somebody mentioned the user in a comment, or answered a comment of theirs. */
  talk: boolean;
  /** An item of the user timed out, or is about to. */
  timedOut: boolean;
};
export type UpdateMailSettingsRequest = {
  /** The caller's account was approved. */
  accountApproved?: boolean;
  /** For administrators: items must be decided soon. */
  deadline?: boolean;
  /** A submission, an edit or an archive request of the caller was decided. */
  itemReviewed?: boolean;
  /** A reset code for the password was issued. */
  resetRequested?: boolean;
  /** For administrators: a security alert. */
  securityAlert?: boolean;
  /** Somebody mentioned the caller in a comment, or answered a comment of theirs. */
  talk?: boolean | null;
  /** An item of the caller timed out, or is about to. */
  timedOut?: boolean;
};
export type ReadNotificationsRequest = {
  /** Marks all notifications. Only `true` is valid. */
  all?: boolean;
  /** Ids of notifications, and for administrators also of security alerts and deadline reminders. Unknown ids are
    ignored. */
  ids?: string[];
};
export type ChangePasswordRequest = {
  /** The current password. */
  currentPassword: string;
  /** 6 to 128 characters of any kind. The most common passwords and the username are refused. */
  newPassword: string;
};
export type PendingEdit = {
  /** Time of the proposal. */
  createdAt: string;
  /** Id of the document. */
  documentId: string;
  /** Id of the edit. */
  id: string;
  /** The proposed title. */
  title: string;
};
export type OwnSession = {
  /** Time of the sign-in. */
  createdAt: string;
  /** Whether it is the session of this request. */
  current: boolean;
  /** The session's id. It is not its token. */
  id: string;
  /** The client's address at sign-in. */
  ipAddress: string | null;
  /** Time of the last foreground request, accurate to a minute. */
  lastActivity: string;
  /** The client's user agent at sign-in. */
  userAgent: string | null;
};
export type UpdateSettingsRequest = {
  /** An email address. Null clears it. */
  email?: string | null;
  /** Whether notifications are also sent to the email address. */
  emailNotifications?: boolean;
  /** Whether the home board omits the first steps. */
  firstStepsHidden?: boolean;
  /** All first steps that the administrator ticks by hand. They count as done for this administrator. */
  firstStepsTicked?: TickedStep[];
  /** A phone number. Null clears it. */
  phone?: string | null;
  /** Minutes: 15, 30, 60, 120 or 240. */
  sessionTimeout?: number;
  /** The color theme of the terminal. */
  theme?: Theme;
};
export type TimedOutType = 'submission' | 'edit';
export type TimedOutItem = {
  /** The category. */
  category: Category;
  /** When it was submitted. */
  createdAt: string;
  /** Id of the submission or the edit. */
  id: string;
  /** When the three days for its review ended. */
  timedOutAt: string;
  /** The title. */
  title: string;
  /** The kind of item. Resubmit it under `/api/user/{type}s/{id}/resubmit`. */
  type: TimedOutType;
};
export type TwoFactorVerified = {
  /** One sentence that can be shown to the user. */
  message: string;
  /** Always true. */
  success: boolean;
};
export type VerifyTwoFactorRequest = {
  /** The kind of the code. */
  method: TwoFactorMethod;
  /** The code, ignoring case, spaces and hyphens. */
  token: string;
  /** The name that was used to sign in, ignoring case. */
  username: string;
};
