import { useListTimedOutQuery, useResubmitSubmissionMutation } from '@/api/endpoints';
import type { TimedOutItem } from '@/api/types';
import { Badge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { DataRow, DataRows } from '@/components/DataRow';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { LoadFailed } from '@/components/Loaded';
import { Text } from '@/components/Text';
import { useFocusKept } from '@/components/useFocusKept';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { polling } from './polling';

/** The reader's submissions that nobody reviewed in time, each with a way back into the queue. Nothing if there are none. */
export function TimedOut() {
  const { data, error, isFetching, refetch } = useListTimedOutQuery(
    {},
    { pollingInterval: polling, refetchOnMountOrArgChange: true },
  );
  // Around the list also while it is empty: the last row hands its focus on.
  const kept = useFocusKept<HTMLDivElement>('article');
  const items = data ?? [];
  return (
    <div {...kept}>
      {data === undefined && error !== undefined ? (
        <LoadFailed
          what="timed-out submissions"
          error={error}
          busy={isFetching}
          onRetry={() => {
            void refetch();
          }}
        />
      ) : (
        items.length > 0 && (
          <Frame caption={`Timed out (${items.length})`}>
            <Stack gap="sm">
              <Text as="p" tone="muted" size="dense">
                Nobody reviewed these submissions within three days, so they left the review queue.
                Resubmitting one starts a new three days.
              </Text>
              <DataRows>
                {items.map((item) => (
                  <TimedOutRow key={item.id} item={item} />
                ))}
              </DataRows>
            </Stack>
          </Frame>
        )
      )}
    </div>
  );
}

function TimedOutRow({
  item: { id, title, category, createdAt, timedOutAt },
}: {
  readonly item: TimedOutItem;
}) {
  const [resubmit, { isLoading }] = useResubmitSubmissionMutation();
  return (
    <DataRow
      title={title}
      meta={
        <>
          <span>{shortId('SUB', id)}</span>
          <span>{category}</span>
          <Badge tone="warn">Timed out</Badge>
          <span>submitted {formatDate(createdAt)}</span>
          <span>left the queue {formatDate(timedOutAt)}</span>
        </>
      }
      actions={
        <Button size="sm" busy={isLoading} onClick={() => void resubmit(id)}>
          Resubmit
          <VisuallyHidden> {title}</VisuallyHidden>
        </Button>
      }
    />
  );
}
