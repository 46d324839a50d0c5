import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import { describeError } from '@/lib/errors';
import { byLabel, shortId, type DocumentReference } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { maxSearchLength } from '@/lib/places';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { readLine, type Answer, type Outcome } from './table';
import { useCommandContext } from './useCommandContext';

/** The answer to a line after which the terminal navigates. */
const noAnswer: Answer = { text: '', records: [] };

const textAnswer = (text: string): Answer => ({ text, records: [] });

/** Opens the record that a reference names, or answers why it cannot. */
async function openRecord(
  reference: DocumentReference,
  dispatch: AppDispatch,
  navigate: (path: string) => void,
): Promise<Answer> {
  if ('id' in reference) {
    navigate(paths.document(reference.id));
    return noAnswer;
  }
  const records = await dispatch(
    api.endpoints.listDocuments.initiate(byLabel(reference.label), { subscribe: false }),
  ).unwrap();
  const [first] = records;
  const label = shortId('DOC', reference.label, 12);
  if (first === undefined) return textAnswer(`NO RECORD ${label} WITHIN YOUR CLEARANCE.`);
  if (records.length > 1) {
    return { text: `${records.length} RECORDS BEGIN WITH ${label}. Choose one.`, records };
  }
  navigate(paths.document(first.id));
  return noAnswer;
}

/** Number of records shown by a search on the command line. */
const mostFound = 3;

/** Answers with the number of matching records and the newest of them. */
async function findRecord(text: string, dispatch: AppDispatch): Promise<Answer> {
  const { findRecords } = await import(/* webpackChunkName: "find" */ '@/api/find');
  const question = { q: text.slice(0, maxSearchLength), limit: mostFound, sort: 'newest' } as const;
  const { items, matching, atLeast } = await dispatch(findRecords.initiate(question, afresh)).unwrap();
  if (items.length === 0) return textAnswer(`NO RECORD MENTIONS "${text}".`);
  const count = `${matching}${atLeast ? ' or more' : ''} ${matching === 1 ? 'record mentions' : 'records mention'}`;
  const which = matching > items.length ? ' Newest:' : '';
  return {
    text: `${count} "${text}".${which}`,
    records: items,
    link: { label: 'Show in the repository', to: paths.documentsFiltered({ q: text }) },
  };
}

/**
 * Returns a function that executes a typed line and returns its answer. With `findsInPlace`, searches are answered too;
 * otherwise they open the repository. A lookup neither navigates nor answers if the operator has left for another
 * address, closed the palette or entered another line in the meantime.
 */
export function useCommandLine({ findsInPlace = false } = {}): (line: string) => Outcome {
  const context = useCommandContext();
  const dispatch = useAppDispatch();
  const { key, pathname } = useLocation();
  const here = useRef<string | null>(null);
  const lines = useRef(0);
  useEffect(() => {
    here.current = key;
    return () => {
      here.current = null;
    };
  }, [key]);

  return useCallback(
    (line: string) => {
      lines.current += 1;
      const start = { key: here.current, line: lines.current };
      const isCurrent = () =>
        here.current !== null && here.current === start.key && lines.current === start.line;
      const lookUp = async (work: () => Promise<Answer>) => {
        try {
          const answer = await work();
          return isCurrent() ? answer : null;
        } catch (error) {
          return isCurrent() ? textAnswer(describeError(error)) : null;
        }
      };
      const go = (path: string) => {
        if (isCurrent()) context.navigate(path);
      };
      const read = readLine(line);
      if (read.run === undefined) return textAnswer(read.usage ?? 'UNKNOWN COMMAND. Type help.');
      const outcome = read.run({
        ...context,
        here: pathname,
        open: (reference) => lookUp(() => openRecord(reference, dispatch, go)),
        find: findsInPlace ? (text) => lookUp(() => findRecord(text, dispatch)) : null,
      });
      return typeof outcome === 'string' ? textAnswer(outcome) : outcome;
    },
    [context, dispatch, findsInPlace, pathname],
  );
}
