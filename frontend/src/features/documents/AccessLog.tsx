import { useGetDocumentAccessLogQuery } from '@/api/endpoints';
import type { AccessLogEntry } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
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

/** The log of who opened or downloaded the document, for administrators. */
export function AccessLog({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useGetDocumentAccessLogQuery({ id, limit: shown });
  return (
    <Frame caption="Access log">
      <Stack gap="md">
        <Row justify="between">
          <Text tone="muted" size="dense">
            The latest {shown} entries. New entries appear within two seconds.
          </Text>
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        </Row>
        <Loaded
          query={{ data, error, isFetching, refetch }}
          what="the access log"
          empty={<EmptyState title="NO ACCESS ON RECORD" />}
        >
          {(entries) => (
            <Table caption="Access log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />
          )}
        </Loaded>
      </Stack>
    </Frame>
  );
}
