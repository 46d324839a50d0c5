/* eslint-disable max-lines -- The table of all calls is read as one. */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import { accountCache } from './accountCache';
import type { ApiRequest } from './baseQuery';
import { nextCursor } from './cursor';
import { generatedApi, type ListBacklinksApiArg, type ListCommentsApiArg } from './generated';
import { idTag, listTag, listTags } from './tags';
import type {
  AdminDocument,
  ArchivedDocument,
  Backlink,
  Comment,
  DocumentSummary,
  TrashedDocument,
  User,
} from './types';

/** The lifecycle arguments of a request that returns the changed account. */
interface UserChange {
  readonly dispatch: (change: ReturnType<typeof generatedApi.util.updateQueryData>) => unknown;
  readonly queryFulfilled: Promise<{ readonly data: User }>;
}

const changesUsers = { invalidatesTags: [listTag('User'), 'Board' as const] };
const changesUser = {
  ...changesUsers,
  // Updates the row before the notification appears. If it moved with the next list, an open menu would move with it.
  onQueryStarted: async (_user: unknown, { dispatch, queryFulfilled }: UserChange) => {
    const answer = await queryFulfilled.catch(() => null);
    if (answer === null) return;
    dispatch(
      generatedApi.util.updateQueryData('listUsers', {}, (users) =>
        users.map((user) => (user.id === answer.data.id ? answer.data : user)),
      ),
    );
  },
};
const changesSubmission = { invalidatesTags: [listTag('Submission'), 'Board' as const] };
const changesDraft = { invalidatesTags: [listTag('Draft'), 'Board' as const] };
const changesDocument = { invalidatesTags: [listTag('Document'), 'Trash' as const, 'Board' as const] };
const changesEdit = { invalidatesTags: [listTag('DocumentEdit'), 'Board' as const] };
const changesTemplate = { invalidatesTags: [listTag('Template'), 'Board' as const] };
const changesSection = { invalidatesTags: [listTag('Archive'), 'Board' as const] };
const changesNothing = { invalidatesTags: [] };

/** Tags that moving a document affects: its own record, the repository, the archive and its requests, and the board. */
function movesDocument(id: string) {
  return [idTag('Document', id), listTag('Document'), listTag('Archive'), 'Board' as const];
}

/**
 * The generated endpoints with details that the contract cannot express: finer tags, and the meaning of a 401 from the
 * current-user request. Screens import their hooks from here.
 */
