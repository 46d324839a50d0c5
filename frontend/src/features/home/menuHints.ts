import type { Board } from '@/api/types';
import { plural } from '@/lib/text';

export interface MenuHint {
  readonly hint: string;
  /** It needs attention, so it is highlighted. */
  readonly hot: boolean;
}

/** Hints of menu lines with counts from the board, by the name of the line. Other lines keep their fixed hints. */
export function liveHints(board: Board | undefined): Readonly<Record<string, MenuHint>> {
  if (board === undefined) return {};
  const hints: Record<string, MenuHint> = {
    VIEW_DOCUMENTS: { hint: `${board.visible} on file`, hot: false },
  };
  if (board.timedOut > 0) hints.SUBMIT_LORE = { hint: `${board.timedOut} timed out`, hot: true };
  else if (board.drafts > 0) hints.SUBMIT_LORE = { hint: plural(board.drafts, 'draft'), hot: false };
  if (board.templates > 0) hints.TEMPLATES = { hint: plural(board.templates, 'form'), hot: false };
  if (board.sections > 0) hints.ARCHIVE_SYSTEM = { hint: plural(board.sections, 'section'), hot: false };
  if (board.waiting !== null) {
    const { submissions, accounts } = board.waiting;
    const toApprove = submissions.count === 0 && accounts.count > 0;
    hints.ADMIN_PANEL = toApprove
      ? { hint: `${accounts.count} to approve`, hot: true }
      : { hint: `${submissions.count} to review`, hot: submissions.count > 0 };
  }
  return hints;
}
