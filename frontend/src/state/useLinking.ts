import { useEffect, useMemo, useState } from 'react';
import { useListDocumentsQuery } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';

/** Pause in typing before records are searched, in milliseconds. */
const pause = 150;
/** Minimum number of characters of a search: fewer match too many records. */
const fewest = 2;
/** Maximum number of suggested records. */
const most = 8;
/** Maximum number of archived records among them, which the search of the repository omits. */
const mostArchived = 3;
const none: readonly DocumentSummary[] = [];

function useRestedText(text: string | null): string | null {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === null ? null : rested;
}

/** Suggests records to link to, by their first digits or by words of their titles. */
export function useLinking(): {
  readonly options: readonly DocumentSummary[];
  readonly onQuery: (query: string | null) => void;
} {
  const [query, setQuery] = useState<string | null>(null);
  const words = useRestedText(query)?.trim() ?? '';
  const digits = /^doc-([0-9a-f]{4,12})$/i.exec(words)?.[1];
  const question = digits === undefined ? { q: words, limit: most } : { id: digits };
  const skip = words.length < fewest && !/\p{Ideographic}/u.test(words);
  const { data = none } = useListDocumentsQuery({ ...question, view: 'summary' }, { skip });
  const { data: archived = none } = useListDocumentsQuery(
    { q: `is:archived ${words}`, limit: mostArchived, view: 'summary' },
    { skip: skip || digits !== undefined },
  );
  const options = useMemo(
    () => (digits === undefined ? [...data.slice(0, most - archived.length), ...archived] : data),
    [digits, data, archived],
  );
  return { options: skip ? none : options, onQuery: setQuery };
}
