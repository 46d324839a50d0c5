import type { PreviousCase } from '@/api/types';
import { Button } from '@/components/Button';
import { Isolated } from '@/components/Isolated';
import { TextLink } from '@/components/TextLink';
import { formatAgo } from '@/lib/ago';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { PastNote } from './PastNote.style';

export const endings = { rejected: 'rejected', timed_out: 'timed out' } as const;

interface CasePastProps {
  readonly kind: 'SUB' | 'EDIT';
  readonly previous: PreviousCase;
  /** Shows what has changed since; `null` where that is not shown. */
  readonly onCompare: (() => void) | null;
}

/** The case that this one follows: who rejected it, when and why, or that nobody decided it in time. */
export function CasePast({ kind, previous, onCompare }: CasePastProps) {
  const { id, status, reason, decidedAt, decidedBy } = previous;
  const to = kind === 'SUB' ? paths.reviewCase(id) : paths.editCase(id);
  const when = formatAgo(decidedAt);
  return (
    <PastNote aria-label="Resubmitted">
      <div>
        <h2>Resubmitted</h2>{' '}
        <p>
          <TextLink to={to}>{shortId(kind, id)}</TextLink>{' '}
          {status === 'rejected' ? (
            <>
              was rejected
              {decidedBy !== null && (
                <>
                  {' '}
                  by <Isolated>{decidedBy}</Isolated>
                </>
              )}
              , {when}
              {reason === null ? '.' : ':'}
            </>
          ) : (
            `timed out, ${when}.`
          )}
        </p>
      </div>
      {reason !== null && (
        <blockquote>
          <Isolated>{`"${reason}"`}</Isolated>
        </blockquote>
      )}
      {onCompare !== null && (
        <Button size="sm" onClick={onCompare}>
          Compare with {endings[status]}
        </Button>
      )}
    </PastNote>
  );
}
