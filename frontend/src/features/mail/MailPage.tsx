import { useState } from 'react';
import { mailShown, useMailBoxQuery, type MailBox } from '@/api/mail';
import { FilterLine } from '@/components/form/FilterLine';
import { SearchInput } from '@/components/form/SearchInput';
import { Select } from '@/components/form/Select';
import { SuggestInput } from '@/components/form/SuggestInput';
import { Frame, FrameFoot } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { GroupHead } from '@/components/list/GroupHead';
import { useListKeys } from '@/components/list/rowKeys';
import { Loaded } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { QuietLine } from '@/components/QuietLine';
import { Seal } from '@/components/Seal';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Note } from '@/components/Text';
import { paths } from '@/lib/paths';
import { maxNameLength, maxSearchLength, places } from '@/lib/places';
import { plural } from '@/lib/text';
import { useStatusLine } from '@/state/hooks';
import { usePolling } from '@/state/usePolling';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import {
  byDay,
  inState,
  kindName,
  mailKinds,
  mailPolling,
  mailStates,
  filterMail,
  serverState,
} from './mail';
import { MailHeads, MailLines } from './MailLine.style';
import { MailRow } from './MailRow';

/** The mail to users: sent, waiting, failed and unsent messages. */
export function MailPage() {
  const box = useMailBoxQuery(undefined, usePolling(mailPolling));
  const [search] = useSearchState(places.mail.search);
  const { data } = box;
  const shown = data && inState(filterMail(data.items, search), search.state).length;
  useStatusLine(
    'MAIL',
    data && shown !== undefined ? `${shown} / ${data.total}` : null,
    shown ? 'j k message, enter open, / search' : data && '/ search',
  );
  return (
    <>
      <PageHeader
        title="Mail"
        subtitle="No titles, no document text, no codes"
        actions={<PlaceLink to={paths.admin}>Control panel</PlaceLink>}
      />
      <Loaded query={box} what="mail" label="READING MAIL">
        {(read) => <Messages box={read} onRefresh={() => void box.refetch()} />}
      </Loaded>
    </>
  );
}

interface MessagesProps {
  readonly box: MailBox;
  readonly onRefresh: () => void;
}

function Messages({ box: { items, total, isOn }, onRefresh }: MessagesProps) {
  const [search, change] = useSearchState(places.mail.search);
  const [openId, setOpenId] = useState<string | null>(null);
  const { list, onKeyDown } = useListKeys();
  useRowKeys();
  const found = filterMail(items, search);
  const shown = inState(found, search.state);
  const people = [...new Set(items.map(({ recipientUsername }) => recipientUsername))].sort();
  const days = byDay(shown);
  const order = days.flatMap((of) => of.items);
  const server = serverState(items, isOn);
  const isNarrowed = found.length !== items.length;
  const tabs = [
    { value: 'all' as const, label: 'All', count: isNarrowed ? found.length : total },
    ...mailStates.map((value) => ({
      value,
      label: value,
      count: found.filter(({ state }) => state === value).length,
    })),
  ];
  return (
    <Tabs
      label="Mail"
      tabs={tabs}
      value={search.state}
      onChange={(state, by) => change({ state }, { push: by === 'pointer' })}
    >
      <Stack gap="md" below>
        <FilterLine role="search" columns="216px 216px minmax(0, 1fr) minmax(0, auto)">
          <Select
            label="Kind"
            hideLabel
            placeholder="ANY KIND"
            options={mailKinds.map((value) => ({ value, label: kindName(value).toUpperCase() }))}
            value={search.kind}
            onChange={(event) => change({ kind: event.target.value })}
          />
          <SuggestInput
            label="Person"
            hideLabel
            placeholder="ANYBODY"
            maxLength={maxNameLength}
            suggestions={people}
            value={search.person}
            onSettle={(person) => change({ person })}
          />
          <SearchInput
            label="Search mail"
            hideLabel
            placeholder="type / to search"
            maxLength={maxSearchLength}
            value={search.q}
            onSearch={(q) => change({ q })}
          />
          <Seal state={server.state} title={server.title} action="Refresh the mail" onPress={onRefresh}>
            {server.detail}
          </Seal>
        </FilterLine>
        {!isOn && (
          <Note role="status">
            No mail server is configured. Mail is recorded here and not sent. Set FACILITY_SMTP_URL and
            FACILITY_MAIL_FROM on the server to send it.
          </Note>
        )}
      </Stack>
      <TabPanel value={search.state}>
        <Frame flush label="Messages">
          {shown.length === 0 ? (
            <QuietLine>No messages</QuietLine>
          ) : (
            <MailLines ref={list} onKeyDown={onKeyDown}>
              <MailHeads />
              {days.map(({ day, items: ofDay }) => (
                <section key={day} aria-label={day}>
                  <GroupHead name={day} count={plural(ofDay.length, 'message')} />
                  {ofDay.map((mail) => (
                    <MailRow
                      key={mail.id}
                      row={order.indexOf(mail)}
                      mail={mail}
                      open={mail.id === openId}
                      onToggle={() => setOpenId(mail.id === openId ? null : mail.id)}
                    />
                  ))}
                </section>
              ))}
            </MailLines>
          )}
          {total > mailShown && (
            <FrameFoot>
              <span>
                The newest {mailShown} of {total} are shown.
              </span>
            </FrameFoot>
          )}
        </Frame>
      </TabPanel>
    </Tabs>
  );
}
