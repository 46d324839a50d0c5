import { useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCompleteReadersQuery } from '@/api/endpoints';
import { useDebounced } from '@/components/form/useDebounced';

/** Maximum number of names that the server returns. */
const maxNames = 8;
/** Pause in typing before names are requested, in milliseconds. */
const pause = 150;

/** A complete list of the names with a prefix. */
interface CompleteList {
  readonly begins: string;
  readonly names: readonly string[];
}

const none: readonly string[] = [];

/** A prefix that no typed text begins with. */
const noList: CompleteList = { begins: '@', names: none };

function matching(names: readonly string[], typed: string): readonly string[] {
  return names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

interface NameSuggestions {
  readonly names: readonly string[];
  readonly onQuery: (query: string | null) => void;
}

/**
 * The usernames of a document's readers that begin with the typed text. If a response has fewer names than the maximum,
 * it is complete, so longer prefixes need no further request.
 */
export function useNameSuggestions(document: string): NameSuggestions {
  const [typed, setTyped] = useState<string | null>(null);
  const begins = useDebounced(typed, pause)?.toLowerCase() ?? '';
  const [whole, setWhole] = useState<CompleteList>(noList);
  const isKnown = begins.startsWith(whole.begins);
  const { currentData = none } = useCompleteReadersQuery(
    begins === '' || isKnown ? skipToken : { id: document, q: begins },
  );
  if (!isKnown && currentData.length > 0 && currentData.length < maxNames) {
    setWhole({ begins, names: currentData });
  }
  const found = isKnown ? whole.names : currentData;
  return { names: typed === null ? none : matching(found, typed), onQuery: setTyped };
}
