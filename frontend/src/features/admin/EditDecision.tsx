import { useState } from 'react';
import { useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { EditCase } from '@/api/types';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { DecisionBar } from '@/components/desk/DecisionBar';
import { StepChoice } from '@/components/desk/StepChoice';
import { useFields } from '@/components/Form';
import { useToast } from '@/state/hooks';
import { useKeyMap } from '@/state/useKeyMap';
import {
  barredFromEdit,
  courseOf,
  editApproval,
  editApprovalWords,
  editButton,
  sendBackWords,
  sentBackWords,
  type EditValues,
} from './editReview';
import { isOver, stepsOffered } from './review';
import type { EditDecisionHandle } from './useEditDecision';
import { useRejection } from './useRejection';

interface EditDecisionProps {
  readonly edit: EditCase;
  readonly decision: EditDecisionHandle;
  /** What was typed was discarded. */
  readonly onDone: (id: string) => void;
}

/** The decision on one edit. What is typed is kept; approving is confirmed, rejecting needs a comment. */
export function EditDecision({ edit, decision, onDone }: EditDecisionProps) {
  const user = useUser();
  const toast = useToast();
  const [confirming, setConfirming] = useState<EditValues | null>(null);
  const { form, problem, decide, discard, busy } = decision;
  const { field, control, values } = useFields(form);
  const first = edit.approvalStep === 1;
  const { data: accounts } = useListUsersQuery({}, { skip: !first });
  const over = isOver(edit);
  const canDecide = !over && !busy;
  const course = courseOf(values, edit.currentDocument.version);
  const button = editButton(edit, course);
  const offered = stepsOffered(edit, accounts);
  const { noteOpen, setNoteOpen, openNote, reject } = useRejection(form, canDecide, (comments) => {
    void decide({ status: 'rejected', comments });
  });

  const approve = () => {
    if (!canDecide) return;
    const message = form.validate() ?? button.why ?? undefined;
    if (message !== undefined) toast({ tone: 'danger', title: 'Review failed', description: message });
    else setConfirming(form.values());
  };
  const isSentBack = course === 'back';
  const words = ({ comments }: EditValues) => comments.trim() || sentBackWords(edit);
  const questionOf = (asked: EditValues) =>
    isSentBack ? sendBackWords(edit, words(asked)) : editApprovalWords(edit, asked, course);
  const resultOf = (asked: EditValues) =>
    isSentBack
      ? ({ status: 'rejected', comments: words(asked) } as const)
      : editApproval(edit, asked, course);
  useKeyMap({ a: approve, r: reject, c: openNote });

  return (
    <>
      <DecisionBar
        label={`Decision on ${edit.title}`}
        choices={null}
        more={
          first && offered.length > 1 ? (
            <StepChoice {...control('steps')} offered={offered} disabled={!canDecide} />
          ) : null
        }
        comment={field('comments')}
        noteOpen={noteOpen}
        onNote={setNoteOpen}
        approve={button}
        busy={busy}
        over={over}
        problem={over ? null : problem}
        onApprove={approve}
        onReject={reject}
        onDiscard={() => {
          discard();
          onDone(edit.id);
        }}
      />
      <ConfirmDialog
        open={confirming !== null && !over && barredFromEdit(edit, user) === null}
        onOpenChange={() => {
          setConfirming(null);
        }}
        title={isSentBack ? 'Confirm sending back' : 'Confirm approval'}
        description={confirming ? questionOf(confirming) : ''}
        confirmLabel={isSentBack ? 'Send back' : 'Approve'}
        focusConfirm
        busy={busy}
        onConfirm={() => {
          if (confirming === null) return;
          void decide(resultOf(confirming)).then(() => {
            setConfirming(null);
          });
        }}
      />
    </>
  );
}
