import { useVerifyAuditLogQuery } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { AuditVerdict } from '@/api/types';
import { Button, DownloadButton } from '@/components/Button';
import { Seal } from '@/components/Seal';
import { formatTime } from '@/lib/dates';

/** The download of the whole log. */
const exportPath = '/api/admin/audit-logs/export';

interface Words {
  readonly state: 'ok' | 'danger' | 'pending';
  readonly title: string;
  readonly text: string;
}

const verifying: Words = {
  state: 'pending',
  title: 'Verifying',
  text: 'Checking that no entry has been altered or removed.',
};

function verdictWords({ ok, entries, firstBroken }: AuditVerdict): Words {
  if (ok) {
    return {
      state: 'ok',
      title: `Chain intact ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
      text: 'No entry has been altered or removed.',
    };
  }
  return firstBroken === null
    ? { state: 'danger', title: 'Chain broken', text: 'Entries of the log are missing.' }
    : {
        state: 'danger',
        title: `Broken at entry ${firstBroken.number}`,
        text: `Do not trust the log from entry ${firstBroken.id} on.`,
      };
}

/** Whether the log is complete and unaltered: the result of the server's check of the chain. */
export function AuditSeal() {
  const { data, error, isFetching, refetch, fulfilledTimeStamp } = useVerifyAuditLogQuery();

  const words = (): Words => {
    if (isFetching) return verifying;
    if (error !== undefined)
      return { state: 'danger', title: 'Not verified', text: `ERROR: ${describeError(error)}` };
    return data === undefined ? verifying : verdictWords(data);
  };
  const { state, title, text } = words();

  return (
    <Seal
      state={state}
      title={title}
      actions={
        <>
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Verify again
          </Button>
          <DownloadButton size="sm" href={exportPath}>
            Export NDJSON
          </DownloadButton>
        </>
      }
    >
      {text}
      {state === 'ok' && fulfilledTimeStamp !== undefined && (
        <> Verified at {formatTime(new Date(fulfilledTimeStamp).toISOString())}.</>
      )}
    </Seal>
  );
}
