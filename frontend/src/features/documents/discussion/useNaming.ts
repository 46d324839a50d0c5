import { useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useCompleteReadersQuery } from '@/api/endpoints';
import { useRested } from '@/components/form/useRested';

/** The server returns at most this many names. */
const mostNames = 8;
/** Pause in typing after which names are asked for, in milliseconds. */
const pause = 150;

/** All names that begin so. */
interface Whole {
  readonly begins: string;
  readonly names: readonly string[];
}

const none: readonly string[] = [];

/** Nothing that is typed begins so. */
const unasked: Whole = { begins: '@', names: none };

function matching(names: readonly string[], typed: string): readonly string[] {
  return names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
}

interface Naming {
  readonly names: readonly string[];
  readonly onQuery: (query: string | null) => void;
}

/**
 * The names of readers of a document that begin as is being typed. A call that answered fewer than it could have had
 * them all, so what is typed after it asks for nothing more.
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