const enhanced = generatedApi.enhanceEndpoints({
  endpoints: {
    // The signed-in user is stored by `session.ts`, so this response is not cached.
    getCurrentUser: { providesTags: [], keepUnusedDataFor: 0 },
    login: changesNothing,
    logout: changesNothing,
    register: changesUsers,
    // The main terminal shows the first steps.
    updateSettings: {
      invalidatesTags: (_user, _error, { firstStepsHidden, firstStepsTicked }) =>
        firstStepsHidden === undefined && firstStepsTicked === undefined ? [] : ['Board' as const],
    },
    ...accountCache,
    getBoard: { providesTags: ['Board'] },
    listNotifications: { providesTags: ['Board', 'News'] },
    // Notifications may include administrators' alerts.
    readNotifications: { invalidatesTags: ['Board', 'News', idTag('Security', 'ALERTS'), 'Reminder'] },
    listUsers: { providesTags: (users) => listTags('User', users) },
    approveUser: changesUser,
    makeAdmin: changesUser,
    removeAdmin: changesUser,
    updateClearance: changesUser,
    unlockUser: { ...changesUser, invalidatesTags: [...changesUsers.invalidatesTags, listTag('Security')] },
    resetTwoFactor: changesUsers,
    deleteUser: changesUsers,

    // Every action adds an entry, so each visit requests the log again.
    listAuditLogs: { providesTags: [listTag('AuditLog')], keepUnusedDataFor: 0 },
    // The list of actions changes only with a release.
    listAuditActions: { providesTags: [] },
    getAuditCheckpoint: { providesTags: [listTag('AuditLog')], keepUnusedDataFor: 0 },
    verifyAuditLog: { providesTags: [idTag('AuditLog', 'CHECK')], keepUnusedDataFor: 0 },

    // Short, because the meaning of a label may change with any publication.
    listDocuments: { providesTags: [listTag('Document')], keepUnusedDataFor: 30 },
    suggestWords: { providesTags: [listTag('Document')], keepUnusedDataFor: 30 },
    listAllDocuments: { providesTags: [listTag('Document')] },
    // Requested each time a document is opened: the server decides each time whether it may be read, and logs every
    // read.
    getDocument: { providesTags: (_result, _error, { id }) => [idTag('Document', id)], keepUnusedDataFor: 0 },
    // Any change of a record may add or remove a reference to this one.
    getDocumentViews: { providesTags: [listTag('Document')], keepUnusedDataFor: 0 },
    getDocumentAccessLog: {
      providesTags: (_result, _error, { id }) => [idTag('Document', `log-${id}`)],
      keepUnusedDataFor: 0,
    },
    // The deleted document stays in the cache until its screen is left: requesting it again would return 404.
    deleteDocument: changesDocument,
    adminDeleteDocument: changesDocument,
    // A level decides who finds the document, and the change creates a version.
    reclassifyDocument: {
      invalidatesTags: (_document, _error, { id }) => [...movesDocument(id), listTag('DocumentEdit')],
    },

    createSubmission: changesSubmission,
    // Until the text is ready, its screen requests it repeatedly.
    getFileText: { providesTags: [], keepUnusedDataFor: 0 },
    createUpload: changesNothing,
    claimUpload: changesNothing,
    resubmitSubmission: changesSubmission,
    // The text becomes a draft.
    withdrawSubmission: { invalidatesTags: [listTag('Submission'), listTag('Draft'), 'Board'] },
    listTimedOut: { providesTags: [listTag('Submission')] },
    listOwnSubmissions: { providesTags: [listTag('Submission')] },
    getOwnSubmission: {
      providesTags: (_own, _error, id) => [listTag('Submission'), idTag('Submission', id)],
    },
    listPendingSubmissions: { providesTags: [listTag('Submission')] },
    getSubmissionCase: { providesTags: (_case, _error, id) => [idTag('Submission', id)] },
    compareSubmission: { providesTags: (_diff, _error, id) => [idTag('Submission', id)] },
    // An approval publishes a document.
    reviewSubmission: {
      invalidatesTags: (_case, _error, { id }) => [
        listTag('Submission'),
        idTag('Submission', id),
        listTag('Document'),
        'Board',
      ],
    },

    listDrafts: { providesTags: [listTag('Draft')] },
    // The initial content of a form, which has newer text from then on.
    getDraft: { providesTags: [], keepUnusedDataFor: 0 },
    createDraft: changesDraft,
    // The server's announcement of the change invalidates the list.
    saveDraft: changesNothing,
    deleteDraft: changesDraft,
    getEditDraft: { providesTags: [], keepUnusedDataFor: 0 },
    saveEditDraft: changesNothing,
    deleteEditDraft: changesDraft,
    // The submission replaces the draft.
    submitDraft: { invalidatesTags: [listTag('Draft'), listTag('Submission'), 'Board'] },
    // Proposing an edit deletes its draft.
    proposeEdit: { invalidatesTags: [...changesEdit.invalidatesTags, listTag('Draft')] },
    // The edit was listed among the timed-out ones.
    resubmitEdit: { invalidatesTags: [...changesEdit.invalidatesTags, listTag('Submission')] },
    withdrawEdit: { invalidatesTags: [...changesEdit.invalidatesTags, listTag('Submission')] },
    listOwnEdits: { providesTags: [listTag('DocumentEdit')] },
    getOwnEdit: { providesTags: (_edit, _error, id) => [idTag('DocumentEdit', id)] },
    listOwnPendingEdits: { providesTags: [listTag('DocumentEdit')] },
    listDocumentEdits: { providesTags: [listTag('DocumentEdit')] },
    getDocumentEdit: { providesTags: (_case, _error, id) => [idTag('DocumentEdit', id)] },
    // An approval changes the document, which other edits of it are compared with.
    reviewDocumentEdit: { invalidatesTags: ['DocumentEdit', 'Document', 'Board'] },

    listVersions: { providesTags: (_result, _error, { id }) => [idTag('Document', `versions-${id}`)] },
    // Versions never change, but the right to read them may.
    compareVersions: {
      providesTags: (_result, _error, { id }) => [idTag('Document', `versions-${id}`)],
      keepUnusedDataFor: 30,
    },
    revertDocument: { invalidatesTags: ['Document', 'DocumentEdit', 'Board'] },

    // Read in pages, below.
    listBacklinks: { providesTags: [] },
    listComments: { providesTags: [] },
    // A comment subscribes its author to the document.
    createComment: {
      invalidatesTags: (_comment, _error, { id }) => [listTag('DocumentComment'), idTag('Document', id)],
    },
    editComment: { invalidatesTags: [listTag('DocumentComment')] },
    completeReaders: { providesTags: [] },
    watchDocument: { invalidatesTags: (_done, _error, id) => [idTag('Document', id)] },
    unwatchDocument: { invalidatesTags: (_done, _error, id) => [idTag('Document', id)] },
    deleteComment: { invalidatesTags: [listTag('DocumentComment')] },
    listTrash: { providesTags: [] },
    restoreDocument: { invalidatesTags: ['Trash', listTag('Document'), listTag('Archive'), 'Board'] },
    purgeDocument: { invalidatesTags: ['Trash'] },

    listTemplates: { providesTags: [listTag('Template')] },
    createTemplate: changesTemplate,
    updateTemplate: changesTemplate,

    listArchiveSections: { providesTags: [listTag('Archive')] },
    createArchiveSection: changesSection,
    updateArchiveSection: changesSection,
    listArchiveRequests: { providesTags: [listTag('Archive')] },
    requestArchive: { invalidatesTags: (_document, _error, { id }) => movesDocument(id) },
    unarchiveDocument: { invalidatesTags: (_document, _error, id) => movesDocument(id) },
    approveArchiveRequest: {
      invalidatesTags: (_document, _error, { documentId }) => movesDocument(documentId),
    },
    rejectArchiveRequest: {
      invalidatesTags: (_document, _error, { documentId }) => movesDocument(documentId),
    },

    // The lock affects the requests of every screen; both responses contain it.
    getSiteSettings: { providesTags: ['SiteLock'] },
    updateSiteSettings: { invalidatesTags: ['SiteLock'] },
  },
});

