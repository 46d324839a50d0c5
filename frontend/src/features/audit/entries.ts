import type { AuditView } from '@/api/endpoints';
import type { LogMark } from '@/components/LogIcon';

/** The two halves of the log, in order. */
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

/** The mark of an entry, by what its action mentions; the first that fits. */
export function markOf(action: string): LogMark {
  const text = action.toLowerCase();
  if (text.includes('document')) return 'document';
  if (text.includes('site')) return 'site';
  return text.includes('admin') || text.includes('emergency') ? 'admin' : 'other';
}

/** Details as people read them: indented where they are JSON, else as they are. `null` where there are none. */
export function prettyDetails(details: string | null): string | null {
  if (details === null || details.trim() === '') return null;
  try {
    return JSON.stringify(JSON.parse(details), null, 2);
  } catch {
    return details;
  }
}
