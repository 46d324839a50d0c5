import { mailShown, useMailBoxQuery, type MailBox } from '@/api/mail';
import { Frame, FrameFoot } from '@/components/Frame';
import { Loaded } from '@/components/Loaded';
import { MailHeads, MailLine } from '@/components/MailLine';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { QuietLine } from '@/components/QuietLine';
import { ScrollList } from '@/components/ScrollList';
import { Note } from '@/components/Text';
import { tip } from '@/components/tips';
import { formatAgo } from '@/lib/ago';
import { formatDateTime } from '@/lib/dates';
import { paths } from '@/lib/paths';
import { plural } from '@/lib/text';
import { useStatusLine } from '@/state/hooks';
import { useNow } from '@/state/useNow';
import { mailPolling, remarkOf, resultOf } from './mail';

/** The mail to users: what was sent, what waits and what failed. */
export function MailPage() {
  const box = useMailBoxQuery(undefined, { pollingInterval: mailPolling });
  const total = box.data?.total;
  useStatusLine('WATCH', total === undefined ? null : plural(total, 'message'));
  return (
    <>
      <PageHeader
        title="Mail"
        subtitle="Messages to users, kept for 30 days"
        actions={<PlaceLink to={paths.admin}>Return to admin</PlaceLink>}
      />
      <Loaded query={box} what="mail" label="READING MAIL">
        {(data) => <Messages box={data} />}
      </Loaded>
    </>
  );
}

function Messages({ box: { items, total, isOn } }: { readonly box: MailBox }) {
  const now = useNow(mailPolling);
  return (
    <>
      {!isOn && (
        <Note role="status">
          Mail is off: no mail server is configured. Messages stay here and are not sent.
        </Note>
      )}
      <Frame flush caption="Messages">
        {items.length === 0 ? (
          <QuietLine>No messages</QuietLine>
        ) : (
          <>
            <MailHeads />
            <ScrollList label="Messages" tall>
              {items.map((mail) => {
                const [result, tone] = resultOf(mail);
                return (
                  <li key={mail.id}>
                    <MailLine
                      time={
                        <time dateTime={mail.createdAt} {...tip(`${formatDateTime(mail.createdAt)} UTC`)}>
                          {formatAgo(mail.createdAt, now)}
                        </time>
                      }
                      subject={mail.subject}
                      result={result}
                      tone={tone}
                      person={mail.recipientUsername}
                      address={mail.recipientEmail}
                      remark={remarkOf(mail, now)}
                    />
                  </li>
                );
              })}
            </ScrollList>
          </>
        )}
        {total > mailShown && (
          <FrameFoot>
            <span>
              The newest {mailShown} of {total} are shown.
            </span>
          </FrameFoot>
        )}
      </Frame>
    </>
  );
}
