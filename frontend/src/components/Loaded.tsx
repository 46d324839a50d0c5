import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { describeError, isRefusal } from '@/lib/errors';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { ErrorState, LoadingState } from './States';
import { Text } from './Text';

/** The parts of a query that a screen needs; the hooks of RTK Query have this shape. */
export interface LoadedQuery<Data> {
  /** The last response to this request, kept while it is repeated. */
  readonly data?: Data | undefined;
  /** The error of the last attempt; `undefined` after a success. */
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

export interface LoadedFailure {
  readonly error: unknown;
  /** The retry is running. */
  readonly busy: boolean;
  readonly onRetry: () => void;
}

interface LoadedProps<Data> {
  readonly query: LoadedQuery<Data>;
  /** The loaded object, as in `Failed to load documents`. */
  readonly what: string;
  readonly label?: string | undefined;
  readonly waiting?: ReactNode;
  /** Replaces the default failure state, for a screen that distinguishes reasons. */
  readonly failed?: ((failure: LoadedFailure) => ReactNode) | undefined;
  /** Shown instead of the data if `isEmpty` returns true. */
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

/** Says that the data on screen could not be refreshed. A status, not an alert, because nothing is lost. */
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

/** A failed read with its reason and a retry button. */
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
 * Shows every state of a read: waiting, failed, empty, loaded, and loaded but stale. If a refresh fails because of the
 * server or the network, the data stays with a note; a refusal (4xx) replaces it. The retry button keeps its position
 * and the focus during the retry.
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
  // The note precedes the data instead of wrapping it, so that the data and text typed there stay mounted.
  return (
    <>
      {error !== undefined && (
        <StaleNote message={describeError(error)} busy={isFetching} onRetry={onRetry} />
      )}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  );
}
