import { useState } from 'react';
import { useApproveArchiveRequestMutation, useRejectArchiveRequestMutation } from '@/api/endpoints';
import type { ArchiveRequest } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { Isolated } from '@/components/Isolated';
import { useIsPhone } from '@/components/useMedia';
import { reviewKeys } from '@/keyboard/keys';
import { describeError } from '@/lib/errors';
import { DecisionBar, NoDecision } from './DecisionBar.style';
import { DecisionQuestion, type Question } from './DecisionQuestion';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { useKey } from '@/state/useKey';
import { useTextForm } from '@/text/useTextForm';
import {
  barredFrom,
  checkApproval,
  checkRejection,
  decisionDraft,
  emptyDecision,
  sectionOf,
} from './requests';

interface RequestDecisionProps {
  readonly request: ArchiveRequest;
  /** Somebody else has decided: what was typed can be read and discarded. */
  readonly isOver: boolean;
  /** It was decided here, or what was typed was discarded. */
  readonly onDone: (id: string) => void;
}

/** The decision on a request, or why this administrator has none. */
export function RequestDecision(props: RequestDecisionProps) {
  const barred = barredFrom(props.request);
  return barred === null ? <Decision {...props} /> : <NoDecision>{barred}</NoDecision>;
}

/** The comment, which is kept until it is sent or discarded, and the two calls. */
function useDecision({ request: { id }, onDone }: RequestDecisionProps) {
  const [approveRequest, approving] = useApproveArchiveRequestMutation();
  const [rejectRequest, rejecting] = useRejectArchiveRequestMutation();
  const [problem, setProblem] = useState<string | null>(null);
  const { form, text } = useTextForm(decisionDraft(id), checkApproval, emptyDecision);
  const busy = approving.isLoading || rejecting.isLoading;
  const decide = async (send: typeof approveRequest, failed: string) => {
    setProblem(null);
    const comments = form.values().comments.trim();
    const archiveDecisionRequest = comments === '' ? {} : { comments };
    try {
      await text.submit(() => send({ documentId: id, archiveDecisionRequest }).unwrap());
      onDone(id);
    } catch (error) {
      setProblem(describeError(error, failed));
    }
  };
  return {
    form,
    problem,
    busy,
    approve: () => decide(approveRequest, 'Failed to approve archive request'),
    reject: () => decide(rejectRequest, 'Failed to reject archive request'),
    discard: text.discard,
  };
}

function Decision(props: RequestDecisionProps) {
  const { request, isOver, onDone } = props;
  const phone = useIsPhone();
  const [confirming, setConfirming] = useState<Question | null>(null);
  const [noteOpen, setNoteOpen] = useState(false);
  const { form, problem, busy, approve, reject, discard } = useDecision(props);
  const { field } = useFields(form);
  const canDecide = !isOver && !busy;
  const openNote = () => {
    if (phone) setNoteOpen(true);
    else form.focus('comments');
  };
  const onApprove = () => {
    if (!canDecide || form.validate() !== undefined) return;
    setConfirming({
      title: 'Confirm approval',
      description: (
        <>
          Move "<Isolated>{request.title}</Isolated>" to the archive section{' '}
          <Isolated>{sectionOf(request)}</Isolated>?
        </>
      ),
      label: 'Approve',
      send: approve,
    });
  };
  const onReject = () => {
    if (!canDecide) return;
    const problems = checkRejection(form.values());
    if (problems.comments === undefined) {
      setConfirming({
        title: 'Confirm rejection',
        description: (
          <>
            Reject the request to archive "<Isolated>{request.title}</Isolated>"? The requester sees your
            comment.
          </>
        ),
        label: 'Reject',
        danger: true,
        send: reject,
      });
    } else {
      openNote();
      form.fail(problems);
    }
  };
  useDecisionKeys(request.id, { [reviewKeys.approve]: onApprove, [reviewKeys.reject]: onReject });
  useKey(reviewKeys.comment, openNote);
  return (
    <>
      <DecisionBar
        label={`Decision on ${request.title}`}
        choices={null}
        more={null}
        comment={field('comments')}
        noteOpen={noteOpen}
        onNote={setNoteOpen}
        approve={{ label: 'Approve', why: null }}
        busy={busy}
        over={isOver}
        problem={isOver ? null : problem}
        onApprove={onApprove}
        onReject={onReject}
        onDiscard={() => {
          discard();
          onDone(request.id);
        }}
      />
      <DecisionQuestion
        question={isOver ? null : confirming}
        busy={busy}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
