import type { AuditView } from '@/api/auditLog';
import type { AuditEntry } from '@/api/types';
import { formatDate, formatDay } from '@/lib/dates';
import { shortId, type IdPrefix } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import type { LogMark } from './LogLine.style';

/** The two views of the log, in the order of their tabs. */
export const views = [
  { value: 'admin', label: 'AUDIT LOGS' },
  { value: 'user', label: 'USER LOGS' },
] as const satisfies readonly { readonly value: AuditView; readonly label: string }[];

/** `DOCUMENT_DELETED` or `document_deleted` as `Document Deleted`. */
export function actionName(action: string): string {
  return action
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ');
}

/** The icon of an entry: the first one that the name of its action mentions. */
export function markOf(action: string): LogMark {
  const text = action.toLowerCase();
  if (text.includes('document')) return 'document';
  if (text.includes('site')) return 'site';
  return text.includes('admin') || text.includes('emergency') ? 'admin' : 'other';
}

/** Details for display: JSON is indented, other text is unchanged. `null` if there are none. */
export function prettyDetails(details: string | null): string | null {
  if (details === null || details.trim() === '') return null;
  try {
    return JSON.stringify(JSON.parse(details), null, 2);
  } catch {
    return details;
  }
}

/** Actions that raise an alert each time, and the lockdown. */
const alarms: ReadonlySet<string> = new Set([
  'site_locked',
  'static_code_used',
  'two_factor_locked',
  'emergency_access_opened',
  'emergency_codes_synchronized',
  'master_key_used',
]);

/**
 * The tone of an action: refusals, failures, deletions and alarms are highlighted. The words carry the same meaning.
 */
export function toneOf(action: string): 'bright' | 'danger' | 'warn' {
  if (/_(failed|denied|refused|rejected|deleted)$/.test(action.toLowerCase())) return 'danger';
  return alarms.has(action.toLowerCase()) ? 'warn' : 'bright';
}

/** The name for entries without a user: the server itself, the command line, or an anonymous caller. */
export const systemName = 'SYSTEM';

export function personOf({ performedByUsername }: AuditEntry): string {
  return performedByUsername ?? systemName;
}

/** The type of the affected record, as shown in the badge. */
export function entityTypeOf({ entityType }: AuditEntry): string {
  return entityType === '' ? systemName : entityType.replaceAll('_', ' ');
}

const prefixes: Readonly<Record<string, IdPrefix>> = { document: 'DOC', submission: 'SUB', user: 'USR' };

/** The short label of the affected record; `null` if it has none. */
export function labelOf({ entityType, entityId }: AuditEntry): string | null {
  const prefix = prefixes[entityType];
  return prefix === undefined || entityId === null ? null : shortId(prefix, entityId);
}

/** The address of the affected record; `null` if it has no screen, no longer exists or may not be read. */
export function addressOf({ entityType, entityId, object }: AuditEntry): string | null {
  if (object === null) return null;
  if (object.documentId !== null) return paths.document(object.documentId);
  if (entityType === 'user') return paths.accountsNamed(object.name);
  return entityType === 'submission' && entityId !== null ? paths.reviewCase(entityId) : null;
}

export interface JsonPart {
  readonly kind: 'name' | 'value' | 'text';
  readonly text: string;
}

/** Splits indented JSON into names of members, numbers and constants, and the rest. */
export function jsonParts(text: string): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  const pattern = /("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|-?\b(?:\d[\d.eE+-]*|true|false|null)\b/g;
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    const [found, name] = match;
    if (found.startsWith('"') && name === undefined) continue;
    if (match.index > at) parts.push({ kind: 'text', text: text.slice(at, match.index) });
    parts.push({ kind: name === undefined ? 'value' : 'name', text: found });
    at = match.index + found.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

export interface LogRow {
  readonly entry: AuditEntry;
  readonly day: LogDay;
}

/** A day of the log, as part of an entry's row. */
interface LogDay {
  readonly name: string;
  /** `null` if entries of the day may be missing at the end of the list. */
  readonly count: string | null;
  /** The entry is the first of the day in the list. */
  readonly isFirst: boolean;
}

/**
 * The entries with their days. `complete` means that no more entries follow; until then the count of the last day is
 * unknown.
 */
export function withDays(entries: readonly AuditEntry[], complete: boolean): readonly LogRow[] {
  const counts = new Map<string, number>();
  for (const { timestamp } of entries) {
    const day = formatDate(timestamp);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const last = formatDate(entries.at(-1)?.timestamp);
  let shown = '';
  return entries.map((entry) => {
    const day = formatDate(entry.timestamp);
    const isFirst = day !== shown;
    shown = day;
    const known = complete || day !== last;
    const count = known ? plural(counts.get(day) ?? 0, 'ENTRY', 'ENTRIES') : null;
    return { entry, day: { name: formatDay(entry.timestamp), count, isFirst } };
  });
}
