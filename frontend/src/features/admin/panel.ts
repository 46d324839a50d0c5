import type { User } from '@/api/types';
import type { PlaceSearch } from '@/lib/places';
import type { SearchValues } from '@/lib/searchState';

export type PanelTab = SearchValues<PlaceSearch<'admin'>>['tab'];

export const tabs = [
  { value: 'review', label: 'Review submissions' },
  { value: 'edits', label: 'Document edits' },
  { value: 'documents', label: 'Document management' },
  { value: 'users', label: 'User management' },
  { value: 'audit', label: 'Audit' },
  { value: 'trash', label: 'Trash' },
] as const satisfies readonly { readonly value: PanelTab; readonly label: string }[];

/** Number of accounts shown at first, and added by each press of the button below the list. */
export const rowsAtOnce = 60;

/** The count on the tab: all accounts, and those that wait for approval. */
export function accountsCount(users: readonly Pick<User, 'isApproved'>[]): string {
  const pending = users.filter(({ isApproved }) => !isApproved).length;
  return pending === 0 ? String(users.length) : `${users.length}, ${pending} pending`;
}
