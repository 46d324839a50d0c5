import { useEffect, useState } from 'react';
import { useListUsersQuery, useReviewSubmissionMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { ReviewSubmissionRequest } from '@/api/generated';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Form, FormError, useFields, useForm, type FormHandle } from '@/components/Form';
import { Select } from '@/components/Select';
import { Text } from '@/components/Text';
import { Textarea } from '@/components/Textarea';
import { clearanceName } from '@/lib/clearance';
import { plural } from '@/lib/text';
import { useToast } from '@/state/hooks';
import { readTexts, useDraft, useKeptForm } from '@/state/useDraft';
import type { Overtaken } from './held';
import { OvertakenNote } from './OvertakenNote';
import { RejectDialog } from './RejectDialog';
import {
  approvalDraft,
  approvalOf,
  approvalWords,
  assignableLevels,
  barredFrom,
  checkApproval,
  emptyApproval,
  isFirstReview,
  keptApproval,
  rejectionDraft,
  stepsOffered,
  type ApprovalValues,
  type Barred,
} from './review';

interface ReviewFormProps {
  readonly submission: AdminSubmission;
  /** What happened to it elsewhere since this form was opened. */
  readonly overtaken: Overtaken | null;
  /** Whether something typed or begun here would be lost with the form. */
  readonly onHold: (held: boolean) => void;
}

/** The decision on one submission. Approving is confirmed; rejecting asks for a reason. */
export function ReviewForm({ submission, overtaken, onHold }: ReviewFormProps) {
  const user = useUser();
  const toast = useToast();
  const [reviewSubmission, { isLoading }] = useReviewSubmissionMutation();
  const [confirming, setConfirming] = useState<ApprovalValues | null>(null);
  const [rejecting, setRejecting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const first = isFirstReview(submission);
  const levels = assignableLevels(user.clearanceLevel, submission);
  const empty = emptyApproval(levels, first);
  const name = approvalDraft(submission.id);
  const draft = useDraft(name, (stored) => keptApproval(readTexts(stored, empty), levels));
  const reason = useDraft(rejectionDraft(submission.id), (stored) => readTexts(stored, { reason: '' }));
  const form = useForm(checkApproval, empty, draft.kept ?? undefined);
  useKeptForm(name, form);
  const { field } = useFields(form);
  const barred = barredFrom(submission, user);
  const { data: accounts } = useListUsersQuery({}, { skip: !first });
  const steps = stepsOffered(submission, accounts);
  const [done, setDone] = useState(false);
  useHold(form, !done, confirming !== null || rejecting, onHold);
  // One's own decision comes back as news, too.
  const late = isLoading || done ? null : overtaken;

  const decide = async (reviewSubmissionRequest: ReviewSubmissionRequest) => {
    setProblem(null);
    try {
      // The queue is asked for again either way: a refusal means that it looks different by now.
      await reviewSubmission({ id: submission.id, reviewSubmissionRequest }).unwrap();
      setDone(true);
      draft.discard();
      reason.discard();
    } catch (error) {
      setProblem(describeError(error));
    }
    setConfirming(null);
    setRejecting(false);
  };

  return (
    <>
      <Form
        form={form}
        label={`Decision on ${submission.title}`}
        onSubmit={(values) => {
          setConfirming(values);
          return undefined;
        }}
        onInvalid={(message) => {
          toast({ tone: 'danger', title: 'Review failed', description: message });
        }}
        footer={
          <ReviewButtons
            late={late !== null}
            barred={barred}
            onReject={() => {
              setRejecting(true);
            }}
            onDiscard={() => {
              draft.discard();
              reason.discard();
              form.reset();
              onHold(false);
            }}
          />
        }
      >
        <OvertakenNote overtaken={late} />
        <Obstacle barred={barred} problem={problem} />
        <LevelField form={form} levels={barred === null ? levels : []} first={first} />
        {first && (
          <Select
            label="Approval steps"
            options={steps.map((count) => ({
              value: String(count),
              label: plural(count, 'administrator'),
            }))}
            {...field('steps')}
          />
        )}
        {barred?.from !== 'both' && (
          <Textarea label="Comment for the author" rows={2} placeholder="Optional" {...field('comments')} />
        )}
      </Form>
      <ConfirmDialog
        open={confirming !== null}
        onOpenChange={() => {
          setConfirming(null);
        }}
        title="Confirm approval"
        description={confirming ? approvalWords(submission, confirming) : ''}
        confirmLabel="Approve"
        busy={isLoading}
        onConfirm={() => {
          if (confirming) void decide(approvalOf(confirming, submission));
        }}
      >
        <OvertakenNote overtaken={late} />
      </ConfirmDialog>
      {rejecting && (
        <RejectDialog
          submission={submission}
          comment={form.values().comments}
          busy={isLoading}
          note={<OvertakenNote overtaken={late} />}
          onClose={() => {
            setRejecting(false);
          }}
          onReject={(comments) => decide({ status: 'rejected', comments })}
        />
      )}
    </>
  );
}

interface ObstacleProps {
  readonly barred: Barred | null;
  readonly problem: string | null;
}

/** What stands in the way; that it is another's turn is no failure. */
function Obstacle({ barred, problem }: ObstacleProps) {
  if (barred?.from !== 'both') return <FormError message={barred?.why ?? problem} />;
  return (
    <Text as="p" tone="muted">
      {barred.why}
    </Text>
  );
}

interface LevelFieldProps {
  readonly form: FormHandle<ApprovalValues>;
  readonly levels: ReturnType<typeof assignableLevels>;
  readonly first: boolean;
}

/** The level that an approval assigns; nothing where the reviewer may assign none. */
function LevelField({ form, levels, first }: LevelFieldProps) {
  const { field } = useFields(form);
  if (levels.length === 0) return null;
  return (
    <Select
      label="Clearance level"
      required
      hint={first ? undefined : 'Assigned at the first step.'}
      {...(first ? { placeholder: 'Assign a level' } : {})}
      options={levels.map((level) => ({ value: String(level), label: `${level} ${clearanceName(level)}` }))}
      {...field('level')}
    />
  );
}

/** Says whether the form holds what nobody should lose: a comment, or a question that is open. */
function useHold(
  form: FormHandle<ApprovalValues>,
  open: boolean,
  asking: boolean,
  onHold: (held: boolean) => void,
): void {
  const { comments } = useFields(form).values;
  const held = open && (asking || comments.trim() !== '');
  useEffect(() => {
    onHold(held);
  }, [held, onHold]);
}

interface ReviewButtonsProps {
  /** Somebody else was faster, so there is nothing left to decide. */
  readonly late: boolean;
  readonly barred: Barred | null;
  readonly onReject: () => void;
  readonly onDiscard: () => void;
}

function ReviewButtons({ late, barred, onReject, onDiscard }: ReviewButtonsProps) {
  if (late) return <Button onClick={onDiscard}>Discard</Button>;
  if (barred?.from === 'both') return null;
  return (
    <>
      {barred === null && (
        <Button type="submit" variant="primary">
          Approve
        </Button>
      )}
      <Button variant="danger" onClick={onReject}>
        Reject
      </Button>
    </>
  );
}
