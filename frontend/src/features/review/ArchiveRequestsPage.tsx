import { useListArchiveRequestsQuery } from '@/api/endpoints';
import type { ArchiveRequest } from '@/api/types';
import { Button } from '@/components/Button';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { useOnePane } from '@/components/useMedia';
import { controlOf } from '@/keyboard/controls';
import { moveKeys, reviewKeys } from '@/keyboard/keys';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { Desk } from '@/records/desk/Desk';
import { QueueList } from './QueueList.style';
import { useDeskStatus } from '@/state/useDecisionKeys';
import { useKeyMap } from '@/state/useKeyMap';
import { adminPolling, usePolling } from '@/state/usePolling';
import { useSearchState } from '@/state/useSearchState';
import { RequestCase } from './RequestCase';
import { queueSummary } from './queue';
import { useRequestDesk } from './useRequestDesk';

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
      <Loaded query={query} what="archive requests" label="RETRIEVING ARCHIVE REQUESTS" isEmpty={() => false}>
        {(requests) => <RequestDesk requests={requests} busy={query.isFetching} onRefresh={query.refetch} />}
      </Loaded>
    </>
  );
}

interface RequestDeskProps {
  readonly requests: readonly ArchiveRequest[];
  readonly busy: boolean;
  readonly onRefresh: () => unknown;
}

function RequestDesk({ requests, busy, onRefresh }: RequestDeskProps) {
  const desk = useRequestDesk(requests);
  const { rows, current, request, position, onePane, now, goTo, move } = desk;
  useDeskStatus(
    rows.length,
    position,
    request === null ? undefined : { title: request.title, label: shortId('DOC', request.id) },
  );
  useKeyMap({
    [moveKeys.next]: () => move(1),
    [moveKeys.previous]: () => move(-1),
    [reviewKeys.open]: () => controlOf(reviewKeys.open)?.click(),
  });
  if (rows.length === 0) {
    return (
      <EmptyState
        title="NO PENDING ARCHIVE REQUESTS"
        hint="Requests appear here when owners ask for a record to be archived."
        action={
          <Button busy={busy} onClick={() => void onRefresh()}>
            Check again
          </Button>
        }
      />
    );
  }
  const next = position === null ? undefined : rows[position];
  const place = {
    position,
    of: rows.length,
    onBack: desk.back,
    onNext: next === undefined ? null : () => goTo(next.id),
  };
  return (
    <Desk
      onePane={onePane}
      queue={
        <QueueList
          title="Requests"
          rows={rows}
          current={current}
          pathOf={paths.archiveRequest}
          now={now}
          onMove={goTo}
          focusRequest={desk.focusRequest}
        />
      }
    >
      {request === null ? null : (
        <RequestCase
          request={request}
          isOver={desk.isOver}
          place={onePane ? place : null}
          onDone={desk.goOn}
        />
      )}
    </Desk>
  );
}
