import type { OwnEdit } from '@/api/types';
import type { RowGroup } from '@/components/Rows';
import type { KeptEditEntry } from '@/lib/keptEdits';
import { statusOf } from './ownRows';

/** A row of the user's edits: one that was sent, or one that this browser keeps unsent. */
export type EditRow = {
  readonly group: RowGroup;
  /** The first row that needs its author: its button is the next action on the screen. */
  readonly isNext: boolean;
} & ({ readonly edit: OwnEdit } | { readonly unsent: KeptEditEntry });

const groups = ['UNSENT', 'NEEDS YOU', 'IN REVIEW', 'DECIDED'] as const;

/** Whether the author proposed another edit of the same document later. `edits`: the newest first. */
function hasLater(edits: readonly OwnEdit[], index: number): boolean {
  return edits.slice(0, index).some(({ documentId }) => documentId === edits[index]?.documentId);
}

function groupOf(edits: readonly OwnEdit[], edit: OwnEdit, index: number): (typeof groups)[number] {
  switch (statusOf(edit)) {
    case 'timed-out':
      return 'NEEDS YOU';
    case 'rejected':
      return hasLater(edits, index) ? 'DECIDED' : 'NEEDS YOU';
    case 'pending':
      return 'IN REVIEW';
    case 'approved':
      return 'DECIDED';
  }
}

/** The user's edits, grouped by what they need; within a group in their given order. */
export function editRows(edits: readonly OwnEdit[], unsent: readonly KeptEditEntry[]): readonly EditRow[] {
  const all = [
    ...unsent.map((entry) => ({ place: 'UNSENT' as const, unsent: entry })),
    ...edits.map((edit, index) => ({ place: groupOf(edits, edit, index), edit })),
  ];
  const sorted = groups.flatMap((name) => all.filter(({ place }) => place === name));
  return sorted.map(({ place, ...row }, index) => {
    const members = sorted.filter((one) => one.place === place);
    return {
      ...row,
      group: {
        name: place,
        count: String(members.length),
        isFirst: sorted[index - 1]?.place !== place,
      },
      isNext: index === 0 && (place === 'UNSENT' || place === 'NEEDS YOU'),
    };
  });
}

/** How many edits wait for a review. */
export function pendingCount(edits: readonly OwnEdit[] | undefined): number | undefined {
  return edits?.filter((edit) => statusOf(edit) === 'pending').length;
}
