import { Link } from 'react-router-dom';
import { useGetMailQuery, useRetryMailMutation } from '@/api/mail';
import type { Mail, MailDetail } from '@/api/types';
import { Button } from '@/components/Button';
import type { Definition } from '@/components/DefinitionList';
import { Text } from '@/components/Text';
import { tip } from '@/components/tips';
import { formatDateTime, formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { useNow } from '@/state/useNow';
import { kindName, labelOf, mailPolling, stateTones, triesOf } from './mail';
import { MailLine, MailWhole } from './MailLine.style';

interface MailRowProps {
  /** Its number among the rows of the list. */
  readonly row: number;
  readonly mail: Mail;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A message on one line, with its address and its text below it while it is open. */
export function MailRow({ row, mail, open, onToggle }: MailRowProps) {
  const state = mail.state.toUpperCase();
  const time = formatDateTime(mail.createdAt);
  return (
    <MailLine
      row={row}
      time={
        <time dateTime={mail.createdAt} {...tip(`${time} UTC`)}>
          {formatTime(mail.createdAt)}
        </time>
      }
      state={state}
      tone={stateTones[mail.state]}
      person={mail.recipientUsername}
      subject={mail.subject}
      kind={kindName(mail.notificationType)}
      tries={mail.tries}
      said={`${state}, to ${mail.recipientUsername}, ${time} UTC`}
      open={open}
      onToggle={onToggle}
    >
      {open && <WholeMail mail={mail} />}
    </MailLine>
  );
}

/** The record that a message is about: a link where it has a place. */
function About({ mail }: { readonly mail: Mail }) {
  const label = labelOf(mail) ?? mail.entityType;
  if (mail.entityType !== 'document' || mail.entityId === null) return label;
  return <Link to={paths.document(mail.entityId)}>{label}</Link>;
}

function membersOf(mail: Mail, whole: MailDetail | undefined, now: number): readonly Definition[] {
  const members: Definition[] = [
    { term: 'To', value: `${mail.recipientUsername}, ${whole?.recipientEmail ?? ''}` },
    { term: 'About', value: <About mail={mail} /> },
    { term: 'Written', value: `${formatDateTime(mail.createdAt)} UTC` },
    { term: 'Tries', value: triesOf(mail, now) },
    { term: 'Message-ID', value: whole?.messageId ?? '' },
  ];
  if (mail.sentAt !== null)
    members.splice(3, 0, { term: 'Sent', value: `${formatDateTime(mail.sentAt)} UTC` });
  if (mail.lastError !== null)
    members.splice(-1, 0, { term: 'Last error', value: <Text tone="danger">{mail.lastError}</Text> });
  return members;
}

/** The address and the text of a message, and the way to send one again that was not sent. */
function WholeMail({ mail }: { readonly mail: Mail }) {
  const now = useNow(mailPolling);
  const whole = useGetMailQuery(mail.id);
  const [retry, retrying] = useRetryMailMutation();
  return (
    <MailWhole members={membersOf(mail, whole.data, now)}>
      {whole.isError ? 'ERROR: Failed to load the message' : whole.data?.body}
      {(mail.state === 'failed' || mail.state === 'unsent') && (
        <p>
          <Button size="sm" busy={retrying.isLoading} onClick={() => void retry(mail.id)}>
            Send again
          </Button>
        </p>
      )}
    </MailWhole>
  );
}
