import type { User } from '@/api/types';
import { ClearanceLadder } from '@/components/ClearanceLadder';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { Footnote, Text } from '@/components/Text';
import { clearanceName } from '@/lib/clearance';
import { formatCountdown } from '@/lib/dates';
import { canUseAdminPanel } from '@/lib/permissions';
import { useSecondsLeft } from '@/state/useSecondsLeft';

/** What the operator may do here, and for how long. */
export function AccessPanel({ user }: { readonly user: User }) {
  const left = useSecondsLeft(user.sessionTimeout);
  const good = (word: string) => (
    <Text tone="ok" size="dense">
      {word}
    </Text>
  );
  return (
    <Frame caption="Access">
      <Stack gap="md">
        <DefinitionList
          items={[
            { term: 'Clearance', value: `${user.clearanceLevel} ${clearanceName(user.clearanceLevel)}` },
          ]}
        />
        <ClearanceLadder level={user.clearanceLevel} />
        <DefinitionList
          items={[
            { term: 'Access status', value: good('AUTHORIZED') },
            ...(canUseAdminPanel(user) ? [{ term: 'Admin status', value: good('ENABLED') }] : []),
            { term: 'Session', value: formatCountdown(left) },
          ]}
        />
        <Footnote>All activity on this terminal is monitored and logged.</Footnote>
      </Stack>
    </Frame>
  );
}
