import type { AuditEntry } from '@/api/types';
import { Badge } from '@/components/Badge';
import { LogEntry } from '@/components/LogEntry';
import { LogIcon } from '@/components/LogIcon';
import { formatDateTime } from '@/lib/dates';
import { actionName, markOf, prettyDetails } from './entries';

/** An entry of the security log with everything it holds. */
export function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  return (
    <LogEntry
      icon={<LogIcon mark={markOf(entry.action)} />}
      title={actionName(entry.action)}
      badge={
        <Badge tone="info">
          {entry.entityType === '' ? 'SYSTEM' : entry.entityType.replaceAll('_', ' ')}
        </Badge>
      }
      time={<time dateTime={entry.timestamp}>{formatDateTime(entry.timestamp)}</time>}
      facts={[
        { term: 'User', value: entry.performedByUsername ?? 'UNKNOWN' },
        { term: 'IP', value: entry.ipAddress ?? 'UNKNOWN' },
        { term: 'User ID', value: entry.performedBy ?? 'NONE' },
        { term: 'Entity ID', value: entry.entityId ?? 'NONE' },
        { term: 'Agent', value: entry.userAgent ?? 'UNKNOWN', wide: true },
      ]}
      details={prettyDetails(entry.details)}
    />
  );
}
