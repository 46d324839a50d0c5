import { useId } from 'react';
import { useGetMailQuery, useRetryMailMutation } from '@/api/mail';
import type { Mail, MailDetail } from '@/api/types';
import { Button } from '@/components/Button';
import type { Definition } from '@/components/DefinitionList';
import { DenseLine, LineText, LineToggle, OpenMark } from '@/components/list/DenseLine';
import { OpenEntry } from '@/components/list/OpenEntry';
import { Text } from '@/components/Text';
import { cutTip, tip } from '@/components/tips';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatDateTime, formatTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { Link } from '@/router/Link';
import { useNow } from '@/state/useNow';
import { kindName, labelOf, mailPolling, stateTones, triesOf } from './mail';
import { layout, MailBody } from './MailLine.style';

interface MailRowProps {
  /** Index among the rows of the list. */
  readonly row: number;
  readonly mail: Mail;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A message on one line, with its address and text below it while it is expanded. */
export function MailRow({ row, mail, open, onToggle }: MailRowProps) {
  const state = mail.state.toUpperCase();
  const time = formatDateTime(mail.createdAt);
  const id = useId();
  return (
    <>
      <DenseLine layout={layout} open={open} data-row={row}>
        <time dateTime={mail.createdAt} {...tip(`${time} UTC`)}>
          {formatTime(mail.createdAt)}
        </time>
        <Text tone={stateTones[mail.state]} size="dense" data-cell="state">
          {state}
        </Text>
        <LineText data-cell="person" {...cutTip()}>
          {mail.recipientUsername}
        </LineText>
        <LineText
          as={LineToggle}
          tone="bright"
          aria-expanded={open}
          data-cell="subject"
          {...(open ? { 'aria-controls': id } : {})}
          {...{ type: 'button' }}
          onClick={onToggle}
        >
          {mail.subject}
          <VisuallyHidden>{`${state}, to ${mail.recipientUsername}, ${time} UTC`}</VisuallyHidden>
        </LineText>
        <LineText data-cell="kind">{kindName(mail.notificationType)}</LineText>
        <LineText end data-cell="tries">
          {mail.tries}
        </LineText>
        <OpenMark open={open} />
      </DenseLine>
      {open && (
        <div id={id}>
          <WholeMail mail={mail} />
        </div>
      )}
    </>
  );
}

/** The record of a message, as a link if it has a screen. */
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

/** The address and text of a message, and a button that sends an unsent one again. */
function WholeMail({ mail }: { readonly mail: Mail }) {
  const now = useNow(mailPolling);
  const whole = useGetMailQuery(mail.id);
  const [retry, retrying] = useRetryMailMutation();
  return (
    <OpenEntry members={membersOf(mail, whole.data, now)}>
      <MailBody>
        {whole.isError ? 'ERROR: Failed to load the message' : whole.data?.body}
        {(mail.state === 'failed' || mail.state === 'unsent') && (
          <p>
            <Button size="sm" busy={retrying.isLoading} onClick={() => void retry(mail.id)}>
              Send again
            </Button>
          </p>
        )}
      </MailBody>
    </OpenEntry>
  );
}
