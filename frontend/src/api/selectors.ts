import { createContext, use } from 'react';
import { useGetCurrentUserQuery, useGetSiteLockStatusQuery } from './endpoints';
import { isNobody } from './session';
import type { User } from './types';

export interface CurrentUser {
  /** `null` when nobody is signed in. */
  readonly user: User | null;
  /** Nobody is signed in because somebody has signed out here, and not because a session is missing or over. */
  readonly signedOut: boolean;
  /** Nothing is known yet. */
  readonly loading: boolean;
  /** The question itself failed, so that "nobody" cannot be told from "no answer". */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Who is signed in. A 401 is an answer (nobody), not an error. */
export function useCurrentUser(): CurrentUser {
  const { data, error, isUninitialized, isLoading, isFetching, refetch } = useGetCurrentUserQuery();
  const nobody = error !== undefined && 'status' in error && error.status === 401;
  const failed = error !== undefined && !nobody && data === undefined;
  return {
    user: nobody ? null : (data ?? null),
    signedOut: !nobody && isNobody(data),
    loading: isUninitialized || isLoading || (failed && isFetching),
    failed: failed && !isFetching,
    retry: () => {
      void refetch();
    },
  };
}

/**
 * Whom a guard has let through to the screens below it. The answer to "who is signed in" reaches the screens one by one: one
 * that asked for itself could learn of the end of a session before its guard takes it away.
 */
export const LetThrough = createContext<User | null>(null);

/** The user of a screen that the guards keep for the signed in. */
export function useUser(): User {
  const letThrough = use(LetThrough);
  const current = useCurrentUser();
  const user = letThrough ?? current.user;
  if (user === null) throw new Error('A signed-in screen was shown to nobody.');
  return user;
}

/** Whether the site is locked; the last state known stays while the question fails. */
export function useSiteLocked(): boolean {
  return useGetSiteLockStatusQuery().data?.isLocked ?? false;
}
