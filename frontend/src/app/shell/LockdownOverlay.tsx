import { useLocation, useSearchParams } from 'react-router-dom';
import { AlarmDialog } from '@/components/AlarmDialog';
import { DefinitionList } from '@/components/DefinitionList';
import { Text } from '@/components/Text';

/** What somebody sees whom the lockdown keeps out; `?locked=true` brings it up, ACKNOWLEDGE takes it away. */
export function LockdownOverlay() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { readonly state: unknown };
  return (
    <AlarmDialog
      open={search.get('locked') === 'true'}
      title="ACCESS DENIED"
      subtitle="FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED"
      description="This terminal is under lockdown procedures. Access is temporarily suspended. Contact site administration. Unauthorized attempts are logged."
      closeLabel="ACKNOWLEDGE"
      hint="Close this dialog to use emergency login."
      onClose={() => {
        setSearch(
          (before) => {
            const after = new URLSearchParams(before);
            after.delete('locked');
            return after;
          },
          { replace: true, state },
        );
      }}
    >
      <DefinitionList
        items={[
          { term: 'Error code', value: 'TERMINAL LOCKED' },
          {
            term: 'Status',
            value: (
              <Text tone="danger" size="dense">
                LOCKDOWN
              </Text>
            ),
          },
          { term: 'Estimated duration', value: 'UNKNOWN' },
        ]}
      />
    </AlarmDialog>
  );
}
