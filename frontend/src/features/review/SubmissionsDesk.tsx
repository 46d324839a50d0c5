import {
  useGetSubmissionCaseQuery,
  useListPendingSubmissionsQuery,
  usePrefetch,
  useReviewSubmissionMutation,
} from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { AdminSubmission } from '@/api/types';
import { useFields } from '@/components/form/Form';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { MarkdownText } from '@/components/MarkdownText';
import { PartFailed } from '@/components/PartFailed';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { pressedBy } from '@/keyboard/controls';
import { reviewKeys } from '@/keyboard/keys';
import { attachedFiles } from '@/lib/attachedFiles';
import { clearanceLevels } from '@/lib/clearance';
import { formatMoment } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { filesOf } from '@/lib/pictures';
import { releaseWords } from '@/lib/releaseDate';
import { CaseNote } from '@/records/desk/CaseNote';
import { FileList } from '@/records/rows/FileList';
import { useDecisionKeys } from '@/state/useDecisionKeys';
import { adminPolling, usePolling } from '@/state/usePolling';
import { CaseDesk, type OpenCase } from './CaseDesk';
import { AuthorName, StepsSoFar, TimeLeft } from './caseParts';
import { CasePast } from './CasePast';
import { CaseHistory, LevelRequired } from './CasePane.style';
import { CaseText } from './CaseText';
import { checkAssigning, isFirstReview, isOver, overWords, rejectionWords, takenWords } from './decision';
import { DeskCase } from './DeskCase';
import { Facts, type Fact } from './Facts.style';
import { decisionDue, type CaseKind, type ChoiceProps } from './kind';
import { LevelChoice } from './LevelChoice.style';
import { queueSummary } from './queue';
import { ReleaseChoice } from './ReleaseChoice.style';
import { StepChoice } from './StepChoice';
import {
  assignableLevels,
  barredFromSubmission,
  beginSubmission,
  keepSubmission,
  rowOfSubmission,
  submissionApproval,
  submissionApprovalWords,
  submissionButton,
  submissionDraft,
} from './submissions';
import { keptWords } from './useDesk';

/** With the desk of edits, which compares too: most submissions follow no other. */
const SubmissionComparison = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "admin-edits" */ './SubmissionComparison')).SubmissionComparison,
  { Failed: PartFailed },
);

interface PartProps {
  readonly item: AdminSubmission;
}

function SubmissionFacts({ item, now }: PartProps & { readonly now: number }) {
  const { category, attempt, approvalStep, maxApprovalSteps, scheduledReleaseAt } = item;
  const facts: Fact[] = [
    { term: 'Author', value: <AuthorName item={item} /> },
    { term: 'Category', value: category },
  ];
  if (!isOver(item)) facts.push({ term: 'Deadline', value: <TimeLeft item={item} now={now} /> });
  if (attempt > 1) facts.push({ term: 'Attempt', value: attempt, isNamed: true });
  if (maxApprovalSteps > 1)
    facts.push({ term: 'Step', value: `${approvalStep}/${maxApprovalSteps}`, isNamed: true });
  if (scheduledReleaseAt !== null)
    facts.push({ term: 'Release', value: releaseWords(scheduledReleaseAt), isNamed: true });
  return <Facts facts={facts} />;
}

function SubmissionNote({ item, opened }: PartProps & { readonly opened: AdminSubmission }) {
  const user = useUser();
  const words = overWords(item, user) ?? takenWords(item, opened.approvalStep, user);
  if (words === null) return <CaseNote>{null}</CaseNote>;
  return (
    <CaseNote>
      {words}
      {keptWords(user.id, submissionDraft(item.id))}
      {item.documentId !== null && (
        <>
          {' '}
          <TextLink to={paths.document(item.documentId)} ref={pressedBy(reviewKeys.open)}>
            Open record
          </TextLink>
        </>
      )}
    </CaseNote>
  );
}

