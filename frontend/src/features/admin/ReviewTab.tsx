import { useEffect } from 'react';
import { useListPendingSubmissionsQuery, usePrefetch } from '@/api/endpoints';
import type { AdminSubmission } from '@/api/types';
import { Button } from '@/components/Button';
import { Desk } from '@/components/desk/Desk';
import { QueueList } from '@/components/desk/QueueList';
import { usePreload } from '@/components/lazyPart';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { EmptyState } from '@/components/States';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { useKeyMap } from '@/state/useKeyMap';
import { queueSummary } from './panel';
import { SubmissionCase } from './SubmissionCase';
import { useOnce } from './useOnce';
import { useReviewDesk } from './useReviewDesk';

/** The submissions that wait for a decision: the queue, and one case beside it. */
export function ReviewTab() {
  const queue = useListPendingSubmissionsQuery(queueSummary);
  return (
    <Loaded query={queue} what="submissions" label="RETRIEVING SUBMISSIONS">
      {(submissions) => (
        <ReviewDesk submissions={submissions} busy={queue.isFetching} onRefresh={queue.refetch} />
      )}
    </Loaded>
  );
}

interface ReviewDeskProps {
  readonly submissions: readonly AdminSubmission[];
  readonly busy: boolean;
  readonly onRefresh: () => unknown;
}

function ReviewDesk({ submissions, busy, onRefresh }: ReviewDeskProps) {
  usePreload(MarkdownText);
  const sending = useOnce();
  const desk = useReviewDesk(submissions);
  const { rows, current, open, position, onePane, now, goTo, move, goOn, back } = desk;
  const next = position === null ? undefined : rows[position];
  useStatusLine('REVIEW', position === null ? String(rows.length) : `${position} of ${rows.length}`);
  usePrefetched(open === '' ? undefined : next?.id);
  useKeyMap({
    j: () => {
      move(1);
    },
    k: () => {
      move(-1);
    },
    o: () => document.querySelector<HTMLElement>('[data-open-record]')?.click(),
  });

  if (rows.length === 0 && open === '') return <NothingToReview busy={busy} onRefresh={onRefresh} />;
  const place = {
    position,
    of: rows.length,
    onBack: back,
    onNext:
      next === undefined
        ? null
        : () => {
            goTo(next.id);
          },
  };
  return (
    <Desk
      onePane={onePane}
      queue={
        <QueueList
          rows={rows}
          current={current}
          pathOf={paths.reviewCase}
          now={now}
          onMove={goTo}
          focusRequest={desk.focusRequest}
        />
      }
    >
      {open === '' ? null : (
        <SubmissionCase
          id={open}
          summary={submissions.find(({ id }) => id === open)}
          now={now}
          place={onePane ? place : null}
          sending={sending}
          onDone={goOn}
        />
      )}
    </Desk>
  );
}

/** An empty queue. The focus that was on its last case goes to the title of the screen. */
function NothingToReview({ busy, onRefresh }: Pick<ReviewDeskProps, 'busy' | 'onRefresh'>) {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, []);
  return (
    <EmptyState
      title="NO SUBMISSIONS AWAITING REVIEW"
      hint="New submissions appear here."
      action={
        <Button busy={busy} onClick={() => void onRefresh()}>
          Check again
        </Button>
      }
    />
  );
}

/** Loads the next case while this one is read. */
function usePrefetched(id: string | undefined): void {
  const prefetch = usePrefetch('getSubmissionCase');
  useEffect(() => {
    if (id !== undefined) prefetch(id);
  }, [id, prefetch]);
}
