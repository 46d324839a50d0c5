import { Badge } from '@/components/Badge';
import { isFollowed, statuses, statusOf, type Reviewed } from './ownRows';

/** The state of a submission or an edit, for its author. */
export function OwnState({ of }: { readonly of: Reviewed }) {
  if (isFollowed(of)) return <Badge tone="muted">Resubmitted</Badge>;
  const shown = statuses.find(({ value }) => value === statusOf(of));
  return shown === undefined ? null : <Badge tone={shown.tone}>{shown.label}</Badge>;
}
