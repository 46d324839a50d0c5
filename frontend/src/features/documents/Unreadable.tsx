import { Button, LinkButton } from '@/components/Button';
import { Row } from '@/components/Layout';
import { LoadFailed, type LoadedFailure } from '@/components/Loaded';
import { PageHeader } from '@/components/PageHeader';
import { DeniedState } from '@/components/States';
import { isAppError } from '@/lib/errors';
import { useRecordTitle } from '@/state/hooks';
import { useView } from '@/state/useView';

interface UnreadableProps extends LoadedFailure {
  /** The address of the list that the record was opened from. */
  readonly listPath: string;
  /** A missing document is shown like one that may not be read. */
  readonly isDenial?: boolean | undefined;
}

/** The reasons that have a screen of their own; all others are server errors. */
type Reason = 'missing' | 'denied' | 'offline' | 'failed';

function reasonOf(error: unknown): Reason {
  const problem = isAppError(error) ? error : null;
  // A malformed id is a 400, which means the same as 404 to a reader.
  if (problem?.status === 404 || problem?.status === 400) return 'missing';
  if (problem?.requiredClearance !== undefined) return 'denied';
  return problem?.status === 'NETWORK' ? 'offline' : 'failed';
}

/** Window title for each reason. */
const titles: Readonly<Record<Reason, string>> = {
  missing: 'Document not found',
  denied: 'Access denied',
  offline: 'Offline',
  failed: 'Document',
};

/** Why a document is not shown: it does not exist, it is above the reader's level, or the server did not respond. */
export function Unreadable({ listPath, isDenial = false, ...failure }: UnreadableProps) {
  const { reader } = useView();
  const reason = reasonOf(failure.error);
  useRecordTitle(titles[reason]);
  const problem = isAppError(failure.error) ? failure.error : null;
  const back = <LinkButton to={listPath}>Return to documents</LinkButton>;

  if (reason === 'missing') {
    return (
      <DeniedState
        {...(isDenial
          ? { title: 'ACCESS DENIED', subtitle: 'DOCUMENT NOT FOUND' }
          : { tone: 'warn', title: 'DOCUMENT NOT FOUND' })}
        message="The requested document could not be accessed or does not exist."
        action={back}
      />
    );
  }
  if (reason === 'denied') {
    return (
      <DeniedState
        title="ACCESS DENIED"
        message={
          `Your clearance level (${reader.clearanceLevel}) is insufficient to access this document. ` +
          `Required clearance: Level ${problem?.requiredClearance ?? ''}`
        }
        action={back}
      />
    );
  }
  if (reason === 'offline') {
    return (
      <DeniedState
        tone="warn"
        title="OFFLINE"
        message={problem?.message ?? ''}
        action={
          <Row>
            <Button busy={failure.busy} onClick={failure.onRetry}>
              Retry
            </Button>
            {back}
          </Row>
        }
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
