import { useCallback, useEffect, useMemo, useRef } from 'react';
import { createSelector } from '@reduxjs/toolkit';
import { useAppSelector } from './hooks';
import type { RootState } from './root';

/** A subscription to a query, as RTK Query returns it. */
interface Subscription {
  readonly abort: () => void;
  readonly unsubscribe: () => void;
  readonly refetch: () => unknown;
}

interface Source<Question, State> {
  /** Starts a query unless its response is cached, and subscribes to it. */
  readonly hold: (question: Question) => Subscription;
  readonly select: (question: Question) => (root: RootState) => State;
}

interface HeldQueries<State> {
  /** The query states, in the order of the arguments. */
  readonly states: readonly State[];
  /** Repeats the failed queries. */
  readonly retry: () => void;
}

const nothing: readonly never[] = [];
const none = () => nothing;

/**
 * Subscribes to exactly the queries with these arguments, so that announcements refresh them. Queries that are no
 * longer listed are released and their requests aborted. Pass the same list and source objects unless they change.
 */
export function useHeldQueries<Question, State extends { readonly isError: boolean }>(
  questions: readonly Question[],
  { hold, select }: Source<Question, State>,
): HeldQueries<State> {
  const held = useRef(new Map<string, Subscription>());

  useEffect(() => {
    const before = held.current;
    const after = new Map<string, Subscription>();
    for (const question of questions) {
      const key = JSON.stringify(question);
      after.set(key, before.get(key) ?? hold(question));
    }
    held.current = after;
    for (const [key, subscription] of before) if (!after.has(key)) release(subscription);
  }, [hold, questions]);
  useEffect(
    () => () => {
      for (const subscription of held.current.values()) release(subscription);
      held.current.clear();
    },
    [],
  );

  const selectAll = useMemo((): ((root: RootState) => readonly State[]) => {
    const selectors = questions.map(select);
    return selectors.length === 0 ? none : createSelector(selectors, (...states) => states);
  }, [questions, select]);
  const states = useAppSelector(selectAll);

  const retry = useCallback(() => {
    for (const [index, question] of questions.entries())
      if (states[index]?.isError === true) void held.current.get(JSON.stringify(question))?.refetch();
  }, [questions, states]);

  return { states, retry };
}

/** Aborts the running request and releases the cached response. */
function release(subscription: Subscription): void {
  subscription.abort();
  subscription.unsubscribe();
}
