import { useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCompleteReadersQuery } from '@/api/endpoints';
import { useRested } from '@/components/form/useRested';

/** Maximum number of names that the server returns. */
const mostNames = 8;
/** Pause in typing before names are requested, in milliseconds. */
const pause = 150;

/** A complete list of the names with a prefix. */
interface Whole {
  readonly begins: string;
  readonly names: readonly string[];
}

const none: readonly string[] = [];

/** A prefix that no typed text begins with. */
const unasked: Whole = { begins: '@', names: none };

function matching(names: readonly string[], typed: string): readonly string[] {
  return names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

interface Naming {
  readonly names: readonly string[];
  readonly onQuery: (query: string | null) => void;
}

/**
 * The usernames of a document's readers that begin with the typed text. If a response has fewer names than the maximum,
 * it is complete, so longer prefixes need no further request.
 */
export function useNaming(document: string): Naming {
  const [typed, setTyped] = useState<string | null>(null);
  const begins = useRested(typed, pause)?.toLowerCase() ?? '';
  const [whole, setWhole] = useState<Whole>(unasked);
  const isKnown = begins.startsWith(whole.begins);
  const { currentData = none } = useCompleteReadersQuery(
    begins === '' || isKnown ? skipToken : { id: document, q: begins },
  );
  if (!isKnown && currentData.length > 0 && currentData.length < mostNames) {
    setWhole({ begins, names: currentData });
  }
  const found = isKnown ? whole.names : currentData;
  return { names: typed === null ? none : matching(found, typed), onQuery: setTyped };
}
