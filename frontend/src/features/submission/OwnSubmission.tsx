import { useGetOwnSubmissionQuery, useResubmitSubmissionMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { Row, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate } from '@/lib/dates';
import { attachedFiles } from '@/lib/attachedFiles';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canReadDocument } from '@/lib/permissions';
import { filesOf } from '@/lib/pictures';
import { releaseWords } from '@/lib/releaseDate';
import { FileList } from '@/records/rows/FileList';
import { OwnRow as Line } from './OwnRow.style';
import { reviewWords, statusOf, stepsOf, type OwnRow } from './ownRows';
import { OwnState } from './OwnState';
import { StepList } from './StepList';

interface OwnSubmissionProps {
  readonly row: OwnRow;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
  readonly onRevise: (submission: Submission) => void;
  readonly onWithdraw: (submission: Submission) => void;
}

export function OwnSubmission({ row, now, open, onToggle, ...rest }: OwnSubmissionProps) {
  const { submission, isNext } = row;
  const { id, title, createdAt } = submission;
  const cleared = useIsCleared(submission);
  return (
    <Line
      title={title}
      state={<OwnState of={submission} />}
      day={formatDate(createdAt)}
      steps={stepsOf(submission)}
      {...reviewWords(submission, cleared, now)}
      action={<Action submission={submission} isNext={isNext} isCleared={cleared} {...rest} />}
      open={open}
      onToggle={() => onToggle(id)}
    >
      {open && <WholeText submission={submission} isCleared={cleared} />}
    </Line>
  );
}

/** Whether the author may read the published document. Its level may be above the author's own. */
function useIsCleared({ documentId, assignedClearanceLevel }: Submission): boolean {
  const user = useUser();
  if (documentId === null || assignedClearanceLevel === null) return true;
  return canReadDocument(user, { submittedBy: user.id, clearanceLevel: assignedClearanceLevel });
}

interface ActionProps {
  readonly submission: Submission;
  readonly isNext: boolean;
  readonly isCleared: boolean;
  readonly onRevise: (submission: Submission) => void;
  readonly onWithdraw: (submission: Submission) => void;
}

function Action({ submission, isNext, isCleared, onRevise, onWithdraw }: ActionProps) {
  const [resubmit, { isLoading }] = useResubmitSubmissionMutation();
  const { id, title, documentId, resubmittedAs } = submission;
  const variant = isNext ? 'primary' : 'default';
  const about = <VisuallyHidden> {title}</VisuallyHidden>;
  const withdraw = (
    <Button size="sm" onClick={() => onWithdraw(submission)}>
      Withdraw{about}
    </Button>
  );
  if (resubmittedAs !== null)
    return (
      <LinkButton size="sm" to={paths.ownSubmission(resubmittedAs)}>
        {shortId('SUB', resubmittedAs)}
        <VisuallyHidden> follows {title}</VisuallyHidden>
      </LinkButton>
    );
  switch (statusOf(submission)) {
    case 'rejected':
      return (
        <Button size="sm" variant={variant} onClick={() => onRevise(submission)}>
          Revise and resubmit{about}
        </Button>
      );
    case 'timed-out':
      return (
        <Row gap="md">
          {withdraw}
          <Button size="sm" variant={variant} busy={isLoading} onClick={() => void resubmit(id)}>
            Resubmit{about}
          </Button>
        </Row>
      );
    case 'approved':
      return (
        documentId !== null &&
        isCleared && (
          <LinkButton size="sm" to={paths.document(documentId)}>
            View record{about}
          </LinkButton>
        )
      );
    case 'pending':
      return withdraw;
  }
}

interface WholeTextProps {
  readonly submission: Submission;
  readonly isCleared: boolean;
}

function WholeText({ submission, isCleared }: WholeTextProps) {
  const { id, category, preview, assignedClearanceLevel, scheduledReleaseAt } = submission;
  return (
    <Stack gap="md">
      <Row gap="md">
        <Text tone="muted" size="dense">
          {shortId('SUB', id)}
        </Text>
        <Text tone="muted" size="dense">
          {category}
        </Text>
        {assignedClearanceLevel !== null && <LevelBadge level={assignedClearanceLevel} />}
        {scheduledReleaseAt !== null && (
          <Text tone="muted" size="dense">
            Release {releaseWords(scheduledReleaseAt)}
          </Text>
        )}
      </Row>
      <StepList steps={submission.approvalSteps} />
      {preview === null ? <Withheld /> : <Content id={id} hasFiles={isCleared} />}
    </Stack>
  );
}

function Withheld() {
  return (
    <Text as="p" tone="muted" size="dense">
      Published above your clearance level.
    </Text>
  );
}

interface ContentProps extends Pick<Submission, 'id'> {
  /** The reader may read its files. */
  readonly hasFiles: boolean;
}

/** The text, which lists leave out, and the files. */
function Content({ id, hasFiles }: ContentProps) {
  return (
    <Loaded query={useGetOwnSubmissionQuery(id)} what="text" label="RETRIEVING TEXT" isEmpty={() => false}>
      {(own) =>
        own.content === null ? (
          <Withheld />
        ) : (
          <>
            <MarkdownText text={own.content} files={filesOf(own)} />
            {hasFiles && <FileList files={attachedFiles(own)} />}
          </>
        )
      }
    </Loaded>
  );
}
