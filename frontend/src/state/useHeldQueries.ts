import { useCallback, useEffect, useMemo, useRef } from 'react';
import { createSelector } from '@reduxjs/toolkit';
import { useAppSelector } from './hooks';
import type { RootState } from './root';

/** A subscription to an answer, as RTK Query returns it. */
interface Subscription {
  readonly abort: () => void;
  readonly unsubscribe: () => void;
  readonly refetch: () => unknown;
}

interface Source<Question, State> {
  /** Requests an answer, unless it is cached, and subscribes to it. */
  readonly hold: (question: Question) => Subscription;
  readonly select: (question: Question) => (root: RootState) => State;
}

interface HeldQueries<State> {
  /** The states, in the order of the questions. */
  readonly states: readonly State[];
  /** Requests the answers that failed again. */
  readonly retry: () => void;
}

const nothing: readonly never[] = [];
const none = () => nothing;

/**
 * Subscribes to exactly these questions, so that news refresh them and nothing else: those that are no longer asked are
 * released and their requests aborted. The same list and the same source must be the same objects.
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

/** Aborts the request in progress and releases the cached answer. */
function release(subscription: Subscription): void {
  subscription.abort();
  subscription.unsubscribe();
}
