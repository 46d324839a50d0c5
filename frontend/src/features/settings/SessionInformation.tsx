import { useGetHealthQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { DefinitionList } from '@/components/DefinitionList';
import { Frame } from '@/components/Frame';
import { Text } from '@/components/Text';
import { clearanceName } from '@/lib/clearance';
import { canUseAdminPanel } from '@/lib/permissions';

/** The signed-in user and their rights, and for administrators the version of the server. */
export function SessionInformation() {
  const user = useUser();
  const { data: health } = useGetHealthQuery(undefined, { skip: !canUseAdminPanel(user) });
  return (
    <Frame caption="Session information">
      <DefinitionList
        items={[
          { term: 'User ID', value: <span style={{ overflowWrap: 'anywhere' }}>{user.id}</span> },
          { term: 'Access key', value: user.accessKey.toUpperCase() },
          {
            term: 'Clearance level',
            value: (
              <Text tone="bright" size="dense">
                {user.clearanceLevel} {clearanceName(user.clearanceLevel)}
              </Text>
            ),
          },
          {
            term: 'Status',
            value: (
              <Text tone="ok" size="dense">
                {canUseAdminPanel(user) ? 'ADMINISTRATOR' : 'AUTHORIZED'}
              </Text>
            ),
          },
          ...(health?.version === undefined ? [] : [{ term: 'Version', value: health.version }]),
        ]}
      />
    </Frame>
  );
}
