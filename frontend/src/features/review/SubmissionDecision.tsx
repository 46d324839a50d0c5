import { useState } from 'react';
import { useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminSubmission, User } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { reviewKeys } from '@/keyboard/keys';
import { clearanceLevels } from '@/lib/clearance';
import { DecisionBar } from './DecisionBar.style';
import { DecisionQuestion, type Question } from './DecisionQuestion';
import { useToast } from '@/state/hooks';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { useKey } from '@/state/useKey';
import type { KeyMap } from '@/state/useKeyMap';
import { LevelChoice } from './LevelChoice.style';
import { ReleaseChoice } from './ReleaseChoice.style';
import {
  approvalOf,
  approvalWords,
  approveButton,
  barredFrom,
  isFirstReview,
  isOver,
  rejectionWords,
  stepsOffered,
} from './review';
import { StepChoice } from './StepChoice';
import type { Sending } from './useOnce';
import { useRejection } from './useRejection';
import { useSubmissionDecision } from './useSubmissionDecision';

interface SubmissionDecisionProps {
  readonly submission: AdminSubmission;
  readonly sending: Sending;
  /** It was decided here, or what was typed was discarded. */
  readonly onDone: (id: string) => void;
}

/**
 * The decision on one submission. What is typed is kept; both answers are confirmed, and a rejection needs a comment.
 */
export function SubmissionDecision({ submission, sending, onDone }: SubmissionDecisionProps) {
  const user = useUser();
  const toast = useToast();
  const [confirming, setConfirming] = useState<Question | null>(null);
  const { form, levels, problem, decide, discard, busy } = useSubmissionDecision(submission, sending, onDone);
  const { field, control, values } = useFields(form);
  const first = isFirstReview(submission);
  const { data: accounts } = useListUsersQuery({}, { skip: !first });
  const barred = barredFrom(submission, user);
  const over = isOver(submission);
  const canDecide = !over && !busy;
  const canApprove = canDecide && barred === null;

  const approve = () => {
    if (!canApprove) return;
    const message = form.validate();
    if (message !== undefined) {
      toast({ tone: 'danger', title: 'Review failed', description: message });
      return;
    }
    const asked = form.values();
    setConfirming({
      title: 'Confirm approval',
      description: approvalWords(submission, asked, Date.now()),
      label: 'Approve',
      send: () => decide(approvalOf(asked, submission)),
    });
  };
  const { noteOpen, setNoteOpen, openNote, reject } = useRejection(form, canDecide, (comments) =>
    setConfirming({
      title: 'Confirm rejection',
      description: rejectionWords('SUB', submission),
      label: 'Reject',
      danger: true,
      send: () => decide({ status: 'rejected', comments }),
    }),
  );
  useReviewKeys(submission.id, {
    assign: (level) => {
      if (canApprove && first && levels.includes(level)) form.set('level', String(level));
    },
    approve,
    reject,
    openNote,
  });

  return (
    <>
      <DecisionBar
        label={`Decision on ${submission.title}`}
        choices={
          <LevelChoice
            {...control('level')}
            levels={canApprove && first ? levels : []}
            assigned={first ? null : submission.assignedClearanceLevel}
          />
        }
        more={
          <>
            {first && (
              <StepChoice
                {...control('steps')}
                offered={stepsOffered(submission, accounts)}
                disabled={!canApprove}
              />
            )}
            <ReleaseChoice {...field('release')} disabled={!canApprove} />
          </>
        }
        comment={field('comments')}
        noteOpen={noteOpen}
        onNote={setNoteOpen}
        approve={barred === null ? approveButton(values) : null}
        busy={busy}
        over={over}
        problem={obstacle(submission, user, problem)}
        onApprove={approve}
        onReject={reject}
        onDiscard={() => {
          discard();
          onDone(submission.id);
        }}
      />
      <DecisionQuestion question={over ? null : confirming} busy={busy} onClose={() => setConfirming(null)} />
    </>
  );
}

/** Why the last attempt failed, or why this reviewer may not approve; `null` for nothing. */
function obstacle(submission: AdminSubmission, user: User, problem: string | null): string | null {
  return isOver(submission) ? null : (barredFrom(submission, user)?.why ?? problem);
}

interface DecisionKeys {
  readonly assign: (level: number) => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly openNote: () => void;
}

/** The keys of a decision; a digit assigns its level. */
function useReviewKeys(id: string, { assign, approve, reject, openNote }: DecisionKeys): void {
  const levels: KeyMap = Object.fromEntries(
    clearanceLevels.map((level) => [String(level), () => assign(level)]),
  );
  useDecisionKeys(id, { ...levels, [reviewKeys.approve]: approve, [reviewKeys.reject]: reject });
  useKey(reviewKeys.comment, openNote);
}
