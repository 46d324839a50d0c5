import { memo, useCallback } from 'react';
import { useListOwnSubmissionsQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { Submission } from '@/api/types';
import { Frame } from '@/components/Frame';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { OwnSubmission } from './OwnSubmission';

/** How often the answers of reviewers are asked for, in milliseconds. */
const polling = 60_000;

interface OwnSubmissionsProps {
  readonly onAgain: (submission: Submission) => void;
}

/** What the operator has sent in, and what became of it. */
export const OwnSubmissions = memo(function OwnSubmissions({ onAgain }: OwnSubmissionsProps) {
  const { data, error, refetch } = useListOwnSubmissionsQuery(
    {},
    { pollingInterval: polling, refetchOnMountOrArgChange: true },
  );
  const render = useCallback(
    (submission: Submission) => <OwnSubmission submission={submission} onAgain={onAgain} />,
    [onAgain],
  );
  return (
    <Frame caption="Own submissions">
      {data === undefined && error === undefined && <LoadingState />}
      {data === undefined && error !== undefined && (
        <ErrorState
          title="Failed to load submissions"
          message={describeError(error)}
          onRetry={() => {
            void refetch();
          }}
        />
      )}
      {data?.length === 0 && (
        <EmptyState title="NOTHING SUBMITTED YET" hint="What you send in is listed here with its review." />
      )}
      {data !== undefined && data.length > 0 && (
        <VirtualList
          label="Own submissions"
          items={data}
          itemKey={(submission) => submission.id}
          render={render}
        />
      )}
    </Frame>
  );
});
