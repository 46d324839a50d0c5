import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { describeError, isRefusal } from '@/lib/errors';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { ErrorState, LoadingState } from './States';
import { Text } from './Text';

/** As much of a query as its screen needs: the hooks of RTK Query have this shape. */
export interface LoadedQuery<Data> {
  /** The last answer to this question, also while it is asked again. */
  readonly data?: Data | undefined;
  /** The error of the last attempt; `undefined` after a success. */
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedFailure {
  readonly error: unknown;
  /** The retry is under way. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

interface LoadedProps<Data> {
  readonly query: LoadedQuery<Data>;
  /** What is loaded, as in `Failed to load documents`. */
  readonly what: string;
  /** The line of the waiting state. */
  readonly label?: string | undefined;
  /** In place of the usual waiting state. */
  readonly waiting?: ReactNode;
  /** In place of the usual failure, where a screen tells its reasons apart. */
  readonly failed?: ((failure: LoadedFailure) => ReactNode) | undefined;
  /** Shown instead of the data while `isEmpty` holds. */
  readonly empty?: ReactNode;
  readonly isEmpty?: ((data: Data) => boolean) | undefined;
  readonly children: (data: Data) => ReactNode;
}

const Note = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  margin-bottom: 16px;
  padding: 4px 12px;
  border-left: 4px solid ${theme.color.warn};
  background: ${theme.color.raised};
`;

interface StaleNoteProps {
  readonly message: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Says that what is on screen could not be refreshed. A status and not an alert: nothing is lost. */
function StaleNote({ message, busy, onRetry }: StaleNoteProps) {
  return (
    <Note>
      <span role="status">
        <Text tone="warn" size="dense">
          Not up to date. {message}
        </Text>
      </span>
      <Button size="sm" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </Note>
  );
}

/** A read that failed, with the reason and the button that retries. */
export function LoadFailed({ what, error, busy, onRetry }: LoadedFailure & { readonly what: string }) {
  return (
    <ErrorState
      title={`Failed to load ${what}`}
      message={describeError(error)}
      busy={busy}
      onRetry={onRetry}
    />
  );
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0;

/**
 * Every state of a read in one place: waiting, failed, empty, shown, and shown but stale. What is on screen stays when
 * a refresh fails for want of the server or the network, with a quiet note; a refusal (4xx) replaces it. The button
 * that retries keeps its place and the focus while the retry is under way.
 */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  what,
  label,
  waiting,
  failed,
  empty,
  isEmpty = isEmptyList,
  children,
}: LoadedProps<Data>) {
  const onRetry = () => void refetch();
  if (error !== undefined && (data === undefined || isRefusal(error))) {
    const failure = { error, busy: isFetching, onRetry };
    return failed ? failed(failure) : <LoadFailed what={what} {...failure} />;
  }
  if (data === undefined) return waiting ?? <LoadingState label={label} />;
  // The note comes before the data and not around it: so the data, and text typed there, stays mounted.
  return (
    <>
      {error !== undefined && (
        <StaleNote message={describeError(error)} busy={isFetching} onRetry={onRetry} />
      )}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}
