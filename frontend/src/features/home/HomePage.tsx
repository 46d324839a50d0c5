import { useCallback, useMemo, useState } from 'react';
import { useUser } from '@/api/selectors';
import { menuItems } from '@/commands/registry';
import { useCommandContext } from '@/commands/useCommandContext';
import { noAnswer, useCommandLine, type Answer } from '@/commands/useCommandLine';
import { CommandInput } from '@/components/CommandInput';
import { CommandMenu } from '@/components/CommandMenu';
import { Frame } from '@/components/Frame';
import { Grid } from '@/components/Layout';
import { PageHeader } from '@/components/PageHeader';
import { useAppSelector } from '@/state/hooks';
import { AccessPanel } from './AccessPanel';
import { RecordChoices } from './RecordChoices';
import { useNumberKeys } from './useNumberKeys';

/** The main terminal: menu, access panel, command line. */
export function HomePage() {
  const user = useUser();
  const context = useCommandContext();
  const run = useCommandLine();
  const hotkeys = useAppSelector((state) => state.ui.hotkeys);
  const [answer, setAnswer] = useState<Answer>(noAnswer);

  const items = useMemo(() => menuItems(user), [user]);
  const choose = useCallback(
    (index: number) => {
      const action = items[index]?.action;
      if (action === 'logout') context.logout();
      else if (action !== undefined) context.navigate(action.path);
    },
    [context, items],
  );
  useNumberKeys(hotkeys, items.length, choose);

  const entries = items.map((item) => ({
    ...item,
    action: item.action === 'logout' ? context.logout : item.action,
  }));

  const show = async (outcome: ReturnType<typeof run>) => {
    const next = await outcome;
    if (next !== null) setAnswer(next);
  };

  return (
    <>
      <PageHeader
        asTyped
        title={`SECURE TERMINAL v1.4.0 - USER: ${user.username}`}
        subtitle={`CLEARANCE: LEVEL ${user.clearanceLevel} | CONNECTION: SECURE | SESSION: ACTIVE`}
      />
      <Grid columns="minmax(0, 1fr) 320px">
        <Frame as="nav" caption="Command menu">
          <CommandMenu entries={entries} />
        </Frame>
        <AccessPanel user={user} />
      </Grid>
      <CommandInput
        label="Command line"
        placeholder="type a command or a number"
        answer={answer.text}
        onCommand={(line) => {
          // A typed number works like the number key.
          if (/^\d$/.test(line.trim())) choose(Number(line) - 1);
          else void show(run(line));
        }}
      />
      <RecordChoices records={answer.records} />
    </>
  );
}
