import {
  useApproveArchiveRequestMutation,
  useListArchiveRequestsQuery,
  useRejectArchiveRequestMutation,
} from '@/api/endpoints';
import type { ArchiveRequest } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Excerpt } from '@/components/Excerpt';
import { Isolated } from '@/components/Isolated';
import { Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { useOnePane } from '@/components/useMedia';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { attachedFiles } from '@/lib/attachedFiles';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { CaseNote } from '@/records/desk/CaseNote';
import { FileList } from '@/records/rows/FileList';
import { adminPolling, usePolling } from '@/state/usePolling';
import { useSearchState } from '@/state/useSearchState';
import { CaseDesk, type OpenCase } from './CaseDesk';
import { LevelRequired } from './CasePane.style';
import { checkDecision, emptyDecision } from './decision';
import { DeskCase } from './DeskCase';
import { Facts } from './Facts.style';
import type { CaseKind } from './kind';
import { queueSummary } from './queue';
import { barredFromRequest, rowOfRequest, sectionOf } from './requests';

interface PartProps {
  readonly item: ArchiveRequest;
}

function RequestFacts({ item }: PartProps) {
  const { id, category, clearanceLevel, archiveRequestedAt, archiveRequestedBy, createdAt } = item;
  const requester = shortId('USR', archiveRequestedBy ?? '');
  return (
    <Facts
      facts={[
        { term: 'Level', value: <LevelBadge level={clearanceLevel} /> },
        { term: 'Category', value: category },
        { term: 'Requested', value: formatDate(archiveRequestedAt ?? createdAt), isNamed: true },
        { term: 'Requester', value: `${requester} ${item.archiveRequestedByUsername}` },
        { term: 'Request', value: shortId('DOC', id) },
        { term: 'Section', value: sectionOf(item), isNamed: true },
      ]}
    />
  );
}

function RequestNote({ isOver }: { readonly isOver: boolean }) {
  return (
    <CaseNote>
      {isOver ? 'This request is no longer pending. Another administrator decided it.' : null}
    </CaseNote>
  );
}

function RequestText({ item }: PartProps) {
  if (item.redacted) return <LevelRequired level={item.clearanceLevel} />;
  return (
    <Stack gap="md">
      <Text as="p">
        <Excerpt text={item.excerpt ?? ''} />
      </Text>
      <FileList files={attachedFiles(item)} />
      <p>
        <TextLink to={paths.document(item.id)} ref={pressedBy(reviewKeys.open)}>
          View record
        </TextLink>
      </p>
    </Stack>
  );
}

const kind: CaseKind<ArchiveRequest, ArchiveRequest> = {
  prefix: 'DOC',
  pathOf: paths.archiveRequest,
  outlivesQueue: false,
  rowOf: rowOfRequest,
  draftName: (id) => `archive-request.${id}`,
  queue: {
    title: 'Requests',
    what: 'archive requests',
    loading: 'RETRIEVING ARCHIVE REQUESTS',
    none: 'NO PENDING ARCHIVE REQUESTS',
    hint: 'Requests appear here when owners ask for a record to be archived.',
  },
  what: 'the request',
  loading: 'RETRIEVING REQUEST',
  reader: 'requester',
  check: checkDecision,
  begin: () => emptyDecision,
  barredFrom: barredFromRequest,
  isOver: (_request, isQueued) => !isQueued,
  decidable: (request) => request,
  button: () => ({ label: 'Approve', why: null }),
  approval: (request, { comments }) => ({
    title: 'Confirm approval',
    description: (
      <>
        Move "<Isolated>{request.title}</Isolated>" to the archive section{' '}
        <Isolated>{sectionOf(request)}</Isolated>?
      </>
    ),
    label: 'Approve',
    request: { status: 'approved', comments: comments.trim() },
  }),
  rejection: ({ title }) => (
    <>
      Reject the request to archive "<Isolated>{title}</Isolated>"? The requester sees your comment.
    </>
  ),
  failed: { approved: 'Failed to approve archive request', rejected: 'Failed to reject archive request' },
  Facts: RequestFacts,
  Note: RequestNote,
  Text: RequestText,
};

function RequestCase(open: OpenCase<ArchiveRequest>) {
  const [approve] = useApproveArchiveRequestMutation();
  const [reject] = useRejectArchiveRequestMutation();
  return (
    <DeskCase
      kind={kind}
      open={open}
      // The queue tells all of it.
      query={{ currentData: open.summary, isFetching: false, refetch: () => undefined }}
      send={({ status, comments }) =>
        (status === 'approved' ? approve : reject)({
          documentId: open.id,
          archiveDecisionRequest: comments ? { comments } : {},
        }).unwrap()
      }
    />
  );
}

/** The records whose owners asked for them to be archived, for administrators to decide. */
export function ArchiveRequestsPage() {
  const query = useListArchiveRequestsQuery(queueSummary, usePolling(adminPolling));
  const [{ case: open }] = useSearchState(places.archiveRequests.search);
  const onePane = useOnePane();
  // Where only one pane fits, a request is a page of its own.
  const isAlone = onePane && open !== '';
  return (
    <>
      {!isAlone && (
        <PageHeader
          title="Archive requests"
          subtitle="Every decision is logged"
          more={
            <>
              <PlaceLink to={paths.archive}>Archive</PlaceLink>
              <PlaceLink to={paths.admin}>Control panel</PlaceLink>
            </>
          }
        />
      )}
      <CaseDesk kind={kind} query={query} Case={RequestCase} />
    </>
  );
}
