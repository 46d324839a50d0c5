import { AlarmDialog } from '@/components/AlarmDialog';
import { DefinitionList } from '@/components/DefinitionList';
import { Text } from '@/components/Text';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';

/** The lockdown notice for people whom the lockdown signs out: `?locked=true` shows it, ACKNOWLEDGE closes it. */
export function LockdownOverlay() {
  const [{ locked }, changeSearch] = useSearchState(places.auth.search);
  return (
    <AlarmDialog
      open={locked}
      title="ACCESS DENIED"
      subtitle="FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED"
      description="This terminal is under lockdown procedures. Access is temporarily suspended. Contact site administration. Unauthorized attempts are logged."
      closeLabel="ACKNOWLEDGE"
      hint="Close this dialog to sign in as an administrator. Emergency login is not available yet."
      onClose={() => {
        changeSearch({ locked: false });
      }}
    >
      <DefinitionList
        items={[
          { term: 'ERROR CODE', value: 'TERMINAL LOCKED' },
          {
            term: 'STATUS',
            value: (
              <Text tone="danger" size="dense">
                LOCKDOWN
              </Text>
            ),
          },
          { term: 'ESTIMATED DURATION', value: 'UNKNOWN' },
        ]}
      />
    </AlarmDialog>
  );
}
