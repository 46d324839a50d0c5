import { useUnwatchDocumentMutation, useWatchDocumentMutation } from '@/api/endpoints';
import { Button } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { recordKeys } from '@/keyboard/keys';
import { useKeyMap } from '@/state/useKeyMap';

interface WatchProps {
  readonly id: string;
  readonly isWatched: boolean;
}

/** Subscribes to a document: the reader is notified of new comments and versions. */
export function Watch({ id, isWatched }: WatchProps) {
  const [watch, starting] = useWatchDocumentMutation();
  const [unwatch, stopping] = useUnwatchDocumentMutation();
  const toggle = () => {
    if (!starting.isLoading && !stopping.isLoading) void (isWatched ? unwatch : watch)(id);
  };
  useKeyMap({ [recordKeys.watch]: toggle });
  return (
    <Button size="sm" aria-pressed={isWatched} aria-keyshortcuts={recordKeys.watch} onClick={toggle}>
      {isWatched ? 'Watching' : 'Watch'} <KeyCap>{recordKeys.watch}</KeyCap>
    </Button>
  );
}
