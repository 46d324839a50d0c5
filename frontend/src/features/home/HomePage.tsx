import { useMemo, useRef, useState } from 'react';
import { useGetBoardQuery, useReadNotificationsMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { complete } from '@/commands/complete';
import type { Answer } from '@/commands/table';
import { useCommandLine } from '@/commands/useCommandLine';
import { useCommandContext } from '@/commands/useCommandContext';
import { CommandMenu } from '@/components/CommandMenu';
import { footBar } from '@/components/footBars';
import { Frame } from '@/components/Frame';
import { useListKeys } from '@/components/list/rowKeys';
import { Loaded } from '@/components/Loaded';
import { PageHeader } from '@/components/PageHeader';
import { TextLink } from '@/components/TextLink';
import { canSubmit } from '@/lib/permissions';
import { useAppDispatch, useAppSelector, useStatusLine } from '@/state/hooks';
import { lineEntered } from '@/state/uiSlice';
import { useRowKeys } from '@/state/useRowKeys';
import { AccessPanel } from './AccessPanel';
import { BoardColumn as Column, BoardFoot as Foot, BoardGrid as Board } from './BoardLayout.style';
import { Console, type ConsoleHandle } from './Console';
import { LatestRecords } from './LatestRecords.style';
import { WaitingList, type WaitingItem } from './WaitingList.style';

import { RecordChoices } from './RecordChoices';
import { useMenuEntries } from './useMenuEntries';
import { NewsPanel } from './NewsPanel';
import { useHomeKeys } from './useHomeKeys';
import { useSecurityAlerts } from './useSecurityAlerts';
import { useConnection } from './useConnection';
import { unreadWords } from './news';
import { useFirstSteps } from './useFirstSteps';
import { useNews } from './useNews';
import { waitingItems } from './waiting';

/** The main terminal: the menu, the queues, the latest records, the access panel and the command line. */
export function HomePage() {
  const user = useUser();
  const context = useCommandContext();
  const run = useCommandLine({ findsInPlace: true });
  const dispatch = useAppDispatch();
  const lines = useAppSelector((state) => state.ui.lines);
  const hotkeys = useAppSelector((state) => state.ui.hotkeys);
  const board = useGetBoardQuery(undefined, { refetchOnMountOrArgChange: true });
  const [markRead] = useReadNotificationsMutation();
  const [last, setLast] = useState<{ readonly line: string; readonly answer: Answer } | null>(null);
  const line = useRef<ConsoleHandle>(null);
  const { list, onKeyDown } = useListKeys();
  useRowKeys();

  const alerts = useSecurityAlerts(user);
  const waiting = useMemo(
    () => (board.data === undefined ? [] : waitingItems(board.data, alerts)),
    [alerts, board.data],
  );
  const connection = useConnection();
  const news = useNews(board.data?.decided, user);
  const onFile = board.data === undefined ? null : `${board.data.visible} on file`;
  // The keys of the notifications panel, which not every user has.
  const hasUnread = canSubmit(user) && news.count > 0;
  useStatusLine(
    'READY',
    hasUnread ? unreadWords(news.count) : onFile,
    hasUnread ? 'j k rows, m mark\u00a0read' : undefined,
  );
  const entries = useMenuEntries(board.data, user);
  const steps = useFirstSteps(board.data, user, entries, {
    waiting: waiting.length,
    news: news.rows.length + news.earlier.length,
  });
  const numbered = entries.filter(({ isNumbered = true }) => isNumbered);
  const choose = (index: number) => {
    const action = numbered[index]?.action;
    if (typeof action === 'function') action();
    else if (action !== undefined) context.navigate(action.path);
  };
  const read = (item: WaitingItem) => {
    if (item.news.length > 0) void markRead({ ids: [...item.news] });
  };
  useHomeKeys({
    enabled: hotkeys,
    count: numbered.length,
    choose,
    first: () => {
      const [first] = waiting;
      if (first === undefined) return;
      read(first);
      context.navigate(first.to);
    },
    type: (text) => line.current?.type(text),
    recall: () => line.current?.recall(),
  });

  const enter = async (typed: string) => {
    const answer = await run(typed);
    if (answer !== null) setLast({ line: typed, answer });
  };
  const onCommand = (typed: string) => {
    if (typed.trim() !== '') dispatch(lineEntered(typed.trim()));
    // A typed number works like the number key.
    if (/^\d$/.test(typed.trim())) choose(Number(typed) - 1);
    else void enter(typed);
  };

  return (
    <>
      <PageHeader
        asTyped
        title={`SECURE TERMINAL v1.4.0 - USER: ${user.username}`}
        subtitle={`CLEARANCE: LEVEL ${user.clearanceLevel} | CONNECTION: ${connection} | SESSION: ACTIVE`}
      />
      <Board>
        <Column>
          <div data-part="menu">
            <Frame as="nav" list caption="Command menu">
              <CommandMenu inPairs entries={entries} />
            </Frame>
          </div>
          <div data-part="access">
            <AccessPanel user={user} />
          </div>
        </Column>
        <Column ref={list} onKeyDown={onKeyDown}>
          <Loaded query={board} what="the board" label="READING THE BOARD">
            {(data) => (
              <>
                {steps.before}
                {(user.isAdmin || waiting.length > 0) && (
                  <div data-part="waiting">
                    <Frame list caption="Waiting for you">
                      <WaitingList
                        items={waiting}
                        keys={hotkeys}
                        firstRow={steps.firstWaiting}
                        isSecond={steps.hasButton}
                        onOpen={read}
                        onRead={read}
                      />
                    </Frame>
                  </div>
                )}
                {canSubmit(user) && (
                  <NewsPanel news={news} firstRow={steps.firstNews} instead={steps.instead} />
                )}
                <div data-part="latest">
                  <Frame list caption="Latest records">
                    <LatestRecords
                      records={data.latest}
                      visible={data.visible}
                      firstRow={steps.firstRecord}
                    />
                  </Frame>
                </div>
              </>
            )}
          </Loaded>
        </Column>
      </Board>
      <Foot ref={footBar} data-sticky data-command-line>
        <Console
          ref={line}
          lines={lines}
          complete={(typed) => complete(typed, user)}
          last={last === null ? null : { line: last.line, text: last.answer.text }}
          onCommand={onCommand}
        >
          <RecordChoices records={last?.answer.records ?? []} />
          {last?.answer.link !== undefined && (
            <div>
              <TextLink to={last.answer.link.to}>{last.answer.link.label}</TextLink>
            </div>
          )}
        </Console>
      </Foot>
    </>
  );
}