function SubmissionText({ item }: PartProps) {
  const user = useUser();
  const { previous } = item;
  const past = (onCompare: (() => void) | null) =>
    previous && <CasePast kind="SUB" previous={previous} onCompare={onCompare} />;
  return (
    <>
      {item.redacted ? (
        <>
          {past(null)}
          <LevelRequired level={item.assignedClearanceLevel ?? user.clearanceLevel + 1} />
        </>
      ) : (
        <CaseText
          of="submission"
          text={item.content ?? ''}
          files={filesOf(item)}
          comparison={previous && <SubmissionComparison submission={item} previous={previous} />}
          past={past}
        />
      )}
      <FileList files={attachedFiles(item)} />
      <CaseHistory>
        <Text as="p" tone="muted" size="dense">
          {item.resubmittedAt === null ? 'Received' : 'Resubmitted'}{' '}
          {formatMoment(item.resubmittedAt ?? item.createdAt)}
        </Text>
        <StepsSoFar item={item} />
      </CaseHistory>
    </>
  );
}

/** The level that an approval assigns; its digit assigns it too. */
function Level({ item, form, disabled }: ChoiceProps<AdminSubmission>) {
  const user = useUser();
  const { control } = useFields(form);
  const first = isFirstReview(item);
  const levels = first && !disabled ? assignableLevels(user.clearanceLevel, item) : [];
  const assign = (level: number) => {
    if (levels.includes(level)) form.set('level', String(level));
  };
  useDecisionKeys(
    decisionDue(item),
    Object.fromEntries(clearanceLevels.map((level) => [String(level), () => assign(level)])),
  );
  return (
    <LevelChoice
      {...control('level')}
      levels={levels}
      assigned={first ? null : item.assignedClearanceLevel}
    />
  );
}

function StepsAndRelease(props: ChoiceProps<AdminSubmission>) {
  const { field } = useFields(props.form);
  return (
    <>
      <StepChoice {...props} />
      <ReleaseChoice {...field('release')} disabled={props.disabled} />
    </>
  );
}

const kind: CaseKind<AdminSubmission, AdminSubmission> = {
  prefix: 'SUB',
  pathOf: paths.reviewCase,
  outlivesQueue: true,
  rowOf: rowOfSubmission,
  draftName: submissionDraft,
  queue: {
    title: 'Queue',
    what: 'submissions',
    loading: 'RETRIEVING SUBMISSIONS',
    none: 'NO SUBMISSIONS AWAITING REVIEW',
    hint: 'New submissions appear here.',
  },
  what: 'the submission',
  loading: 'RETRIEVING SUBMISSION',
  reader: 'author',
  check: checkAssigning,
  begin: beginSubmission,
  keep: keepSubmission,
  barredFrom: barredFromSubmission,
  isOver,
  decidable: (item) => item,
  button: (_item, values) => submissionButton(values),
  approval: (item, values) => ({
    title: 'Confirm approval',
    description: submissionApprovalWords(item, values, Date.now()),
    label: 'Approve',
    request: submissionApproval(values, item),
  }),
  rejection: (item) => rejectionWords('SUB', item),
  Facts: SubmissionFacts,
  Note: SubmissionNote,
  Text: SubmissionText,
  Choices: Level,
  MoreChoices: StepsAndRelease,
};

function SubmissionCase(open: OpenCase<AdminSubmission>) {
  const { id } = open;
  const query = useGetSubmissionCaseQuery(id, usePolling(adminPolling));
  const [review] = useReviewSubmissionMutation();
  return (
    <DeskCase
      kind={kind}
      open={open}
      query={query}
      // A refusal means that the queue has changed: it is loaded again either way.
      send={(reviewSubmissionRequest) => review({ id, reviewSubmissionRequest }).unwrap()}
    />
  );
}

/** The submissions that wait for a decision: the queue, and one case beside it. */
export function SubmissionsDesk() {
  usePreload(MarkdownText);
  const query = useListPendingSubmissionsQuery(queueSummary);
  const prefetch = usePrefetch('getSubmissionCase');
  return <CaseDesk kind={kind} query={query} onExpect={prefetch} Case={SubmissionCase} />;
}
