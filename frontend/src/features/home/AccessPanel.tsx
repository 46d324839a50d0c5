import type { User } from '@/api/types';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { ClearanceLadder } from '@/components/LevelCells';
import { Remark, Text } from '@/components/Text';
import { clearanceName } from '@/lib/clearance';
import { canUseAdminPanel } from '@/lib/permissions';
import { useSecondsLeft } from '@/state/useSecondsLeft';
import { SessionClock } from './SessionClock.style';

/** The user's clearance, status, and time left in the session. */
export function AccessFacts({ user }: { readonly user: User }) {
  const left = useSecondsLeft();
  const good = (word: string) => (
    <Text tone="ok" size="dense">
      {word}
    </Text>
  );
  return (
    <Stack gap="sm">
      <DefinitionList
        items={[{ term: 'Clearance', value: `${user.clearanceLevel} ${clearanceName(user.clearanceLevel)}` }]}
      />
      <ClearanceLadder level={user.clearanceLevel} />
      <DefinitionList
        items={[
          { term: 'ACCESS STATUS', value: good('AUTHORIZED') },
          ...(canUseAdminPanel(user) ? [{ term: 'ADMIN STATUS', value: good('ENABLED') }] : []),
        ]}
      />
      <SessionClock left={left} minutes={user.sessionTimeout} />
      <Remark>All activity on this terminal is monitored and logged.</Remark>
    </Stack>
  );
}

export function AccessPanel({ user }: { readonly user: User }) {
  return (
    <Frame list caption="Access">
      <AccessFacts user={user} />
    </Frame>
  );
}
