import type { DocumentRecord, User } from '@/api/types';
import { checkFields, where, type Fields } from '@/lib/checks';
import { clearanceLevels } from '@/lib/clearance';
import { plural } from '@/lib/text';

/** The parts of a document that the dialog needs. */
export type Classified = Pick<
  DocumentRecord,
  'id' | 'title' | 'clearanceLevel' | 'category' | 'version' | 'submittedBy' | 'submittedByUsername'
>;

export type ClassificationValues = Fields<'level' | 'category' | 'reason'>;

const shortestReason = 3;
const longestReason = 500;

/** The rules of the dialog: something must change, and a reason is required. */
export const checkClassification = checkFields<ClassificationValues>({
  level: [where((level) => clearanceLevels.some((each) => String(each) === level), 'Choose a level.')],
  category: [],
  reason: [
    where((reason) => reason.trim().length >= shortestReason, 'The reason must be at least 3 characters.'),
    where(
      (reason) => Array.from(reason.trim()).length <= longestReason,
      'The reason must be at most 500 characters.',
    ),
  ],
});

/** The label of the button, and whether it is enabled. */
export function buttonState(
  document: Classified,
  { level, category, reason }: ClassificationValues,
): { readonly label: string; readonly isReady: boolean } {
  const changed = [
    ...(Number(level) === document.clearanceLevel ? [] : [`L${level}`]),
    ...(category === document.category ? [] : [category]),
  ];
  if (changed.length === 0) return { label: 'Change level or category', isReady: false };
  if (reason.trim().length < shortestReason) return { label: 'Give a reason', isReady: false };
  return { label: `Reclassify to ${changed.join(', ')}`, isReady: true };
}

type Account = Pick<User, 'id' | 'clearanceLevel' | 'isApproved'>;

interface Consequence {
  readonly lead: string;
  readonly text: string;
  /** Whether the author loses access; `false` if that is unknown. */
  readonly losesAuthor: boolean;
}

/**
 * The number of users who gain or lose access, counted from the list of accounts; `null` if the level does not change.
 */
export function consequenceOf(
  document: Classified,
  level: number,
  accounts: readonly Account[] | undefined,
): Consequence | null {
  const from = document.clearanceLevel;
  if (level === from) return null;
  const lead = `${level > from ? 'RAISED' : 'LOWERED'} FROM ${from} TO ${level}.`;
  if (accounts === undefined) return { lead, text: '', losesAuthor: false };
  const readersAt = (least: number) =>
    accounts.filter((account) => account.isApproved && account.clearanceLevel >= least).length;
  const [before, after] = [readersAt(from), readersAt(level)];
  if (level < from) {
    return { lead, text: `${plural(after - before, 'more account')} can read it.`, losesAuthor: false };
  }
  const author = accounts.find(({ id }) => id === document.submittedBy);
  return {
    lead,
    text: `${before - after} of the ${plural(before, 'account')} that can read it now ${before - after === 1 ? 'loses' : 'lose'} access.`,
    losesAuthor: author !== undefined && author.clearanceLevel < level,
  };
}
