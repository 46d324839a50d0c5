import { useState } from 'react';
import { useListPendingSubmissionsQuery } from '@/api/endpoints';
import type { AdminSubmission } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { DataRows } from '@/components/DataRow';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { useFocusKept } from '@/components/useFocusKept';
import { plural } from '@/lib/text';
import { useStatusLine } from '@/state/hooks';
import { casesAtOnce } from './panel';
import { useHeldCases } from './held';
import { SubmissionCase } from './SubmissionCase';

/** The submissions that wait for a decision, oldest first. */
export function ReviewTab() {
  const queue = useListPendingSubmissionsQuery({});
  useStatusLine('READY', queue.data ? `${queue.data.length} PENDING` : null);
  return (
    <Loaded query={queue} what="submissions" label="RETRIEVING SUBMISSIONS">
      {(submissions) => <Queue submissions={submissions} busy={queue.isFetching} onRefresh={queue.refetch} />}
    </Loaded>
  );
}

interface QueueProps {
  readonly submissions: readonly AdminSubmission[];
  readonly busy: boolean;
  readonly onRefresh: () => unknown;
}

function Queue({ submissions, busy, onRefresh }: QueueProps) {
  const { cases, hold } = useHeldCases(submissions);
  const [shown, setShown] = useState(casesAtOnce);
  const kept = useFocusKept<HTMLDivElement>('article');
  return (
    <div {...kept}>
      {cases.length === 0 ? (
        <EmptyState
          title="NO SUBMISSIONS AWAITING REVIEW"
          hint="New submissions appear here."
          action={
            <Button busy={busy} onClick={() => void onRefresh()}>
              Check again
            </Button>
          }
        />
      ) : (
        <Frame caption="Review queue">
          <Stack>
            <DataRows>
              {cases.slice(0, shown).map(({ submission, overtaken }) => (
                // A step that somebody else took changes what can be decided: the form starts over, unless it holds text.
                <SubmissionCase
                  key={`${submission.id} ${submission.approvalStep}`}
                  submission={submission}
                  overtaken={overtaken}
                  onHold={hold}
                />
              ))}
            </DataRows>
            {cases.length > shown && (
              <Row>
                <Button
                  onClick={() => {
                    setShown(shown + casesAtOnce);
                  }}
                >
                  Show{' '}
                  {plural(Math.min(casesAtOnce, cases.length - shown), 'more submission', 'more submissions')}
                </Button>
              </Row>
            )}
          </Stack>
        </Frame>
      )}
    </div>
  );
}
