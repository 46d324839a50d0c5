import { useState } from 'react';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { useFields } from '@/components/form/Form';
import { useIsPhone } from '@/components/useMedia';
import { reviewKeys } from '@/keyboard/keys';
import { useToast } from '@/state/hooks';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { useKey } from '@/state/useKey';
import { rejectionProblem, type Barred } from './decision';
import { DecisionBar } from './DecisionBar.style';
import { decisionDue, type CaseKind, type ChoiceProps, type Question, type Reviewable } from './kind';
import type { useDecision } from './useDecision';

interface CaseDecisionProps<Item extends Reviewable, Whole extends Item> {
  readonly kind: CaseKind<Item, Whole>;
  readonly item: Whole;
  readonly barred: Barred | null;
  readonly choice: Omit<ChoiceProps<Whole>, 'item'>;
  readonly isOver: boolean;
  readonly decision: ReturnType<typeof useDecision>;
  readonly onLeave: () => void;
}

const nothing: Omit<Question, 'request'> = { title: '', description: '', label: '' };

/**
 * The decision on one case. What is typed is kept; every answer is confirmed, and a rejection needs a comment: without
 * one the comment gets the focus and says so.
 */
export function CaseDecision<Item extends Reviewable, Whole extends Item>({
  kind,
  item,
  barred,
  choice,
  isOver,
  decision,
  onLeave,
}: CaseDecisionProps<Item, Whole>) {
  const toast = useToast();
  const phone = useIsPhone();
  const due = decisionDue(item);
  const [asked, setAsked] = useState<(Question & { readonly due: string }) | null>(null);
  const [noteOpen, setNoteOpen] = useState(false);
  const { form, problem, decide, discard, busy } = decision;
  const { field, values } = useFields(form);
  const canDecide = !isOver && !busy;
  const button = kind.button(item, values);

  const openNote = () => {
    // On a phone the comment is in a sheet, which gives it the focus.
    if (phone) setNoteOpen(true);
    else form.focus('comments');
  };
  const approve = () => {
    if (choice.disabled) return;
    const message = form.validate() ?? button.why ?? undefined;
    if (message === undefined) setAsked({ ...kind.approval(item, form.values()), due });
    else toast({ tone: 'danger', title: 'Review failed', description: message });
  };
  const reject = () => {
    if (!canDecide) return;
    const comments = form.values().comments.trim();
    const missing = rejectionProblem(comments, kind.reader);
    if (missing !== undefined) {
      openNote();
      form.fail({ comments: missing });
      return;
    }
    const request = { status: 'rejected', comments } as const;
    const description = kind.rejection(item);
    setAsked({ title: 'Confirm rejection', description, label: 'Reject', danger: true, request, due });
  };
  useDecisionKeys(due, { [reviewKeys.approve]: approve, [reviewKeys.reject]: reject });
  useKey(reviewKeys.comment, openNote);

  const { Choices, MoreChoices } = kind;
  // Another step, or a decision of somebody else, leaves nothing to confirm.
  const question = isOver || asked?.due !== due ? null : asked;
  const { title, description, label, danger } = question ?? nothing;
  return (
    <>
      <DecisionBar
        label={`Decision on ${item.title}`}
        choices={Choices && <Choices {...choice} item={item} />}
        more={MoreChoices && <MoreChoices {...choice} item={item} />}
        comment={field('comments')}
        noteOpen={noteOpen}
        onNote={setNoteOpen}
        approve={choice.isBarred ? null : button}
        busy={busy}
        over={isOver}
        problem={isOver ? null : (barred?.why ?? problem)}
        onApprove={approve}
        onReject={reject}
        onDiscard={discard}
        onLeave={onLeave}
      />
      <ConfirmDialog
        open={question !== null}
        onOpenChange={() => setAsked(null)}
        title={title}
        description={description}
        confirmLabel={label}
        danger={danger}
        // A letter, then Enter decides.
        focusConfirm
        busy={busy}
        onConfirm={() => {
          if (question !== null) void decide(question.request).then(() => setAsked(null));
        }}
      />
    </>
  );
}
