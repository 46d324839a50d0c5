import { useLocation, type Location } from 'react-router-dom';
import { useCurrentUser } from '@/api/selectors';
import { DefinitionList } from '@/components/DefinitionList';
import { Text } from '@/components/Text';
import { returnAddress } from '@/lib/access';
import { formatTime } from '@/lib/dates';
import { places } from '@/lib/places';
import { useNow } from '@/state/useNow';
import { useSearchState } from '@/state/useSearchState';
import { AlarmDialog } from './AlarmDialog';

/** The lockdown notice for users whom the lockdown signs out: `?locked=true` shows it, ACKNOWLEDGE closes it. */
export function LockdownOverlay() {
  const [{ locked }, changeSearch] = useSearchState(places.auth.search);
  const { state } = useLocation() as Location<unknown>;
  const { lastPerson } = useCurrentUser();
  const leadsBack = lastPerson !== null && returnAddress(state, lastPerson) !== null;
  return (
    <AlarmDialog
      open={locked}
      title="ACCESS DENIED"
      subtitle="FACILITY LOCKDOWN ACTIVE / TERMINAL LOCKED"
      description="This terminal is under lockdown procedures. Access is temporarily suspended. Contact site administration. Unauthorized attempts are logged."
      closeLabel="ACKNOWLEDGE"
      hint="Close this dialog to sign in as an administrator or to use emergency login."
      onClose={() => changeSearch({ locked: false })}
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
          { term: 'TIME', value: <Clock /> },
        ]}
      />
      {leadsBack && (
        <Text as="p" size="dense">
          Your text is kept. You are returned here when the lockdown ends.
        </Text>
      )}
    </AlarmDialog>
  );
}

/** The current time, so that waiting users can tell how long they have waited. */
function Clock() {
  const now = new Date(useNow(1000)).toISOString();
  return <time dateTime={now}>{`${formatTime(now)} UTC`}</time>;
}
