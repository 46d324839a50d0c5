/** The calls of document edits and versions, until the API description has them. */
import {
  generatedApi,
  type ApprovalStep,
  type Document,
  type ReviewStatus,
  type SubmissionStatus,
} from './generated';

type Attachment = Document['attachment'];
type Category = Document['category'];

export interface Segment {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export type Block =
  | { readonly kind: 'same'; readonly oldLine: number; readonly newLine: number; readonly text: string }
  | {
      readonly kind: 'changed';
      readonly oldLine: number;
      readonly newLine: number;
      readonly clash: boolean;
      readonly segments: Segment[];
    };

export interface ThreeWay {
  readonly clashes: boolean;
  readonly theirs: Block[];
  readonly ours: Block[];
  readonly merged: string | null;
  readonly resolved: string | null;
}

export interface Diff {
  readonly title: Segment[];
  readonly category: string[];
  readonly clearanceLevel: number[];
  readonly blocks: Block[];
  readonly added: number;
  readonly removed: number;
}

export interface Edit {
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly content: string | null;
  readonly preview: string | null;
  readonly category: Category;
  readonly clearanceLevel: number;
  readonly filePath: string | null;
  readonly attachment: Attachment;
  readonly status: SubmissionStatus;
  readonly submittedBy: string;
  readonly submittedByUsername: string;
  readonly reviewedBy: string | null;
  readonly reviewComments: string | null;
  readonly changeDescription: string | null;
  readonly baseVersion: number;
  readonly requiresMultiStepApproval: boolean;
  readonly approvalStep: number;
  readonly maxApprovalSteps: number;
  readonly approvalSteps: ApprovalStep[];
  readonly timedOutAt: string | null;
  readonly isTimedOut: boolean;
  readonly resubmittedAt: string | null;
  readonly createdAt: string;
  readonly reviewedAt: string | null;
}

export interface AdminEdit extends Edit {
  readonly currentDocument: Document;
  readonly redacted: boolean;
  readonly stale: boolean;
  readonly awaitsAnotherApprover: boolean;
  readonly clearanceAfter: number;
}

export interface EditCase extends AdminEdit {
  readonly diff: Diff | null;
  readonly threeWay: ThreeWay | null;
}

export interface DocumentVersion {
  readonly id: string;
  readonly documentId: string;
  readonly versionNumber: number;
  readonly title: string;
  readonly content: string | null;
  readonly preview: string | null;
  readonly category: Category;
  readonly clearanceLevel: number;
  readonly filePath: string | null;
  readonly attachment: Attachment;
  readonly changeDescription: string | null;
  readonly createdBy: string | null;
  readonly createdByUsername: string;
  readonly createdAt: string;
  readonly isCurrent: boolean;
}

export interface ProposeEditRequest {
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly clearanceLevel: number;
  readonly changeDescription?: string | null;
  readonly baseVersion?: number | null;
}

export interface ProposeEditApiArg {
  readonly id: string;
  readonly 'Idempotency-Key'?: string;
  readonly proposeEditRequest: ProposeEditRequest;
}

export interface ReviewDocumentEditRequest {
  readonly status: ReviewStatus;
  readonly comments?: string | null;
  readonly force?: boolean;
  readonly maxApprovalSteps?: number | null;
  readonly content?: string | null;
}

export interface ReviewDocumentEditApiArg {
  readonly id: string;
  readonly reviewDocumentEditRequest: ReviewDocumentEditRequest;
}

const path = (id: string) => `/api/documents/${encodeURIComponent(id)}`;

export const editingApi = generatedApi.injectEndpoints({
  endpoints: (build) => ({
    proposeEdit: build.mutation<Edit, ProposeEditApiArg>({
      query: ({ id, proposeEditRequest, ...headers }) => ({
        url: `${path(id)}/edit`,
        method: 'POST',
        body: proposeEditRequest,
        headers: { 'Idempotency-Key': headers['Idempotency-Key'] },
      }),
    }),
    listDocumentEdits: build.query<AdminEdit[], { readonly view?: 'summary' }>({
      query: ({ view }) => ({ url: '/api/document-edits', params: { view } }),
    }),
    getDocumentEdit: build.query<EditCase, string>({
      query: (id) => ({ url: `/api/document-edits/${encodeURIComponent(id)}` }),
    }),
    reviewDocumentEdit: build.mutation<Edit, ReviewDocumentEditApiArg>({
      query: ({ id, reviewDocumentEditRequest }) => ({
        url: `/api/document-edits/${encodeURIComponent(id)}`,
        method: 'PATCH',
        body: reviewDocumentEditRequest,
      }),
    }),
    listVersions: build.query<DocumentVersion[], { readonly id: string; readonly view?: 'summary' }>({
      query: ({ id, view }) => ({ url: `${path(id)}/versions`, params: { view } }),
    }),
    compareVersions: build.query<Diff, { readonly id: string; readonly from: string; readonly to: string }>({
      query: ({ id, ...params }) => ({ url: `${path(id)}/versions/compare`, params }),
    }),
    revertDocument: build.mutation<Document, { readonly id: string; readonly versionId: string }>({
      query: ({ id, versionId }) => ({
        url: `${path(id)}/revert/${encodeURIComponent(versionId)}`,
        method: 'POST',
      }),
    }),
  }),
});
