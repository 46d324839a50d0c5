import { skipToken } from '@reduxjs/toolkit/query/react';
import { useListDocumentsQuery, useListUsersQuery, useSuggestWordsQuery } from '@/api/endpoints';
import { useFindRecordsQuery } from '@/api/find';
import type { DocumentSummary, User } from '@/api/types';
import { useDebounced } from '@/components/form/useDebounced';
import { correctQuery } from '@/lib/correction';
import { describeError } from '@/lib/errors';
import { byLabel, shortId } from '@/lib/ids';
import { canUseAdminPanel } from '@/lib/permissions';
import { markTyped, type PaletteQuery } from './paletteQuery';

/** Pause in typing before the server is asked, in milliseconds. */
const restBeforeSearch = 50;

/** Maximum number of records or people in a group. */
const maxResults = 12;

/** Minimum number of characters for including people in a search over everything. */
const shortestName = 2;

export interface Results {
  /** Records whose title, number or id matches. */
  readonly records: readonly DocumentSummary[];
  /** Records that match in their text and not in their title. */
  readonly texts: readonly DocumentSummary[];
  /** Records that match only in one of their files. */
  readonly files: readonly DocumentSummary[];
  readonly people: readonly User[];
  /** Suggested searches if this one found nothing. */
  readonly suggested: readonly string[];
  readonly isPending: boolean;
  /** Why nothing was found, if there is more to say; otherwise empty. */
  readonly remark: string;
}

function isInTitle({ titleMatches }: DocumentSummary): boolean {
  return (titleMatches?.length ?? 0) > 0;
}

function isOnlyInFile({ fileMatch, matches }: DocumentSummary): boolean {
  return fileMatch !== null && matches?.length === 0;
}

function withoutDoubles(records: readonly DocumentSummary[]): readonly DocumentSummary[] {
  return records.filter(({ id }, index) => records.findIndex((other) => other.id === id) === index);
}

/** Accounts whose name contains the typed text; only administrators may list them. */
function usePeople({ scope, text }: PaletteQuery, user: User | null) {
  const isMeant = scope === 'people' || (scope === 'all' && text.length >= shortestName);
  const isAsked = user !== null && canUseAdminPanel(user) && isMeant && text !== '';
  // The list is loaded once, when it is first needed, not while a command or an id is typed.
  const isRested = useDebounced(isAsked, restBeforeSearch);
  const { currentData, isFetching } = useListUsersQuery(isAsked && isRested ? {} : skipToken);
  const people = (currentData ?? []).filter(({ username }) => markTyped(username, text) !== null);
  return { people: isAsked ? people.slice(0, maxResults) : [], isFetching: isAsked && isFetching };
}

/** The remark about a label without accessible records, or about a failed search. */
function remarkOn(
  question: PaletteQuery,
  found: readonly DocumentSummary[] | undefined,
  error: unknown,
): string {
  if (error !== undefined) return describeError(error);
  const { label, scope, text } = question;
  if (label === null || found === undefined || found.length > 0) return '';
  const isMeant = scope === 'ids' || /^doc-/i.test(text);
  return isMeant ? `NO RECORD ${shortId('DOC', label, 12)} WITHIN YOUR CLEARANCE.` : '';
}

/** The suggestions for a search that found nothing. */
function useSuggestedSearches(
  words: string | null,
  found: { readonly items: readonly unknown[] } | undefined,
): readonly string[] {
  const asked = found?.items.length === 0 ? words : null;
  const { currentData = [] } = useSuggestWordsQuery(typeof asked === 'string' ? { q: asked } : skipToken);
  return asked === null ? [] : currentData.flatMap((word) => correctQuery(asked, word) ?? []);
}

/** The records that match a question, searched after a pause in typing. */
function useRecords(question: PaletteQuery, signedIn: boolean) {
  const words = useDebounced(question.words, restBeforeSearch);
  const label = useDebounced(question.label, restBeforeSearch);
  const found = useFindRecordsQuery(signedIn && words !== null ? { q: words, limit: maxResults } : skipToken);
  const labelled = useListDocumentsQuery(signedIn && label !== null ? byLabel(label) : skipToken);
  const error: unknown = question.words === null ? labelled.error : found.error;
  return {
    // The previous results stay while the next are loading, so that the list does not flicker.
    matches: question.words === null ? [] : (found.data?.items ?? []),
    labelled: question.label === null ? undefined : labelled.currentData,
    meant: useSuggestedSearches(question.words, found.currentData),
    error,
    isRested: words === question.words && label === question.label,
    isFetching: found.isFetching || labelled.isFetching,
  };
}

/** The results from the server: records and people. */
export function useResults(question: PaletteQuery, user: User | null): Results {
  const signedIn = user !== null;
  const { matches, labelled, meant, error, isRested, isFetching } = useRecords(question, signedIn);
  const accounts = usePeople(question, user);
  const untitled = matches.filter((record) => !isInTitle(record));
  return {
    records: withoutDoubles([...matches.filter(isInTitle), ...(labelled ?? [])]),
    texts: untitled.filter((record) => !isOnlyInFile(record)),
    files: untitled.filter(isOnlyInFile),
    people: accounts.people,
    suggested: isRested ? meant : [],
    isPending: signedIn && (!isRested || isFetching || accounts.isFetching),
    remark: isRested ? remarkOn(question, labelled, error) : '',
  };
}
