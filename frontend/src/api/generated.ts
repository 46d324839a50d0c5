import { baseApi as api } from './baseApi';
export const addTagTypes = ['AuditLog', 'Document', 'SiteLock', 'Submission', 'User', 'System'] as const;
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      listAuditLogs: build.query<ListAuditLogsApiResponse, ListAuditLogsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/audit-logs`,
          params: {
            view: queryArg.view,
            q: queryArg.q,
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['AuditLog'],
      }),
      verifyAuditLog: build.query<VerifyAuditLogApiResponse, VerifyAuditLogApiArg>({
        query: () => ({ url: `/api/admin/audit-logs/verify` }),
        providesTags: ['AuditLog'],
      }),
      listAllDocuments: build.query<ListAllDocumentsApiResponse, ListAllDocumentsApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/documents`,
          params: {
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
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
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
      listDocuments: build.query<ListDocumentsApiResponse, ListDocumentsApiArg>({
        query: (queryArg) => ({
          url: `/api/documents`,
          params: {
            level: queryArg.level,
            category: queryArg.category,
            q: queryArg.q,
            view: queryArg.view,
            limit: queryArg.limit,
            after: queryArg.after,
            skip: queryArg.skip,
          },
        }),
        providesTags: ['Document'],
      }),
      getDocument: build.query<GetDocumentApiResponse, GetDocumentApiArg>({
        query: (queryArg) => ({ url: `/api/documents/${encodeURIComponent(String(queryArg))}` }),
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
      getHealth: build.query<GetHealthApiResponse, GetHealthApiArg>({
        query: () => ({ url: `/api/health` }),
        providesTags: ['System'],
      }),
      getReadiness: build.query<GetReadinessApiResponse, GetReadinessApiArg>({
        query: () => ({ url: `/api/health/ready` }),
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
        query: () => ({ url: `/api/objects/upload`, method: 'POST' }),
        invalidatesTags: ['Submission'],
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
        query: (queryArg) => ({ url: `/api/submissions`, method: 'POST', body: queryArg }),
        invalidatesTags: ['Submission'],
      }),
      getCurrentUser: build.query<GetCurrentUserApiResponse, GetCurrentUserApiArg>({
        query: () => ({ url: `/api/user` }),
        providesTags: ['User'],
      }),
      updateSettings: build.mutation<UpdateSettingsApiResponse, UpdateSettingsApiArg>({
        query: (queryArg) => ({ url: `/api/user/settings`, method: 'PATCH', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      listOwnSubmissions: build.query<ListOwnSubmissionsApiResponse, ListOwnSubmissionsApiArg>({
        query: (queryArg) => ({
          url: `/api/user/submissions`,
          params: {
            limit: queryArg.limit,
            after: queryArg.after,
          },
        }),
        providesTags: ['Submission'],
      }),
    }),
    overrideExisting: false,
  });
export { injectedRtkApi as generatedApi };
export type ListAuditLogsApiResponse = /** status 200 The entries */ AuditLog[];
export type ListAuditLogsApiArg = {
  /** What was done in the role of administrator (`admin`), or otherwise (`user`); without it, both. */
  view?: 'admin' | 'user';
  /** Words that each stand, without regard to case, in the action, the kind or id of the thing, the id or name of
    who did it, the address, or the details. */
  q?: string;
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type VerifyAuditLogApiResponse = /** status 200 What was found */ AuditVerification;
export type VerifyAuditLogApiArg = void;
export type ListAllDocumentsApiResponse = /** status 200 The documents */ AdminDocument[];
export type ListAllDocumentsApiArg = {
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type AdminDeleteDocumentApiResponse = unknown;
export type AdminDeleteDocumentApiArg = /** The document */ string;
export type GetSiteSettingsApiResponse = /** status 200 The settings */ SiteSettings;
export type GetSiteSettingsApiArg = void;
export type UpdateSiteSettingsApiResponse = /** status 200 The settings after it */ SiteSettings;
export type UpdateSiteSettingsApiArg = UpdateSiteSettingsRequest;
export type ListPendingSubmissionsApiResponse = /** status 200 The submissions */ Submission[];
export type ListPendingSubmissionsApiArg = {
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type ReviewSubmissionApiResponse = /** status 200 The submission after it */ Submission;
export type ReviewSubmissionApiArg = {
  /** The submission */
  id: string;
  reviewSubmissionRequest: ReviewSubmissionRequest;
};
export type ListUsersApiResponse = /** status 200 The accounts */ User[];
export type ListUsersApiArg = {
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type DeleteUserApiResponse = unknown;
export type DeleteUserApiArg = /** The account */ string;
export type ApproveUserApiResponse = /** status 200 The account after it */ User;
export type ApproveUserApiArg = {
  /** The account */
  id: string;
  clearanceRequest: ClearanceRequest;
};
export type MakeAdminApiResponse = /** status 200 The account after it */ User;
export type MakeAdminApiArg = /** The account */ string;
export type RemoveAdminApiResponse = /** status 200 The account after it */ User;
export type RemoveAdminApiArg = /** The account */ string;
export type UnlockUserApiResponse = /** status 200 The account after it */ User;
export type UnlockUserApiArg = /** The account */ string;
export type UpdateClearanceApiResponse = /** status 200 The account after it */ User;
export type UpdateClearanceApiArg = {
  /** The account */
  id: string;
  clearanceRequest: ClearanceRequest;
};
export type ListDocumentsApiResponse = /** status 200 The documents */ DocumentListItem[];
export type ListDocumentsApiArg = {
  /** Of exactly this level; above the caller's own the list is empty. */
  level?: number;
  /** Of this category. */
  category?: Category;
  /** Words that stand in the title or the content; the last may be the start of one. */
  q?: string;
  /** `summary` for items with a preview and, with `q`, a snippet instead of the content. */
  view?: 'full' | 'summary';
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
  /** Pass over this many items first, counted from the start of the list or from `after`; what is answered is a page. */
  skip?: number;
};
export type GetDocumentApiResponse = /** status 200 The document */ Document;
export type GetDocumentApiArg = /** The document */ string;
export type DeleteDocumentApiResponse = unknown;
export type DeleteDocumentApiArg = /** The document */ string;
export type GetDocumentAccessLogApiResponse = /** status 200 The accesses */ DocumentAccess[];
export type GetDocumentAccessLogApiArg = {
  /** The document */
  id: string;
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type GetHealthApiResponse = /** status 200 It answers */ Health;
export type GetHealthApiArg = void;
export type GetReadinessApiResponse = /** status 200 Both answer */ Ready;
export type GetReadinessApiArg = void;
export type LoginApiResponse =
  /** status 200 The user, and the session's cookie is set; or that a second factor has to be set up first, and no session */ LoginAnswer;
export type LoginApiArg = LoginRequest;
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type CreateUploadApiResponse = /** status 200 The ticket */ UploadTicket;
export type CreateUploadApiArg = void;
export type RegisterApiResponse = /** status 201 The account, not approved yet */ User;
export type RegisterApiArg = RegisterRequest;
export type GetSiteLockStatusApiResponse = /** status 200 The lock */ SiteLockStatus;
export type GetSiteLockStatusApiArg = void;
export type ClaimUploadApiResponse = /** status 200 The file is the caller's to attach */ ClaimedUpload;
export type ClaimUploadApiArg = ClaimUploadRequest;
export type CreateSubmissionApiResponse = /** status 201 It waits for its review */ Submission;
export type CreateSubmissionApiArg = CreateSubmissionRequest;
export type GetCurrentUserApiResponse = /** status 200 The signed-in user */ User;
export type GetCurrentUserApiArg = void;
export type UpdateSettingsApiResponse = /** status 200 The user with the new settings */ User;
export type UpdateSettingsApiArg = UpdateSettingsRequest;
export type ListOwnSubmissionsApiResponse = /** status 200 The submissions */ Submission[];
export type ListOwnSubmissionsApiArg = {
  /** At most this many items; without it the whole list is answered. */
  limit?: number;
  /** The cursor that the `Link` header of the page before named. */
  after?: string;
};
export type AuditLog = {
  /** What was done, in `snake_case`. */
  action: string;
  /** Facts about it: the text of a JSON object. */
  details: string | null;
  /** The thing; null where there is no single one. */
  entityId: string | null;
  /** What kind of thing it was done to, in `snake_case`. */
  entityType: string;
  /** The hash that seals the entry: SHA-256 in lower-case hexadecimal. */
  hash: string;
  /** A UUID. */
  id: string;
  /** From where. */
  ipAddress: string | null;
  /** Whether it was done in the role of administrator. */
  isAdminAction: boolean;
  /** The entry's place in the log, counted from 1 without gaps. */
  number: number;
  /** The id of who did it; null for the server itself and for whoever was not signed in. */
  performedBy: string | null;
  /** The name of who did it, or the name that was given at sign-in. */
  performedByUsername: string | null;
  /** The request it was done in. */
  requestId: string;
  /** When. */
  timestamp: string;
  /** With what, at most 512 characters. */
  userAgent: string | null;
};
export type ApiFieldError = {
  /** The member of the request. */
  field: string;
  /** One sentence that can be shown to a person as it is. */
  message: string;
};
export type ApiError = {
  /** Stable, in `snake_case`; what programs test. */
  code: string;
  /** The broken rules, each with the member of the request it concerns. */
  fields?: ApiFieldError[];
  /** One sentence that can be shown to a person as it is. */
  message: string;
  /** The clearance level that is needed, where that is the reason. */
  requiredClearance?: number;
  /** Seconds until it makes sense to try again, as in the `Retry-After` header. */
  retryAfter?: number;
};
export type AuditBroken = {
  /** Its id. */
  id: string;
  /** Its place in the log. */
  number: number;
};
export type AuditVerification = {
  /** How many entries were found whole. */
  entries: number;
  firstBroken: AuditBroken | null;
  /** Whether the log holds. */
  ok: boolean;
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
export type Document = {
  /** The section they asked for. */
  archiveRequestSection: string | null;
  /** Whether somebody asked for it to be archived. */
  archiveRequested: boolean;
  /** When they asked. */
  archiveRequestedAt: string | null;
  /** Who asked. */
  archiveRequestedBy: string | null;
  /** The section of the archive it is in. */
  archiveSection: string | null;
  /** When it was archived. */
  archivedAt: string | null;
  /** Who archived it. */
  archivedBy: string | null;
  /** What it is about. */
  category: Category;
  /** The level somebody needs to open it. */
  clearanceLevel: number;
  /** Markdown of up to 200,000 characters; null in summaries and where it is withheld. */
  content: string | null;
  /** When it was published. */
  createdAt: string;
  /** The path of the file it carries, `/objects/…`. */
  filePath: string | null;
  /** A UUID. */
  id: string;
  /** Whether it is in the archive rather than the repository. */
  isArchived: boolean;
  /** Whether it is somebody's unfinished draft. */
  isDraft: boolean;
  /** Whether it is a template. */
  isTemplate: boolean;
  /** The document it adds to. */
  parentDocumentId: string | null;
  /** Before this only administrators see it. */
  scheduledReleaseAt: string | null;
  /** The id of its owner. */
  submittedBy: string;
  /** The name of its owner. */
  submittedByUsername: string;
  /** What the template is for. */
  templateCategory: string | null;
  /** One line of up to 200 characters. */
  title: string;
  /** When it was changed last. */
  updatedAt: string;
  /** Counts the published states, from 1. */
  version: number;
};
export type AdminDocument = Document & {
  /** Whether the content is withheld, because the document's level is above the administrator's. */
  redacted: boolean;
};
export type SiteSettings = {
  /** Always `site`: there is one. */
  id: string;
  /** While it is true only administrators pass. */
  isLocked: boolean;
  /** Whether accounts of level 3 and above, and administrators, need a second factor to sign in. */
  twoFactorRequired: boolean;
  /** When one of them changed last. */
  updatedAt: string;
};
export type UpdateSiteSettingsRequest = {
  /** Whether only administrators pass from then on. */
  isLocked?: boolean;
  /** Whether accounts of level 3 and above, and administrators, need a second factor to sign in. */
  twoFactorRequired?: boolean;
};
export type SubmissionStatus = 'pending' | 'approved' | 'rejected';
export type ApprovalStep = {
  /** When they decided. */
  approvedAt: string;
  /** Who decided. */
  approverId: string;
  /** Their name at that time. */
  approverUsername: string;
  /** What they said. */
  comments: string | null;
  /** A UUID. */
  id: string;
  /** What they decided. */
  status: SubmissionStatus;
  /** Which step, from 1. */
  stepNumber: number;
  /** Of which submission. */
  submissionId: string;
};
export type Submission = {
  /** The step that comes next, from 1. */
  approvalStep: number;
  /** The steps so far, in order. */
  approvalSteps: ApprovalStep[];
  /** The level that was assigned at the first approval. */
  assignedClearanceLevel: number | null;
  /** What it is about. */
  category: Category;
  /** What it says, in Markdown. */
  content: string;
  /** When it was sent in. */
  createdAt: string;
  /** The document it became. */
  documentId: string | null;
  /** The path of the file it carries, `/objects/…`. */
  filePath: string | null;
  /** A UUID. */
  id: string;
  /** Whether it has waited too long and is out of the queue. */
  isTimedOut: boolean;
  /** How many steps there are. */
  maxApprovalSteps: number;
  /** Whether more than one administrator has to approve. */
  requiresMultiStepApproval: boolean;
  /** When it was sent in again; its three days count from then. */
  resubmittedAt: string | null;
  /** What the last decision said to the author. */
  reviewComments: string | null;
  /** When it was decided. */
  reviewedAt: string | null;
  /** Who decided last. */
  reviewedBy: string | null;
  /** Before this, once published, only administrators see it. */
  scheduledReleaseAt: string | null;
  /** Where it stands. */
  status: SubmissionStatus;
  /** The id of who sent it in. */
  submittedBy: string;
  /** The name of who sent it in. */
  submittedByUsername: string;
  /** When it had waited for three days. */
  timedOutAt: string | null;
  /** Its title; of an incident, its number. */
  title: string;
};
export type ReviewStatus = 'approved' | 'rejected';
export type ReviewSubmissionRequest = {
  /** The level of the document; needed to approve. */
  clearanceLevel?: number | null;
  /** What the author shall read. */
  comments?: string | null;
  /** How many administrators have to approve; heard at the first step alone. */
  maxApprovalSteps?: number | null;
  /** When the document is released, instead of what the author asked for. */
  scheduledReleaseAt?: string | null;
  /** Approve or reject. */
  status: ReviewStatus;
};
export type AccessKey = 'subject' | 'innovation' | 'security' | 'taskforce' | 'command' | 'developer';
export type Theme = 'default' | 'dark' | 'green-matrix' | 'amber-crt' | 'blue-steel';
export type User = {
  /** The key of the account. */
  accessKey: AccessKey;
  /** The level of the account; before approval, the one its key asks for. */
  clearanceLevel: number;
  /** When the account was registered. */
  createdAt: string;
  /** For notifications. */
  email: string | null;
  /** Failures since the last success. */
  failedLoginAttempts: number;
  /** A UUID, or `emergency-access`. */
  id: string;
  /** Administrator rights; before approval, a claim that is worth nothing. */
  isAdmin: boolean;
  /** Whether an administrator approved the account. */
  isApproved: boolean;
  /** The last foreground call. */
  lastActivity: string | null;
  /** The last try to sign in. */
  lastLoginAttempt: string | null;
  /** For contact. */
  phone: string | null;
  /** Minutes without activity after which a session ends: 15, 30, 60, 120 or 240. */
  sessionTimeout: number;
  /** The look of the terminal. */
  theme: Theme;
  /** Whether a second factor is set up. */
  twoFactorEnabled: boolean;
  /** The name as registered. */
  username: string;
};
export type ClearanceRequest = {
  /** The key the user has to name at sign-in. */
  accessKey: AccessKey;
  /** 1 to 5, and not above the administrator's own. */
  clearanceLevel: number;
};
export type DocumentListItem = Document & {
  /** In summaries, the first 200 characters of the content. */
  preview: string | null;
  /** In summaries of a search, a piece of text around a match: `&`, `<` and `>` are written as in HTML, and
    `<mark>` and `</mark>` stand around each match. */
  snippet: string | null;
};
export type AccessType = 'view' | 'download';
export type DocumentAccess = {
  /** How. */
  accessType: AccessType;
  /** When. */
  accessedAt: string;
  /** The document. */
  documentId: string;
  /** A UUID. */
  id: string;
  /** From where. */
  ipAddress: string | null;
  /** With what. */
  userAgent: string | null;
  /** Who. */
  userId: string;
  /** Their name at that time. */
  username: string;
};
export type Health = {
  /** Always `ok`. */
  status: string;
  /** When shared content changed last: the same on every node and after a restart. */
  timestamp: string;
};
export type Ready = {
  /** Always `ready`. */
  status: string;
};
export type TwoFactorSetupRequired = {
  /** The level of the account. */
  clearanceLevel: number;
  /** Always true. */
  requiresTwoFactorSetup: boolean;
};
export type LoginAnswer = User | TwoFactorSetupRequired;
export type LoginRequest = {
  accessKey?: AccessKey | null;
  /** The password. */
  password: string;
  /** The name, in any case. */
  username: string;
};
export type UploadTicket = {
  /** An absolute URL on this server for one `PUT` of at most 10,485,760 bytes within 15 minutes. */
  uploadURL: string;
};
export type RegisterRequest = {
  /** Decides the level that is asked for. */
  accessKey: AccessKey;
  /** Accepted and ignored: the key decides the level. */
  clearanceLevel?: number | null;
  /** Accepted and ignored: administrators are made by administrators. */
  isAdmin?: boolean | null;
  /** 6 to 128 characters of any kind; the most common passwords and the username itself are refused. */
  password: string;
  /** 3 to 50 letters, digits, underscores and hyphens; unique without regard to case. */
  username: string;
};
export type SiteLockStatus = {
  /** While it is true only administrators pass. */
  isLocked: boolean;
};
export type ClaimedUpload = {
  /** `/objects/…`, to be sent as `filePath`. */
  objectPath: string;
};
export type ClaimUploadRequest = {
  /** The URL it was sent to, with or without its query. */
  fileURL: string;
};
export type CreateSubmissionRequest = {
  /** What it is about. */
  category: Category;
  /** Markdown. Kept as it is. */
  content: string;
  /** The path that claiming an upload answered. */
  filePath?: string | null;
  /** Before this, once published, only administrators see it. */
  scheduledReleaseAt?: string | null;
  /** One line; of an incident it is replaced by the next incident number. */
  title: string;
};
export type UpdateSettingsRequest = {
  /** An address; null clears it. */
  email?: string | null;
  /** A number; null clears it. */
  phone?: string | null;
  /** Minutes: 15, 30, 60, 120 or 240. */
  sessionTimeout?: number;
  /** The look of the terminal. */
  theme?: Theme;
};
export const {
  useListAuditLogsQuery,
  useVerifyAuditLogQuery,
  useListAllDocumentsQuery,
  useAdminDeleteDocumentMutation,
  useGetSiteSettingsQuery,
  useUpdateSiteSettingsMutation,
  useListPendingSubmissionsQuery,
  useReviewSubmissionMutation,
  useListUsersQuery,
  useDeleteUserMutation,
  useApproveUserMutation,
  useMakeAdminMutation,
  useRemoveAdminMutation,
  useUnlockUserMutation,
  useUpdateClearanceMutation,
  useListDocumentsQuery,
  useGetDocumentQuery,
  useDeleteDocumentMutation,
  useGetDocumentAccessLogQuery,
  useGetHealthQuery,
  useGetReadinessQuery,
  useLoginMutation,
  useLogoutMutation,
  useCreateUploadMutation,
  useRegisterMutation,
  useGetSiteLockStatusQuery,
  useClaimUploadMutation,
  useCreateSubmissionMutation,
  useGetCurrentUserQuery,
  useUpdateSettingsMutation,
  useListOwnSubmissionsQuery,
} = injectedRtkApi;
