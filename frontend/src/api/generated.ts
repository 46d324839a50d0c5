import { baseApi as api } from './baseApi';
export const addTagTypes = ['User', 'Document', 'Submission', 'SiteLock', 'System'] as const;
const injectedRtkApi = api
  .enhanceEndpoints({
    addTagTypes,
  })
  .injectEndpoints({
    endpoints: (build) => ({
      getCurrentUser: build.query<GetCurrentUserApiResponse, GetCurrentUserApiArg>({
        query: () => ({ url: `/api/user` }),
        providesTags: ['User'],
      }),
      register: build.mutation<RegisterApiResponse, RegisterApiArg>({
        query: (queryArg) => ({ url: `/api/register`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      login: build.mutation<LoginApiResponse, LoginApiArg>({
        query: (queryArg) => ({ url: `/api/login`, method: 'POST', body: queryArg }),
        invalidatesTags: ['User'],
      }),
      logout: build.mutation<LogoutApiResponse, LogoutApiArg>({
        query: () => ({ url: `/api/logout`, method: 'POST' }),
        invalidatesTags: ['User'],
      }),
      updateSettings: build.mutation<UpdateSettingsApiResponse, UpdateSettingsApiArg>({
        query: (queryArg) => ({ url: `/api/user/settings`, method: 'PATCH', body: queryArg }),
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
      approveUser: build.mutation<ApproveUserApiResponse, ApproveUserApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg.id))}/approve`,
          method: 'PATCH',
          body: queryArg.approveUserRequest,
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
      updateClearance: build.mutation<UpdateClearanceApiResponse, UpdateClearanceApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg.id))}/update-clearance`,
          method: 'PATCH',
          body: queryArg.updateClearanceRequest,
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
      deleteUser: build.mutation<DeleteUserApiResponse, DeleteUserApiArg>({
        query: (queryArg) => ({
          url: `/api/admin/users/${encodeURIComponent(String(queryArg))}`,
          method: 'DELETE',
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
      createSubmission: build.mutation<CreateSubmissionApiResponse, CreateSubmissionApiArg>({
        query: (queryArg) => ({ url: `/api/submissions`, method: 'POST', body: queryArg }),
        invalidatesTags: ['Submission'],
      }),
      listOwnSubmissions: build.query<ListOwnSubmissionsApiResponse, ListOwnSubmissionsApiArg>({
        query: () => ({ url: `/api/user/submissions` }),
        providesTags: ['Submission'],
      }),
      createUpload: build.mutation<CreateUploadApiResponse, CreateUploadApiArg>({
        query: () => ({ url: `/api/objects/upload`, method: 'POST' }),
        invalidatesTags: ['Submission'],
      }),
      claimUpload: build.mutation<ClaimUploadApiResponse, ClaimUploadApiArg>({
        query: (queryArg) => ({ url: `/api/submission-files`, method: 'PUT', body: queryArg }),
        invalidatesTags: ['Submission'],
      }),
      listPendingSubmissions: build.query<ListPendingSubmissionsApiResponse, ListPendingSubmissionsApiArg>({
        query: () => ({ url: `/api/admin/submissions` }),
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
      getSiteLockStatus: build.query<GetSiteLockStatusApiResponse, GetSiteLockStatusApiArg>({
        query: () => ({ url: `/api/site-lock-status` }),
        providesTags: ['SiteLock'],
      }),
      getHealth: build.query<GetHealthApiResponse, GetHealthApiArg>({
        query: () => ({ url: `/api/health` }),
        providesTags: ['System'],
      }),
      getReadiness: build.query<GetReadinessApiResponse, GetReadinessApiArg>({
        query: () => ({ url: `/api/health/ready` }),
        providesTags: ['System'],
      }),
    }),
    overrideExisting: false,
  });
export { injectedRtkApi as generatedApi };
export type GetCurrentUserApiResponse = /** status 200 ok */ User;
export type GetCurrentUserApiArg = void;
export type RegisterApiResponse = /** status 201 ok */ User;
export type RegisterApiArg = RegisterRequest;
export type LoginApiResponse = /** status 200 ok */ User;
export type LoginApiArg = LoginRequest;
export type LogoutApiResponse = unknown;
export type LogoutApiArg = void;
export type UpdateSettingsApiResponse = /** status 200 ok */ User;
export type UpdateSettingsApiArg = UpdateSettingsRequest;
export type ListUsersApiResponse = /** status 200 ok */ User[];
export type ListUsersApiArg = {
  limit?: number;
  after?: string;
};
export type ApproveUserApiResponse = /** status 200 ok */ User;
export type ApproveUserApiArg = {
  id: string;
  approveUserRequest: ApproveUserRequest;
};
export type MakeAdminApiResponse = /** status 200 ok */ User;
export type MakeAdminApiArg = string;
export type RemoveAdminApiResponse = /** status 200 ok */ User;
export type RemoveAdminApiArg = string;
export type UpdateClearanceApiResponse = /** status 200 ok */ User;
export type UpdateClearanceApiArg = {
  id: string;
  updateClearanceRequest: UpdateClearanceRequest;
};
export type UnlockUserApiResponse = /** status 200 ok */ User;
export type UnlockUserApiArg = string;
export type DeleteUserApiResponse = unknown;
export type DeleteUserApiArg = string;
export type ListDocumentsApiResponse = /** status 200 ok */ DocumentListItem[];
export type ListDocumentsApiArg = {
  level?: number;
  category?: string;
  q?: string;
  view?: string;
  limit?: number;
  after?: string;
};
export type GetDocumentApiResponse = /** status 200 ok */ Document;
export type GetDocumentApiArg = string;
export type DeleteDocumentApiResponse = unknown;
export type DeleteDocumentApiArg = string;
export type GetDocumentAccessLogApiResponse = /** status 200 ok */ AccessLogEntry[];
export type GetDocumentAccessLogApiArg = {
  id: string;
  limit?: number;
  after?: string;
};
export type ListAllDocumentsApiResponse = /** status 200 ok */ Document[];
export type ListAllDocumentsApiArg = {
  limit?: number;
  after?: string;
};
export type AdminDeleteDocumentApiResponse = unknown;
export type AdminDeleteDocumentApiArg = string;
export type CreateSubmissionApiResponse = /** status 201 ok */ Submission;
export type CreateSubmissionApiArg = CreateSubmissionRequest;
export type ListOwnSubmissionsApiResponse = /** status 200 ok */ Submission[];
export type ListOwnSubmissionsApiArg = void;
export type CreateUploadApiResponse = /** status 200 ok */ UploadTicket;
export type CreateUploadApiArg = void;
export type ClaimUploadApiResponse = /** status 200 ok */ ClaimedUpload;
export type ClaimUploadApiArg = ClaimUploadRequest;
export type ListPendingSubmissionsApiResponse = /** status 200 ok */ Submission[];
export type ListPendingSubmissionsApiArg = void;
export type ReviewSubmissionApiResponse = /** status 200 ok */ Submission;
export type ReviewSubmissionApiArg = {
  id: string;
  reviewSubmissionRequest: ReviewSubmissionRequest;
};
export type GetSiteLockStatusApiResponse = /** status 200 ok */ SiteLockStatus;
export type GetSiteLockStatusApiArg = void;
export type GetHealthApiResponse = /** status 200 ok */ Health;
export type GetHealthApiArg = void;
export type GetReadinessApiResponse = /** status 200 ok */ Readiness;
export type GetReadinessApiArg = void;
export type User = {
  id: string;
  username: string;
  accessKey: string;
  clearanceLevel: number;
  isAdmin: boolean;
  isApproved: boolean;
  twoFactorEnabled: boolean;
  email: string | null;
  phone: string | null;
  theme: string;
  sessionTimeout: number;
  lastActivity: string | null;
  lastLoginAttempt: string | null;
  failedLoginAttempts: number;
  createdAt: string;
};
export type ApiError = {
  code: string;
  message: string;
  requiredClearance?: number;
  fields?: {
    field: string;
    message: string;
  }[];
};
export type RegisterRequest = {
  username: string;
  password: string;
  accessKey: string;
  clearanceLevel?: number;
  isAdmin?: boolean;
};
export type LoginRequest = {
  username: string;
  password: string;
  accessKey?: string;
};
export type UpdateSettingsRequest = {
  theme?: string;
  sessionTimeout?: number;
  email?: string | null;
  phone?: string | null;
};
export type ApproveUserRequest = {
  clearanceLevel: number;
  accessKey: string;
};
export type UpdateClearanceRequest = {
  clearanceLevel: number;
  accessKey: string;
};
export type DocumentListItem = {
  id: string;
  title: string;
  content?: string | null;
  redacted?: boolean;
  category: string;
  clearanceLevel: number;
  filePath: string | null;
  submittedBy: string | null;
  submittedByUsername: string | null;
  isArchived: boolean;
  archiveSection: string | null;
  archivedAt: string | null;
  archivedBy: string | null;
  archiveRequested: boolean;
  archiveRequestedAt: string | null;
  archiveRequestedBy: string | null;
  archiveRequestSection: string | null;
  scheduledReleaseAt: string | null;
  isTemplate: boolean;
  templateCategory: string | null;
  version: number;
  parentDocumentId: string | null;
  isDraft: boolean;
  createdAt: string;
  updatedAt: string;
  preview?: string;
  snippet?: string | null;
};
export type Document = {
  id: string;
  title: string;
  content: string | null;
  redacted?: boolean;
  category: string;
  clearanceLevel: number;
  filePath: string | null;
  submittedBy: string | null;
  submittedByUsername: string | null;
  isArchived: boolean;
  archiveSection: string | null;
  archivedAt: string | null;
  archivedBy: string | null;
  archiveRequested: boolean;
  archiveRequestedAt: string | null;
  archiveRequestedBy: string | null;
  archiveRequestSection: string | null;
  scheduledReleaseAt: string | null;
  isTemplate: boolean;
  templateCategory: string | null;
  version: number;
  parentDocumentId: string | null;
  isDraft: boolean;
  createdAt: string;
  updatedAt: string;
};
export type AccessLogEntry = {
  id: string;
  documentId: string;
  userId: string;
  username: string;
  accessType: string;
  accessedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
};
export type ApprovalStep = {
  id: string;
  submissionId: string;
  stepNumber: number;
  approverId: string;
  approverUsername: string;
  status: string;
  comments: string | null;
  approvedAt: string | null;
};
export type Submission = {
  id: string;
  title: string;
  content: string;
  category: string;
  filePath: string | null;
  status: string;
  assignedClearanceLevel: number | null;
  submittedBy: string;
  submittedByUsername: string;
  reviewedBy: string | null;
  comments: string | null;
  requiresMultiStepApproval: boolean;
  approvalStep: number;
  maxApprovalSteps: number;
  approvalSteps: ApprovalStep[];
  scheduledReleaseAt: string | null;
  timedOutAt: string | null;
  isTimedOut: boolean;
  createdAt: string;
  reviewedAt: string | null;
  documentId: string | null;
};
export type CreateSubmissionRequest = {
  title: string;
  content: string;
  category: string;
  filePath?: string | null;
  scheduledReleaseAt?: string | null;
};
export type UploadTicket = {
  uploadURL: string;
};
export type ClaimedUpload = {
  objectPath: string;
};
export type ClaimUploadRequest = {
  fileURL: string;
};
export type ReviewSubmissionRequest = {
  status: 'approved' | 'rejected';
  clearanceLevel?: number | null;
  comments?: string | null;
  maxApprovalSteps?: number | null;
  scheduledReleaseAt?: string | null;
};
export type SiteLockStatus = {
  isLocked: boolean;
};
export type Health = {
  status: string;
  timestamp: string;
};
export type Readiness = {
  status: string;
};
export const {
  useGetCurrentUserQuery,
  useRegisterMutation,
  useLoginMutation,
  useLogoutMutation,
  useUpdateSettingsMutation,
  useListUsersQuery,
  useApproveUserMutation,
  useMakeAdminMutation,
  useRemoveAdminMutation,
  useUpdateClearanceMutation,
  useUnlockUserMutation,
  useDeleteUserMutation,
  useListDocumentsQuery,
  useGetDocumentQuery,
  useDeleteDocumentMutation,
  useGetDocumentAccessLogQuery,
  useListAllDocumentsQuery,
  useAdminDeleteDocumentMutation,
  useCreateSubmissionMutation,
  useListOwnSubmissionsQuery,
  useCreateUploadMutation,
  useClaimUploadMutation,
  useListPendingSubmissionsQuery,
  useReviewSubmissionMutation,
  useGetSiteLockStatusQuery,
  useGetHealthQuery,
  useGetReadinessQuery,
} = injectedRtkApi;
