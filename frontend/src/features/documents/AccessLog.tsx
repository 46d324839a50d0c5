import { useEffect } from 'react';
import { useGetDocumentAccessLogQuery } from '@/api/endpoints';
import type { AccessLogEntry } from '@/api/types';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Table, type Column } from '@/components/list/Table';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { Text } from '@/components/Text';
import { formatDateTime } from '@/lib/dates';
import { usePolling } from '@/state/usePolling';

/** Number of latest entries that are shown. */
const shown = 50;

/** Polling interval of the log, in milliseconds. The server does not announce reads. */
export const accessPolling = 5000;

/** Maximum delay until the read that shows this page is in the log, in milliseconds. */
const writeDelay = 1500;

const columns: readonly Column<AccessLogEntry>[] = [
  { key: 'operator', head: 'Operator', cell: (entry) => entry.username },
  { key: 'access', head: 'Access', cell: (entry) => entry.accessType.toUpperCase() },
  { key: 'address', head: 'Address', cell: (entry) => entry.ipAddress ?? 'UNKNOWN' },
  { key: 'time', head: 'Time (UTC)', align: 'end', cell: (entry) => formatDateTime(entry.accessedAt) },
];

/** For administrators: the log of who opened or downloaded the document, kept up to date. */
export function AccessLog({ id }: { readonly id: string }) {
  const query = useGetDocumentAccessLogQuery({ id, limit: shown }, usePolling(accessPolling));
  const { refetch } = query;
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), writeDelay);
    return () => clearTimeout(timer);
  }, [refetch]);
  return (
    <Frame caption="Access log">
      <Stack gap="md">
        <Text tone="muted" size="dense">
          The latest {shown} entries, updated every {accessPolling / 1000} seconds.
        </Text>
        <Loaded query={query} what="the access log" empty={<EmptyState title="NO ACCESS ON RECORD" />}>
          {(entries) => (
            <Table caption="Access log" columns={columns} rows={entries} rowKey={(entry) => entry.id} />
          )}
        </Loaded>
      </Stack>
    </Frame>
  );
}
