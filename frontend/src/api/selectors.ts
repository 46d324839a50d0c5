import { createContext, use, useCallback } from 'react';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { byPerson } from '@/lib/activity';
import { useGetSiteLockStatusQuery } from './endpoints';
import { askWhoIsThere, type SessionRoot } from './session';
import type { User } from './types';

const useSession = useSelector.withTypes<SessionRoot>();
const useSessionDispatch = useDispatch.withTypes<ThunkDispatch<SessionRoot, unknown, UnknownAction>>();

export interface CurrentUser {
  /** `null` when nobody is signed in, or nobody may be shown yet. */
  readonly user: User | null;
  /** Nobody is signed in because somebody signed out, and not because a session is missing or over. */
  readonly signedOut: boolean;
  readonly sessionEnded: boolean;
  /** Id of the current or last user; `null` after they signed out. */
  readonly lastPerson: string | null;
  /** The signed-in user is not known yet or is being switched. */
  readonly loading: boolean;
  /** The question itself failed, so that "nobody" cannot be told from "no answer". */
  readonly failed: boolean;
  readonly retry: () => void;
}

export function useCurrentUser(): CurrentUser {
  const { user, known, held, mustLeaveAddress, ending, lastPerson } = useSession((state) => state.session);
  const dispatch = useSessionDispatch();
  const failed = known === 'failed';
  const retry = useCallback(() => void byPerson(() => dispatch(askWhoIsThere('person'))), [dispatch]);
  return {
    user: held || failed || mustLeaveAddress ? null : user,
    signedOut: ending === 'signed-out',
    sessionEnded: ending === 'ended',
    lastPerson,
    loading: known === 'asking' || mustLeaveAddress || (held && !failed),
    failed,
    retry,
  };
}

/**
 * The user that a guard has admitted to the screens below it. The answer to "who is signed in" reaches the screens one
 * by one: one that asked for itself could learn of the end of a session before its guard takes it away.
 */
export const GuardedUser = createContext<User | null>(null);

/** The user of a screen that the guards keep for the signed in. */
export function useUser(): User {
  const guarded = use(GuardedUser);
  const current = useCurrentUser();
  const user = guarded ?? current.user;
  if (user === null) throw new Error('A signed-in screen was shown to nobody.');
  return user;
}

interface Lock {
  /** While the request fails, the last known state. */
  readonly locked: boolean;
  readonly isLoading: boolean;
  readonly isError: boolean;
}

/**
 * What is known of the lock. Every window asks for it each few seconds: without the selection each answer would render
 * the whole page twice, when it is asked for and when it comes. The frame of the page sets how often that is, in
 * milliseconds.
 */
export function useLock(pollingInterval = 0): Lock {
  return useGetSiteLockStatusQuery(undefined, {
    pollingInterval,
    selectFromResult: ({ data, isLoading, isError }) => ({
      locked: data?.isLocked ?? false,
      isLoading,
      isError,
    }),
  });
}

export function useSiteLocked(): boolean {
  return useLock().locked;
}
