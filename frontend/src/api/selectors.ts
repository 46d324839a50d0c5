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
  /** `null` if nobody is signed in or no user may be shown yet. */
  readonly user: User | null;
  /** Nobody is signed in because the user signed out, not because a session is missing or has ended. */
  readonly signedOut: boolean;
  readonly sessionEnded: boolean;
  /** Id of the current or last user; `null` after they signed out. */
  readonly lastPerson: string | null;
  /** The signed-in user is not known yet or is being switched. */
  readonly loading: boolean;
  /** The request for the current user failed, so it is unknown whether anybody is signed in. */
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
 * The user that a guard has admitted to the screens below it. Components are notified of a change of user one by one:
 * one that selected the user itself could see the end of a session before its guard removes it.
 */
export const GuardedUser = createContext<User | null>(null);

/** The user on a screen behind a guard for signed-in users. */
export function useUser(): User {
  const guarded = use(GuardedUser);
  const current = useCurrentUser();
  const user = guarded ?? current.user;
  if (user === null) throw new Error('This screen needs a signed-in user.');
  return user;
}

interface Lock {
  /** The last known state while the request fails. */
  readonly locked: boolean;
  readonly isLoading: boolean;
  readonly isError: boolean;
}

/**
 * The state of the lock. Every window polls it every few seconds. Without the selector, each request would render the
 * whole page twice, at its start and at its response. The frame of the page sets the interval, in milliseconds.
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
