import { useState } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { useVerifyTwoFactorMutation } from '@/api/account';
import { askWhoIsThere } from '@/api/session';
import type { TwoFactorMethod } from '@/api/generated';
import { useScope } from '@/keyboard/useScope';
import { describeError, isAppError, type AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch, useToast } from '@/state/hooks';
import { useCountdown } from '@/state/useCountdown';
import { useRetryWait } from '@/state/useRetryWait';
import { failureText } from './login';
import { afterWrongCode, dropTicket, readTicket, type Ticket } from './ticket';
import { useEntry } from './useEntry';

/** The account accepts no codes for a while. */
interface Lock {
  readonly until: number;
  /** How long it was when it was met, in seconds. */
  readonly lasts: number;
  readonly message: string;
}

export type StepState = 'open' | 'expired' | 'locked';

/** The second step of a sign-in, as its screen shows it. */
export interface SecondStep {
  readonly state: StepState;
  readonly ticket: Ticket | null;
  /** Seconds until the sign-in, or the lock, ends; `null` where the server has not said. */
  readonly left: number | null;
  readonly lock: Lock | null;
  readonly isSending: boolean;
  /** Seconds until the server takes the next code, after too many; `null` for none. */
  readonly wait: number | null;
  readonly error: string | undefined;
  /** Shown under the buttons when the server could not be reached. */
  readonly problem: string | null;
  readonly verify: (method: TwoFactorMethod, typed: string) => Promise<void>;
  /** Takes the message at the field away, or puts one there. */
  readonly say: (error: string | undefined) => void;
  readonly cancel: () => void;
  /** Back to the first step, when this one is over. */
  readonly leave: () => void;
}

/** Codes with which the server says that there is no first step any more. */
const overCodes: ReadonlySet<string> = new Set(['sign_in_expired', 'not_signed_in']);

/** A refusal by the server, and not a failure to be asked. */
function isAnswer(error: unknown): error is AppError & { readonly status: number } {
  return isAppError(error) && typeof error.status === 'number' && error.status < 500;
}

/** What the server says of a code, or that it is wrong. */
function sentenceOf({ message, isUnexplained }: Pick<AppError, 'message' | 'isUnexplained'>): string {
  return isUnexplained === true || message === '' ? 'Invalid authentication code' : message;
}

/** An answer that takes the code for wrong, although its status is that of a success. */
function refusalIn(answer: unknown): AppError | null {
  if (typeof answer !== 'object' || answer === null || !('success' in answer) || answer.success !== false)
    return null;
  const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : '';
  const tries = 'triesLeft' in answer ? answer.triesLeft : undefined;
  return { status: 401, message, ...(typeof tries === 'number' ? { triesLeft: tries } : {}) };
}

/** Sends codes, one at a time, until one is right, or none helps any more. */
export function useSecondStep(username: string, onWrong: () => void): SecondStep {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const navigate = useNavigate();
  const { state: from } = useLocation() as Location<unknown>;
  const [verifyTwoFactor] = useVerifyTwoFactorMutation();
  const { enter, giveUp } = useEntry();
  const [ticket, setTicket] = useState(() => readTicket(username));
  const [lock, setLock] = useState<Lock | null>(null);
  const [isOver, setOver] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, say] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const left = useCountdown(lock === null ? (ticket?.endsAt ?? null) : lock.until);
  const state =
    lock !== null ? 'locked' : isOver || left === 0 || ticket?.triesLeft === 0 ? 'expired' : 'open';

  const deny = (description: string) => toast({ tone: 'danger', title: 'ACCESS DENIED', description });
  const wait = useRetryWait();
  const onRefusal = (refusal: AppError) => {
    wait.note(refusal);
    const { code, status, retryAfter, triesLeft } = refusal;
    if (code === 'lockdown') {
      void navigate(paths.authLocked, { replace: true, state: from });
      return;
    }
    const isLock = status === 423;
    const message = isLock ? failureText(refusal) : sentenceOf(refusal);
    deny(message);
    if (isLock) setLock({ until: Date.now() + (retryAfter ?? 0) * 1000, lasts: retryAfter ?? 0, message });
    else if (code !== undefined && overCodes.has(code)) setOver(true);
    else {
      // Too many calls are no try.
      if (ticket !== null && status !== 429) setTicket(afterWrongCode(ticket, triesLeft));
      say(message);
      onWrong();
    }
  };
  const verify = async (method: TwoFactorMethod, typed: string) => {
    setProblem(null);
    say(undefined);
    setSending(true);
    await enter(() => verifyTwoFactor({ username, token: typed.trim(), method }), {
      onAnswer: async (answer) => {
        const refusal = refusalIn(answer);
        if (refusal !== null) {
          onRefusal(refusal);
          return;
        }
        dropTicket();
        await dispatch(askWhoIsThere('person'));
        // After the change of person, which takes earlier notices away.
        toast({
          tone: 'ok',
          title: 'ACCESS GRANTED',
          description: 'Two-factor authentication successful',
        });
      },
      onFailure: (failure) => {
        if (isAnswer(failure)) {
          onRefusal(failure);
          return;
        }
        toast({ tone: 'danger', title: 'SYSTEM ERROR', description: 'Authentication service unavailable' });
        setProblem(describeError(failure));
      },
    });
    setSending(false);
  };
  const cancel = () => {
    dropTicket();
    void giveUp();
    void navigate(paths.auth, { replace: true });
  };
  useScope('field', ({ key }) => (key === 'Escape' ? cancel : null));

  return {
    state,
    ticket,
    left,
    lock,
    isSending,
    wait: wait.left,
    error,
    problem,
    verify,
    say,
    cancel,
    leave: () => {
      dropTicket();
      void navigate(paths.auth, { replace: true, state: from });
    },
  };
}
