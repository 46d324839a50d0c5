import { isAppError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import { LinkButton } from '@/components/Button';
import { LoadFailed, type LoadedFailure } from '@/components/Loaded';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState } from '@/components/States';
import { paths } from '@/lib/paths';

/** Why a document is not shown: it does not exist, it is above the reader's level, or the server did not answer. */
export function Unreadable(failure: LoadedFailure) {
  const user = useUser();
  const problem = isAppError(failure.error) ? failure.error : null;
  const back = <LinkButton to={paths.documents}>Return to documents</LinkButton>;

  // A malformed id is a 400; to a reader that means the same as 404.
  if (problem?.status === 404 || problem?.status === 400) {
    return (
      <DeniedState
        title="DOCUMENT NOT FOUND"
        message="The requested document could not be accessed or does not exist."
        action={back}
      />
    );
  }
  if (problem?.requiredClearance !== undefined) {
    return (
      <DeniedState
        title="ACCESS DENIED"
        message={
          `Your clearance level (${user.clearanceLevel}) is insufficient to access this document. ` +
          `Required clearance: Level ${problem.requiredClearance}`
        }
        action={back}
      />
    );
  }
  return (
    <>
      <PageHeader title="Document" actions={back} />
      <LoadFailed what="document" {...failure} />
    </>
  );
}
