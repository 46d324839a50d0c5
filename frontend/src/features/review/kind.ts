import type { ComponentType, ReactNode } from 'react';
import type { ReviewEditRequest, ReviewSubmissionRequest } from '@/api/generated';
import type { User } from '@/api/types';
import type { FormHandle } from '@/components/form/formStore';
import type { Check } from '@/lib/checks';
import type { Approve } from './DecisionBar.style';
import type { Barred, DecisionValues } from './decision';
import type { QueueKind } from './useDesk';

/** As much as every case has. A case without steps is decided in one. */
export interface Reviewable {
  readonly id: string;
  readonly title: string;
  readonly approvalStep?: number;
}

/** Names the decision that is due: another step is another decision. */
export function decisionDue({ id, approvalStep = 1 }: Pick<Reviewable, 'id' | 'approvalStep'>): string {
  return `${id} ${approvalStep}`;
}

/** What a decision sends; each kind takes what it has. */
export type Decision = ReviewSubmissionRequest & ReviewEditRequest;

/** A decision that is asked about before it is sent. */
export interface Question {
  readonly title: string;
  readonly description: ReactNode;
  /** The label of the deciding button; a verb. */
  readonly label: string;
  readonly danger?: boolean;
  readonly request: Decision;
}

export interface ChoiceProps<Whole> {
  readonly item: Whole;
  readonly form: FormHandle<DecisionValues>;
  readonly isBarred: boolean;
  readonly disabled: boolean;
}

/** One kind of case: what its desk lists, what a case shows, and how it is decided. `Item` is what the queue tells. */
export interface CaseKind<Item extends Reviewable, Whole extends Item> extends QueueKind<Item> {
  readonly queue: {
    readonly title: string;
    /** What is loaded, as in `Failed to load submissions`. */
    readonly what: string;
    readonly loading: string;
    readonly none: string;
    readonly hint: string;
  };
  /** One of them, as in `Failed to load the submission`. */
  readonly what: string;
  readonly loading: string;
  /** Who reads the comment of a rejection. */
  readonly reader: 'author' | 'requester';
  readonly check: Check<DecisionValues>;
  /** What a decision begins with. */
  readonly begin: (item: Item, user: User) => DecisionValues;
  /** What is left of a decision that was kept, or that was begun at an earlier step. */
  readonly keep?: (kept: DecisionValues, item: Item, user: User) => DecisionValues;
  /** What this reviewer may not do, by the rules of the server; `null` for nothing. */
  readonly barredFrom: (item: Item, user: User) => Barred | null;
  /** Nothing can be decided any more. */
  readonly isOver: (item: Item, isQueued: boolean) => boolean;
  /** The case, if enough of it is known to decide. */
  readonly decidable: (known: Item | Whole) => Whole | null;
  readonly button: (item: Whole, values: DecisionValues) => Approve;
  readonly approval: (item: Whole, values: DecisionValues) => Omit<Question, 'danger'>;
  readonly rejection: (item: Whole) => ReactNode;
  /** What is said where the server does not say why it refused. */
  readonly failed?: Readonly<Record<'approved' | 'rejected', string>>;
  readonly Facts: ComponentType<{ readonly item: Item | Whole; readonly now: number }>;
  /** The facts stand above the text and not in the head. */
  readonly hasFactsInText?: boolean;
  /** What has happened elsewhere since the case was opened; `opened` is the case as it was then. */
  readonly Note: ComponentType<{ readonly item: Item; readonly opened: Item; readonly isOver: boolean }>;
  readonly Past?: ComponentType<{ readonly item: Item }>;
  readonly Text: ComponentType<ChoiceProps<Whole>>;
  /** The choices of an approval, in the first line, and those that move into the sheet with the comment on a phone. */
  readonly Choices?: ComponentType<ChoiceProps<Whole>>;
  readonly MoreChoices?: ComponentType<ChoiceProps<Whole>>;
}
