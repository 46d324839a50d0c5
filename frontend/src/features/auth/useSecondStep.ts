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
import { useSignInRequest } from './useSignInRequest';

/** The account accepts no codes for a while. */
interface Lock {
  readonly until: number;
  /** Its duration when it was reported, in seconds. */
  readonly lasts: number;
  readonly message: string;
}

export type StepState = 'open' | 'expired' | 'locked';

/** State and actions of the second step of a sign-in. */
export interface SecondStep {
  readonly state: StepState;
  readonly ticket: Ticket | null;
  /** Seconds until the sign-in or the lock ends; `null` if the server has not sent it. */
  readonly left: number | null;
  readonly lock: Lock | null;
  readonly isSending: boolean;
  /** Seconds until the server accepts the next code after too many requests; `null` for none. */
  readonly wait: number | null;
  readonly error: string | undefined;
  /** Shown under the buttons if the server could not be reached. */
  readonly problem: string | null;
  readonly verify: (method: TwoFactorMethod, typed: string) => Promise<void>;
  /** Sets or clears the error of the field. */
  readonly say: (error: string | undefined) => void;
  readonly cancel: () => void;
  /** Returns to the first step after the end of this one. */
  readonly leave: () => void;
}

/** Error codes of the server that mean that the first step has expired. */
const overCodes: ReadonlySet<string> = new Set(['sign_in_expired', 'not_signed_in']);

/** Whether the error is a refusal by the server rather than a failed request. */
function isAnswer(error: unknown): error is AppError & { readonly status: number } {
  return isAppError(error) && typeof error.status === 'number' && error.status < 500;
}

/** The server's message about the code, or a default one. */
function sentenceOf({ message, isUnexplained }: Pick<AppError, 'message' | 'isUnexplained'>): string {
  return isUnexplained === true || message === '' ? 'Invalid authentication code' : message;
}

/** A refusal in a response with a success status. */
function refusalIn(answer: unknown): AppError | null {
  if (typeof answer !== 'object' || answer === null || !('success' in answer) || answer.success !== false)
    return null;
  const message = 'message' in answer && typeof answer.message === 'string' ? answer.message : '';
  const tries = 'triesLeft' in answer ? answer.triesLeft : undefined;
  return { status: 401, message, ...(typeof tries === 'number' ? { triesLeft: tries } : {}) };
}

/** Sends codes one at a time until one is accepted or the sign-in has ended. */
export function useSecondStep(username: string, onWrong: () => void): SecondStep {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const navigate = useNavigate();
  const { state: from } = useLocation() as Location<unknown>;
  const [verifyTwoFactor] = useVerifyTwoFactorMutation();
  const { enter, giveUp } = useSignInRequest();
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
      // A request that was refused as one too many does not count as an attempt.
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
        // After the change of user, which clears earlier notifications.
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
