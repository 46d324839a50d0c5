import { useState } from 'react';
import { useListPendingSubmissionsQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { DataRows } from '@/components/DataRow';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { plural } from '@/lib/text';
import { useStatusLine } from '@/state/hooks';
import { casesAtOnce } from './panel';
import { useHeldCases } from './held';
import { SubmissionCase } from './SubmissionCase';

/** What waits for a decision, oldest first. */
export function ReviewTab() {
  const { data: queue, error, isFetching, refetch } = useListPendingSubmissionsQuery({});
  const { cases, hold } = useHeldCases(queue);
  const [shown, setShown] = useState(casesAtOnce);
  useStatusLine('READY', queue ? `${queue.length} PENDING` : null);

  if (!queue) {
    return error && !isFetching ? (
      <ErrorState
        title="Failed to load submissions"
        message={describeError(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingState label="RETRIEVING SUBMISSIONS" />
    );
  }
  if (cases.length === 0) {
    return (
      <EmptyState
        title="NO SUBMISSIONS AWAITING REVIEW"
        hint="New submissions appear here as they are sent in."
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
        }
      />
    );
  }
  return (
    <Frame caption="Review queue">
      <Stack>
        {error && <FormError message={`The queue could not be refreshed. ${describeError(error)}`} />}
        <DataRows>
          {cases.slice(0, shown).map(({ submission, overtaken }) => (
            // A step that somebody else took changes what can be decided: the form starts anew, unless it holds text.
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
  );
}