export interface DocumentFilters {
  readonly q?: string;
  readonly level?: number;
  readonly category?: string;
  /** The exact username of the author. */
  readonly author?: string;
  /** By default the best match is first in a search, otherwise the newest. */
  readonly sort?: 'newest' | 'oldest' | 'title' | 'level';
  /** The level at which an administrator previews. */
  readonly as?: number;
}

/** A page of the repository with the counts from the response headers. */
export interface DocumentPage {
  readonly items: readonly DocumentSummary[];
  /** Number of documents that match the filters; at most a thousand for a search. */
  readonly matching: number;
  /** The number of matches is a lower bound. */
  readonly isAtLeast?: boolean;
  /** Number of documents that the reader may see. */
  readonly accessible: number;
}

export interface DocumentPageRequest {
  readonly filters: DocumentFilters;
  /** Page number, counted from 0. */
  readonly page: number;
}

/** A page of a list that is read by cursors. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Number of items for the reader. */
  readonly total: number;
  /** Cursor of the next page; `null` at the end. */
  readonly next: string | null;
}

export type AdminDocumentPage = Page<AdminDocument>;

/** A page of the documents of a section, the last archived first. */
export type ArchivePage = Page<ArchivedDocument>;

const commentPageSize = 50;

/** Page size of the records that link to a document. */
const backlinkPageSize = 20;

