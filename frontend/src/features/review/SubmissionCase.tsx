import { useState } from 'react';
import { useGetSubmissionCaseQuery, useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { lazyPart } from '@/components/lazyPart';
import { Loaded } from '@/components/Loaded';
import { PartFailed } from '@/components/PartFailed';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { formatMoment } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { releaseWords } from '@/lib/releaseDate';
import { CaseHistory, CaseNote, LevelRequired } from '@/records/desk/CaseNote';
import { CasePane } from './CasePane.style';
import { NoDecision } from './DecisionBar.style';
import { Facts, type Fact } from './Facts.style';
import { day, timeLeft } from './queue';
import { AttachmentLine } from '@/records/rows/AttachmentLine';
import { adminPolling, usePolling } from '@/state/usePolling';
import { ApprovalSteps } from './ApprovalSteps';
import type { OpenCase } from './CaseDesk';
import { CasePast } from './CasePast';
import { CaseText } from './CaseText';
import { approvalDraft, barredFrom, isOver, overWords } from './review';
import { timesOutAt } from './reviewQueue';
import { SubmissionDecision } from './SubmissionDecision';
import { keptComment } from './useReviewDesk';

/** With the desk of edits, which compares too: most submissions follow no other. */
const SubmissionComparison = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "admin-edits" */ './SubmissionComparison')).SubmissionComparison,
  { Failed: PartFailed },
);

/** One submission: what it says, what has happened to it, and the decision. */
export function SubmissionCase(props: OpenCase<AdminSubmission>) {
  const { id, summary, now, place, sending, onDone } = props;
  const user = useUser();
  const query = useGetSubmissionCaseQuery(id, usePolling(adminPolling));
  const known = query.currentData ?? summary;
  const barred = known === undefined ? null : barredFrom(known, user);
  const step = known === undefined ? '' : `${known.id} ${known.approvalStep}`;

  return (
    <CasePane
      id={id}
      label={shortId('SUB', id)}
      title={known?.title ?? shortId('SUB', id)}
      place={place}
      facts={known !== undefined && <SubmissionFacts submission={known} now={now} />}
      bar={
        known !== undefined &&
        (barred?.from === 'both' ? (
          <NoDecision>{barred.why}</NoDecision>
        ) : (
          // Another step is another decision.
          <SubmissionDecision key={step} submission={known} sending={sending} onDone={onDone} />
        ))
      }
    >
      {known !== undefined && <SubmissionNote key={id} submission={known} />}
      <Loaded
        query={{ ...query, data: query.currentData }}
        what="the submission"
        label="RETRIEVING SUBMISSION"
      >
        {(submission) => (
          <>
            {submission.redacted ? (
              <>
                <Past submission={submission} onCompare={null} />
                <LevelRequired level={submission.assignedClearanceLevel ?? user.clearanceLevel + 1} />
              </>
            ) : (
              <CaseText
                of="submission"
                text={submission.content ?? ''}
                comparison={
                  submission.previous && (
                    <SubmissionComparison submission={submission} previous={submission.previous} />
                  )
                }
                past={(onCompare) => <Past submission={submission} onCompare={onCompare} />}
              />
            )}
            {submission.filePath !== null && (
              <AttachmentLine href={submission.filePath} attachment={submission.attachment} />
            )}
            <CaseHistory>
              <Text as="p" tone="muted" size="dense">
                {submission.resubmittedAt === null ? 'Received' : 'Resubmitted'}{' '}
                {formatMoment(submission.resubmittedAt ?? submission.createdAt)}
              </Text>
              <ApprovalSteps submission={submission} />
            </CaseHistory>
          </>
        )}
      </Loaded>
    </CasePane>
  );
}

interface PartProps {
  readonly submission: AdminSubmission;
}

function Past({ submission, onCompare }: PartProps & { readonly onCompare: (() => void) | null }) {
  const { previous } = submission;
  return previous === null ? null : <CasePast kind="SUB" previous={previous} onCompare={onCompare} />;
}

function SubmissionFacts({ submission, now }: PartProps & { readonly now: number }) {
  const { data: accounts } = useListUsersQuery({});
  const author = accounts?.find(({ id }) => id === submission.submittedBy);
  const left = timesOutAt(submission) - now;
  const facts: Fact[] = [
    {
      term: 'Author',
      value: (
        <>
          <Text tone="bright" size="dense">
            {submission.submittedByUsername}
          </Text>
          {author && ` L${author.clearanceLevel}`}
        </>
      ),
    },
    { term: 'Category', value: submission.category },
  ];
  if (!isOver(submission))
    facts.push({
      term: 'Deadline',
      value: (
        <Text tone={left < day ? 'warn' : 'text'} size="dense">
          {timeLeft(left)}
        </Text>
      ),
    });
  if (submission.attempt > 1) facts.push({ term: 'Attempt', value: submission.attempt, isNamed: true });
  if (submission.maxApprovalSteps > 1)
    facts.push({
      term: 'Step',
      value: `${submission.approvalStep}/${submission.maxApprovalSteps}`,
      isNamed: true,
    });
  if (submission.scheduledReleaseAt !== null)
    facts.push({ term: 'Release', value: releaseWords(submission.scheduledReleaseAt), isNamed: true });
  return <Facts facts={facts} />;
}

/** What has happened elsewhere since the case was opened. */
function SubmissionNote({ submission }: PartProps) {
  const user = useUser();
  const [opened] = useState(submission.approvalStep);
  const over = overWords(submission, user);
  const step = submission.approvalSteps.at(-1);
  // An own step leads to the next case; one that appears here was somebody else's.
  const overtaken = submission.approvalStep > opened && step?.approverId !== user.id;
  if (over === null && !overtaken) return <CaseNote>{null}</CaseNote>;
  return (
    <CaseNote>
      {over ??
        `${step?.approverUsername ?? 'Somebody else'} has taken step ${opened}. You decide the next one.`}
      {keptComment(user.id, approvalDraft(submission.id)) !== '' &&
        ' Your comment is kept until you discard it.'}
      {submission.documentId !== null && (
        <>
          {' '}
          <TextLink to={paths.document(submission.documentId)} ref={pressedBy(reviewKeys.open)}>
            Open record
          </TextLink>
        </>
      )}
    </CaseNote>
  );
}
