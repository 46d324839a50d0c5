import type { SerializedError } from '@reduxjs/toolkit';
import { describeError, isAppError, type AppError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import { LinkButton } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState, ErrorState } from '@/components/States';
import { paths } from '@/lib/paths';

interface UnreadableProps {
  readonly error: AppError | SerializedError;
  readonly onRetry: () => void;
}

/** Why a document is not shown: it is not there, it is above the reader's level, or the terminal does not know. */
export function Unreadable({ error, onRetry }: UnreadableProps) {
  const user = useUser();
  const problem = isAppError(error) ? error : null;
  const back = <LinkButton to={paths.documents}>Return to documents</LinkButton>;

  // A malformed id is a 400, and for a reader the same thing: there is no such document.
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
      <ErrorState title="Failed to load document" message={describeError(error)} onRetry={onRetry} />
    </>
  );
}
