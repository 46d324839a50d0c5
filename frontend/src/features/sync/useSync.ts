import { useRef, useState } from 'react';
import {
  useEmergencySyncCodesMutation,
  useSyncUserCodesMutation,
  useUpdateUserCodesMutation,
} from '@/api/account';
import type { UserCodes } from '@/api/generated';
import { withTimeout } from '@/api/withTimeout';
import { useForm } from '@/components/form/Form';
import type { FormHandle } from '@/components/form/formStore';
import { useToast } from '@/state/hooks';
import { useRetryWait } from '@/state/useRetryWait';
import { checks, failureOf, type SyncFailure, type SyncTab, type SyncValues } from './sync';

interface Issued {
  /** Distinguishes consecutive responses. */
  readonly turn: number;
  readonly codes: UserCodes;
  /** When the response arrived, by the clock of this machine. */
  readonly at: string;
  /** The codes were copied, downloaded or printed. */
  readonly isKept: boolean;
}

/** A method of issuing codes: its form, the failure of its last attempt, and its request. */
interface IssueMethod<Values extends object> {
  readonly form: FormHandle<Values>;
  readonly problem: string | null;
  readonly submit: (values: Values) => Promise<void>;
  readonly onInvalid: (message: string) => void;
}

export interface Sync {
  readonly deterministic: IssueMethod<SyncValues['deterministic']>;
  readonly manual: IssueMethod<SyncValues['manual']>;
  readonly emergency: IssueMethod<SyncValues['emergency']>;
  /** The codes of the last response; they are not stored anywhere else. */
  readonly issued: Issued | null;
  readonly isSending: boolean;
  /** Seconds until the server accepts the next request after too many; `null` for none. */
  readonly wait: number | null;
  readonly clear: () => void;
  readonly keep: () => void;
  /** Copies the typed username to the form of another method. */
  readonly carryName: (from: SyncTab, to: SyncTab) => void;
}

interface IssueRequest {
  readonly unwrap: () => Promise<UserCodes>;
  readonly abort: () => void;
  /** Removes the response from the store. */
  readonly reset: () => void;
}

/** Issues codes. Only one request runs at a time, so that codes are not replaced by others before they were read. */
export function useSync(): Sync {
  const toast = useToast();
  const [sync] = useSyncUserCodesMutation();
  const [update] = useUpdateUserCodesMutation();
  const [rescue] = useEmergencySyncCodesMutation();
  const [issued, setIssued] = useState<Issued | null>(null);
  const [isSending, setSending] = useState(false);
  const [problems, setProblems] = useState<Readonly<Partial<Record<SyncTab, string | null>>>>({});
  const underWay = useRef(false);
  const wait = useRetryWait();
  const forms = {
    deterministic: useForm(checks.deterministic, { username: '' }),
    manual: useForm(checks.manual, { username: '', staticCode: '' }),
    emergency: useForm(checks.emergency, { username: '', masterKey: '' }),
  };

  const say = (tab: SyncTab, problem: string | null) =>
    setProblems((known) => ({ ...known, [tab]: problem }));
  const fail = (tab: SyncTab, { fields, message }: SyncFailure) => {
    say(tab, message);
    forms[tab].fail(fields);
  };
  const send = async (tab: SyncTab, call: () => IssueRequest) => {
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    say(tab, null);
    const sent = call();
    try {
      const codes = await withTimeout(sent);
      const at = new Date().toISOString();
      setIssued((last) => ({ turn: (last?.turn ?? 0) + 1, codes, at, isKept: false }));
      // Prevents another Enter from replacing the new codes.
      forms[tab].reset();
    } catch (error) {
      wait.note(error);
      const failure = failureOf(error);
      // A wrong key need not be kept.
      if (failure.fields.masterKey !== undefined) forms.emergency.set('masterKey', '');
      fail(tab, failure);
    } finally {
      underWay.current = false;
      setSending(false);
      // The codes are only on screen, not in the store.
      sent.reset();
    }
  };
  const onInvalid = (description: string) => toast({ tone: 'danger', title: 'Missing fields', description });

  return {
    deterministic: {
      form: forms.deterministic,
      problem: problems.deterministic ?? null,
      submit: ({ username }) => send('deterministic', () => sync({ targetUsername: username.trim() })),
      onInvalid,
    },
    manual: {
      form: forms.manual,
      problem: problems.manual ?? null,
      submit: ({ username, staticCode }) =>
        send('manual', () => update({ targetUser: username.trim(), newStaticCode: staticCode.trim() })),
      onInvalid: (description) => {
        const { username, staticCode } = forms.manual.values();
        const isMissing = username.trim() === '' || staticCode.trim() === '';
        toast({ tone: 'danger', title: isMissing ? 'Missing fields' : 'Validation error', description });
      },
    },
    emergency: {
      form: forms.emergency,
      problem: problems.emergency ?? null,
      submit: ({ username, masterKey }) =>
        send('emergency', () => rescue({ username: username.trim(), masterKey })),
      onInvalid,
    },
    issued,
    isSending,
    wait: wait.left,
    clear: () => setIssued(null),
    keep: () => setIssued((last) => (last === null ? null : { ...last, isKept: true })),
    carryName: (from, to) => {
      const { username } = forms[from].values();
      // Every form has this field; only their other fields differ.
      const next: Pick<FormHandle<SyncValues['deterministic']>, 'set'> = forms[to];
      if (username.trim() !== '') next.set('username', username);
    },
  };
}
