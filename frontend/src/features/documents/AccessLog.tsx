import { useGetDocumentAccessLogQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AccessLogEntry } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { Table, type Column } from '@/components/Table';
import { Text } from '@/components/Text';
import { formatDateTime } from '@/lib/dates';

/** How many of the latest entries are shown. */
const shown = 50;

const columns: readonly Column<AccessLogEntry>[] = [
  { key: 'operator', head: 'Operator', cell: (entry) => entry.username },
  { key: 'access', head: 'Access', cell: (entry) => entry.accessType.toUpperCase() },
  { key: 'address', head: 'Address', cell: (entry) => entry.ipAddress ?? 'UNKNOWN' },
  { key: 'time', head: 'Time', align: 'end', cell: (entry) => formatDateTime(entry.accessedAt) },
];

/** Who opened or downloaded the document, for administrators. */
export function AccessLog({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useGetDocumentAccessLogQuery({ id, limit: shown });
  const again = () => {
    void refetch();
  };
  return (
    <Frame caption="Access log">
      <Stack gap="md">
        <Row justify="between">
          <Text tone="muted" size="dense">
            The latest {shown} entries. An entry appears within a second or two.
          </Text>
          <Button size="sm" busy={isFetching} onClick={again}>
            Refresh
          </Button>
        </Row>
        {error !== undefined && (
          <ErrorState title="Failed to load the access log" message={describeError(error)} onRetry={again} />
        )}
        {error === undefined && <Entries entries={data} />}
      </Stack>
    </Frame>
  );
}

function Entries({ entries }: { readonly entries: readonly AccessLogEntry[] | undefined }) {
  if (entries === undefined) return <LoadingState />;
  if (entries.length === 0) return <EmptyState title="NO ACCESS ON RECORD" />;
  return <Table caption="Access log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />;
}
