import type { AuditVerdict } from '@/api/types';
import { Seal } from '@/components/Seal';
import { Note } from '@/components/Text';
import { formatTime } from '@/lib/dates';
import { describeError } from '@/lib/errors';
import { plural } from '@/lib/text';

interface Words {
  readonly state: 'ok' | 'danger' | 'pending';
  readonly title: string;
  readonly text: string;
}

const verifying: Words = { state: 'pending', title: 'VERIFYING', text: '' };

function resultWords({ ok, entries, firstBroken }: AuditVerdict, time: string): Words {
  const text = `${plural(entries, 'entry', 'entries')}, ${time}`;
  if (ok) return { state: 'ok', title: 'CHAIN INTACT', text };
  const title = firstBroken === null ? 'CHAIN BROKEN' : `CHAIN BROKEN AT ENTRY ${firstBroken.number}`;
  return { state: 'danger', title, text };
}

/** The parts of the verification query that are needed. */
interface Verification {
  readonly data?: AuditVerdict | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly fulfilledTimeStamp?: number | undefined;
  readonly refetch: () => unknown;
}

function sealWords({ data, error, isFetching, fulfilledTimeStamp = 0 }: Verification): Words {
  if (isFetching) return verifying;
  if (error !== undefined) return { state: 'danger', title: 'NOT VERIFIED', text: '' };
  const time = formatTime(new Date(fulfilledTimeStamp).toISOString()).slice(0, 5);
  return data === undefined ? verifying : resultWords(data, time);
}

/** The result of the server's check of the hash chain: whether the log is complete and unaltered. */
export function AuditSeal({ check }: { readonly check: Verification }) {
  const { state, title, text } = sealWords(check);
  return (
    <Seal
      state={state}
      title={title}
      action="Verify again"
      onPress={() => {
        if (!check.isFetching) void check.refetch();
      }}
    >
      {text}
    </Seal>
  );
}

/** Explains a failed verification. Renders nothing while the chain is intact. */
export function AuditWarning({ check: { data, error, isFetching } }: { readonly check: Verification }) {
  if (isFetching) return null;
  if (error !== undefined)
    return <Note role="alert">The log could not be verified. {describeError(error)}</Note>;
  if (data === undefined || data.ok) return null;
  return (
    <Note role="alert">
      {data.firstBroken === null
        ? 'Entries of the log are missing.'
        : `Do not trust the log from entry ${data.firstBroken.number} on: that entry was altered, or entries before it were removed.`}
    </Note>
  );
}
