import { memo, useCallback } from 'react';
import { useListOwnSubmissionsQuery } from '@/api/endpoints';
import type { Submission } from '@/api/types';
import { Frame } from '@/components/Frame';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { VirtualList } from '@/components/VirtualList';
import { OwnSubmission } from './OwnSubmission';
import { polling } from './polling';
import { TimedOut } from './TimedOut';

interface OwnSubmissionsProps {
  readonly onAgain: (submission: Submission) => void;
}

/** The reader's own submissions with their review status; first those that timed out. */
export const OwnSubmissions = memo(function OwnSubmissions({ onAgain }: OwnSubmissionsProps) {
  const own = useListOwnSubmissionsQuery({}, { pollingInterval: polling, refetchOnMountOrArgChange: true });
  const render = useCallback(
    (submission: Submission) => <OwnSubmission submission={submission} onAgain={onAgain} />,
    [onAgain],
  );
  return (
    <>
      <TimedOut />
      <Frame caption="My submissions">
        <Loaded
          query={own}
          what="submissions"
          empty={
            <EmptyState
              title="NOTHING SUBMITTED YET"
              hint="Your submissions and their review status appear here."
            />
          }
        >
          {(submissions) => (
            <VirtualList
              label="My submissions"
              items={submissions}
              itemKey={(submission) => submission.id}
              render={render}
            />
          )}
        </Loaded>
      </Frame>
    </>
  );
});
