import { useState } from 'react';
import { useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { EditCase } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { reviewKeys } from '@/keyboard/keys';
import { DecisionBar } from './DecisionBar.style';
import { DecisionQuestion, type Question } from './DecisionQuestion';
import { useToast } from '@/state/hooks';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { useKey } from '@/state/useKey';
import {
  barredFromEdit,
  courseOf,
  editApproval,
  editApprovalWords,
  editButton,
  sendBackWords,
  sentBackWords,
  type Course,
  type EditValues,
} from './editReview';
import { isOver, rejectionWords, stepsOffered, type Barred } from './review';
import { StepChoice } from './StepChoice';
import type { EditDecisionHandle } from './useEditDecision';
import { useRejection } from './useRejection';

/** The question before an edit is approved, or sent back to be revised on the current text. */
function questionOf(
  edit: EditCase,
  asked: EditValues,
  course: Course | null,
  decide: EditDecisionHandle['decide'],
): Question {
  if (course === 'back') {
    const comments = asked.comments.trim() || sentBackWords(edit);
    return {
      title: 'Confirm sending back',
      description: sendBackWords(edit, comments),
      label: 'Send back',
      send: () => decide({ status: 'rejected', comments }),
    };
  }
  return {
    title: 'Confirm approval',
    description: editApprovalWords(edit, asked, course),
    label: 'Approve',
    send: () => decide(editApproval(edit, asked, course)),
  };
}

interface EditDecisionProps {
  readonly edit: EditCase;
  readonly decision: EditDecisionHandle;
  /** What was typed was discarded. */
  readonly onDone: (id: string) => void;
}

/** The decision on one edit. What is typed is kept; both answers are confirmed, and a rejection needs a comment. */
export function EditDecision({ edit, decision, onDone }: EditDecisionProps) {
  const user = useUser();
  const toast = useToast();
  const [confirming, setConfirming] = useState<Question | null>(null);
  const { form, problem, decide, discard, busy } = decision;
  const { field, control, values } = useFields(form);
  const first = edit.approvalStep === 1;
  const { data: accounts } = useListUsersQuery({}, { skip: !first });
  const barred = barredFromEdit(edit, user);
  const over = isOver(edit);
  const canDecide = !over && !busy;
  const canApprove = canDecide && barred === null;
  const course = courseOf(values, edit.currentDocument.version);
  const button = editButton(edit, course);
  const offered = stepsOffered(edit, accounts);
  const { noteOpen, setNoteOpen, openNote, reject } = useRejection(form, canDecide, (comments) =>
    setConfirming({
      title: 'Confirm rejection',
      description: rejectionWords('EDIT', edit),
      label: 'Reject',
      danger: true,
      send: () => decide({ status: 'rejected', comments }),
    }),
  );

  const approve = () => {
    if (!canApprove) return;
    const message = form.validate() ?? button.why ?? undefined;
    if (message !== undefined) toast({ tone: 'danger', title: 'Review failed', description: message });
    else setConfirming(questionOf(edit, form.values(), course, decide));
  };
  useDecisionKeys(edit.id, { [reviewKeys.approve]: approve, [reviewKeys.reject]: reject });
  useKey(reviewKeys.comment, openNote);

  return (
    <>
      <DecisionBar
        label={`Decision on ${edit.title}`}
        choices={null}
        more={
          first && offered.length > 1 && barred === null ? (
            <StepChoice {...control('steps')} offered={offered} disabled={!canApprove} />
          ) : null
        }
        comment={field('comments')}
        noteOpen={noteOpen}
        onNote={setNoteOpen}
        approve={barred === null ? button : null}
        busy={busy}
        over={over}
        problem={obstacle(edit, barred, problem)}
        onApprove={approve}
        onReject={reject}
        onDiscard={() => {
          discard();
          onDone(edit.id);
        }}
      />
      <DecisionQuestion
        question={over || barred?.from === 'both' ? null : confirming}
        busy={busy}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}

/** Why the last attempt failed, or why this reviewer may not approve; `null` for nothing. */
function obstacle(edit: EditCase, barred: Barred | null, problem: string | null): string | null {
  return isOver(edit) ? null : (barred?.why ?? problem);
}