export const documentPageSize = 60;

export function headerNumber<Otherwise extends number | null>(
  meta: FetchBaseQueryMeta | undefined,
  header: string,
  otherwise: Otherwise,
): number | Otherwise {
  const text = meta?.response?.headers.get(header);
  const value = text ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : otherwise;
}

/** The number of matching documents, from a list's header. */
export function documentCount(meta: FetchBaseQueryMeta | undefined, otherwise: number): number {
  return headerNumber(meta, 'X-Total-Count', otherwise);
}

function documentsFrom({ filters: { as: level, ...filters }, page }: DocumentPageRequest): ApiRequest {
  const skip = page === 0 ? undefined : page * documentPageSize;
  const as = level === undefined ? undefined : `level:${level}`;
  return {
    url: '/api/documents',
    params: { view: 'summary', limit: documentPageSize, ...filters, skip, as },
  };
}

function toDocumentPage(items: DocumentSummary[], meta: FetchBaseQueryMeta | undefined): DocumentPage {
  return {
    items,
    matching: headerNumber(meta, 'X-Total-Count', items.length),
    accessible: headerNumber(meta, 'X-Accessible-Count', items.length),
    ...(meta?.response?.headers.get('X-Total-Count-Relation') === 'at-least' && { isAtLeast: true }),
  };
}

export function toPage<Item>(items: Item[], meta: FetchBaseQueryMeta | undefined): Page<Item> {
  return {
    items,
    total: headerNumber(meta, 'X-Total-Count', items.length),
    next: nextCursor(meta?.response?.headers.get('Link')),
  };
}

/**
 * Adds the paged lists, which the generator does not support. Structural sharing is off, because comparing a long list
 * with every new page is slow.
 */
export const api = enhanced.injectEndpoints({
  endpoints: (build) => ({
    /** The signed-in user, requested by a timer or after an announcement, without keeping the session alive. */
    watchCurrentUser: build.query<User, undefined>({ query: () => '/api/user' }),
    // The length of the repository and its first page, which are needed to restore a position in it.
    documentHead: build.query<DocumentPage, DocumentFilters>({
      query: (filters) => documentsFrom({ filters, page: 0 }),
      transformResponse: toDocumentPage,
      providesTags: [listTag('Document')],
    }),
    // Only the visible pages of a list and recently visible ones are kept.
    documentPage: build.query<DocumentPage, DocumentPageRequest>({
      query: documentsFrom,
      transformResponse: toDocumentPage,
      providesTags: [listTag('Document')],
      keepUnusedDataFor: 30,
    }),
    // The page after a cursor; the first page without one.
    adminDocumentPage: build.query<AdminDocumentPage, string | null>({
      query: (after) => ({
        url: '/api/admin/documents',
        // Full contents would be logged as read.
        params: { view: 'summary', limit: documentPageSize, after: after ?? undefined },
      }),
      transformResponse: toPage<AdminDocument>,
      providesTags: [listTag('Document')],
    }),
    // Number of all documents.
    adminDocumentCount: build.query<number, undefined>({
      query: () => ({ url: '/api/admin/documents', params: { view: 'summary', limit: 1 } }),
      transformResponse: (items: AdminDocument[], meta: FetchBaseQueryMeta | undefined) =>
        documentCount(meta, items.length),
      providesTags: [listTag('Document')],
    }),
    archivePages: build.infiniteQuery<ArchivePage, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
      query: ({ queryArg: section, pageParam }) => ({
        url: `/api/archive/documents/${encodeURIComponent(section)}`,
        params: { view: 'summary', limit: documentPageSize, after: pageParam ?? undefined },
      }),
      transformResponse: toPage<ArchivedDocument>,
      providesTags: [listTag('Archive')],
      keepUnusedDataFor: 30,
    }),
    trashPages: build.infiniteQuery<Page<TrashedDocument>, undefined, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
      query: ({ pageParam }) => ({
        url: '/api/admin/trash',
        params: { limit: documentPageSize, after: pageParam ?? undefined },
      }),
      transformResponse: toPage<TrashedDocument>,
      providesTags: [listTag('Trash')],
      keepUnusedDataFor: 30,
    }),
    backlinkPages: build.infiniteQuery<Page<Backlink>, Pick<ListBacklinksApiArg, 'id' | 'as'>, string | null>(
      {
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
        query: ({ queryArg: { id, as }, pageParam }) => ({
          url: `/api/documents/${encodeURIComponent(id)}/backlinks`,
          params: { limit: backlinkPageSize, after: pageParam ?? undefined, as },
        }),
        transformResponse: toPage<Backlink>,
        providesTags: [listTag('Document')],
        keepUnusedDataFor: 0,
      },
    ),
    commentPages: build.infiniteQuery<Page<Comment>, Pick<ListCommentsApiArg, 'id' | 'as'>, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.next },
      query: ({ queryArg: { id, as }, pageParam }) => ({
        url: `/api/documents/${encodeURIComponent(id)}/comments`,
        params: { limit: commentPageSize, after: pageParam ?? undefined, as },
      }),
      transformResponse: toPage<Comment>,
      providesTags: [listTag('DocumentComment')],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const usePrefetch: typeof api.usePrefetch = (...wanted) => api.usePrefetch(...wanted);

