import { useGetOwnEditQuery } from '@/api/endpoints';
import type { OwnEdit } from '@/api/types';
import { LevelBadge } from '@/components/Badge';
import { Button, LinkButton } from '@/components/Button';
import { Row, Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { MarkdownText } from '@/components/MarkdownText';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { filesOf } from '@/lib/pictures';
import { OwnRow as Line } from './OwnRow.style';
import { reviewWords, statusOf, stepsOf } from './ownRows';
import { OwnState } from './OwnState';
import { StepList } from './StepList';

interface OwnEditRowProps {
  readonly edit: OwnEdit;
  readonly isNext: boolean;
  /** The time, in milliseconds since the epoch. */
  readonly now: number;
  readonly open: boolean;
  readonly onToggle: (id: string) => void;
  readonly onResubmit: (id: string) => void;
  readonly onWithdraw: (edit: OwnEdit) => void;
}

/** One edit of the user's and the state of its review. */
export function OwnEditRow({ edit, isNext, now, open, onToggle, ...rest }: OwnEditRowProps) {
  const { id, title, createdAt } = edit;
  return (
    <Line
      title={title}
      state={<OwnState of={edit} />}
      day={formatDate(createdAt)}
      steps={stepsOf(edit)}
      {...reviewWords(edit, true, now)}
      action={<Actions edit={edit} isNext={isNext} {...rest} />}
      open={open}
      onToggle={() => onToggle(id)}
    >
      {open && <WholeEdit id={id} />}
    </Line>
  );
}

type ActionsProps = Pick<OwnEditRowProps, 'edit' | 'isNext' | 'onResubmit' | 'onWithdraw'>;

function Actions({ edit, isNext, onResubmit, onWithdraw }: ActionsProps) {
  const { id, title, documentId } = edit;
  const variant = isNext ? 'primary' : 'default';
  const about = <VisuallyHidden> {title}</VisuallyHidden>;
  const withdraw = (
    <Button size="sm" onClick={() => onWithdraw(edit)}>
      Withdraw{about}
    </Button>
  );
  if (edit.resubmittedAs !== null)
    return (
      <LinkButton size="sm" to={paths.ownEdit(edit.resubmittedAs)}>
        {shortId('EDIT', edit.resubmittedAs)}
        <VisuallyHidden> follows {title}</VisuallyHidden>
      </LinkButton>
    );
  switch (statusOf(edit)) {
    case 'rejected':
      return (
        <LinkButton size="sm" variant={variant} to={paths.reviseEdit(documentId, id)}>
          Revise{about}
        </LinkButton>
      );
    case 'timed-out':
      return (
        <Row gap="md">
          {withdraw}
          <Button size="sm" variant={variant} onClick={() => onResubmit(id)}>
            Resubmit{about}
          </Button>
        </Row>
      );
    case 'pending':
      return withdraw;
    case 'approved':
      return (
        <LinkButton size="sm" to={paths.document(documentId)}>
          View record{about}
        </LinkButton>
      );
  }
}

/** The facts and the proposed text of an open row. */
function WholeEdit({ id }: { readonly id: string }) {
  const query = useGetOwnEditQuery(id);
  return (
    <Loaded query={query} what="edit" label="RETRIEVING EDIT">
      {(edit) => (
        <Stack gap="md">
          <Row gap="md">
            <Text tone="muted" size="dense">
              {shortId('EDIT', edit.id)}
            </Text>
            <Text tone="muted" size="dense">
              {edit.category}
            </Text>
            <LevelBadge level={edit.clearanceLevel} />
            <Text tone="muted" size="dense">
              {shortId('DOC', edit.documentId)} version {edit.baseVersion}
            </Text>
            {statusOf(edit) !== 'approved' && (
              <LinkButton size="sm" to={paths.document(edit.documentId)}>
                View record<VisuallyHidden> {edit.title}</VisuallyHidden>
              </LinkButton>
            )}
          </Row>
          {edit.changeDescription !== null && <Text as="p">Change: {edit.changeDescription}</Text>}
          <StepList steps={edit.approvalSteps} />
          <MarkdownText text={edit.content ?? ''} files={filesOf(edit)} />
        </Stack>
      )}
    </Loaded>
  );
}
