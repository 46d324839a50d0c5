import type { OwnEdit } from '@/api/types';
import type { RowGroup } from '@/components/list/Rows';
import { statusOf } from './ownRows';

export interface EditRow {
  readonly edit: OwnEdit;
  readonly group: RowGroup;
  /** The first row that needs its author: its button is the next action on the screen. */
  readonly isNext: boolean;
}

const groups = ['NEEDS YOU', 'IN REVIEW', 'DECIDED'] as const;

/** Whether the author proposed another edit of the same document later. `edits`: the newest first. */
function hasLater(edits: readonly OwnEdit[], index: number): boolean {
  return edits.slice(0, index).some(({ documentId }) => documentId === edits[index]?.documentId);
}

function groupOf(edits: readonly OwnEdit[], edit: OwnEdit, index: number): (typeof groups)[number] {
  switch (statusOf(edit)) {
    case 'timed-out':
      return 'NEEDS YOU';
    case 'rejected':
      return edit.resubmittedAs !== null || hasLater(edits, index) ? 'DECIDED' : 'NEEDS YOU';
    case 'pending':
      return 'IN REVIEW';
    case 'approved':
      return 'DECIDED';
  }
}

/** The user's edits, grouped by what they need; within a group in their given order. */
export function editRows(edits: readonly OwnEdit[]): readonly EditRow[] {
  const all = edits.map((edit, index) => ({ place: groupOf(edits, edit, index), edit }));
  const sorted = groups.flatMap((name) => all.filter(({ place }) => place === name));
  return sorted.map(({ place, edit }, index) => {
    const members = sorted.filter((one) => one.place === place);
    return {
      edit,
      group: {
        name: place,
        count: String(members.length),
        isFirst: sorted[index - 1]?.place !== place,
      },
      isNext: index === 0 && place === 'NEEDS YOU',
    };
  });
}

export function pendingCount(edits: readonly OwnEdit[] | undefined): number | undefined {
  return edits?.filter((edit) => statusOf(edit) === 'pending').length;
}