export const {
  useGetBoardQuery,
  useGetHealthQuery,
  useReadNotificationsMutation,

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
  useDocumentHeadQuery,
  useListDocumentsQuery,
  useSuggestWordsQuery,
  useGetDocumentQuery,
  useCommentPagesInfiniteQuery,
  useCreateCommentMutation,
  useDeleteCommentMutation,
  useEditCommentMutation,
  useCompleteReadersQuery,
  useWatchDocumentMutation,
  useUnwatchDocumentMutation,
  useTrashPagesInfiniteQuery,
  useRestoreDocumentMutation,
  usePurgeDocumentMutation,
  useBacklinkPagesInfiniteQuery,
  useGetDocumentViewsQuery,
  useDeleteDocumentMutation,
  useGetDocumentAccessLogQuery,
  useAdminDocumentPageQuery,
  useAdminDocumentCountQuery,
  useAdminDeleteDocumentMutation,
  useCreateSubmissionMutation,
  useGetOwnSubmissionQuery,
  useListOwnSubmissionsQuery,
  useListTimedOutQuery,
  useListOwnEditsQuery,
  useGetOwnEditQuery,
  useLazyGetOwnEditQuery,
  useWithdrawEditMutation,
  useWithdrawSubmissionMutation,
  useResubmitEditMutation,
  useResubmitSubmissionMutation,
  useListPendingSubmissionsQuery,
  useGetSubmissionCaseQuery,
  useCompareSubmissionQuery,
  useReviewSubmissionMutation,
  useListDraftsQuery,
  useGetDraftQuery,
  useGetEditDraftQuery,
  useCreateDraftMutation,
  useDeleteDraftMutation,
  useSubmitDraftMutation,
  useProposeEditMutation,
  useListDocumentEditsQuery,
  useGetDocumentEditQuery,
  useReviewDocumentEditMutation,
  useListVersionsQuery,
  useCompareVersionsQuery,
  useRevertDocumentMutation,
  useReclassifyDocumentMutation,
  useListTemplatesQuery,
  useCreateTemplateMutation,
  useUpdateTemplateMutation,
  useListArchiveSectionsQuery,
  useCreateArchiveSectionMutation,
  useUpdateArchiveSectionMutation,
  useArchivePagesInfiniteQuery,
  useListArchiveRequestsQuery,
  useRequestArchiveMutation,
  useUnarchiveDocumentMutation,
  useApproveArchiveRequestMutation,
  useRejectArchiveRequestMutation,
  useGetSiteLockStatusQuery,
  useGetSiteSettingsQuery,
  useUpdateSiteSettingsMutation,
  useListAuditActionsQuery,
  useVerifyAuditLogQuery,
} = api;
