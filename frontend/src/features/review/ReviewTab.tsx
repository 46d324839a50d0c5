import { useListPendingSubmissionsQuery, usePrefetch } from '@/api/endpoints';
import type { AdminSubmission } from '@/api/types';
import { Loaded } from '@/components/Loaded';
import { paths } from '@/lib/paths';
import { CaseDesk, NothingToReview } from './CaseDesk';
import { queueSummary } from './queue';
import { approvalDraft } from './review';
import { rowOf } from './reviewQueue';
import { SubmissionCase } from './SubmissionCase';
import type { CaseKind } from './useReviewDesk';

const kind: CaseKind<AdminSubmission> = { prefix: 'SUB', rowOf, draftName: approvalDraft };

/** The submissions that wait for a decision: the queue, and one case beside it. */
export function ReviewTab() {
  const queue = useListPendingSubmissionsQuery(queueSummary);
  const prefetch = usePrefetch('getSubmissionCase');
  return (
    <Loaded query={queue} what="submissions" label="RETRIEVING SUBMISSIONS">
      {(submissions) => (
        <CaseDesk
          kind={kind}
          items={submissions}
          pathOf={paths.reviewCase}
          onExpect={prefetch}
          empty={
            <NothingToReview
              title="NO SUBMISSIONS AWAITING REVIEW"
              hint="New submissions appear here."
              busy={queue.isFetching}
              onRefresh={queue.refetch}
            />
          }
        >
          {(open) => <SubmissionCase {...open} />}
        </CaseDesk>
      )}
    </Loaded>
  );
}
