import { skipToken } from '@reduxjs/toolkit/query/react';
import { useSuggestWordsQuery } from '@/api/endpoints';
import { Row } from '@/components/Layout';
import { Text } from '@/components/Text';
import { TextLink } from '@/components/TextLink';
import { correctQuery } from '@/lib/correction';
import { paths } from '@/lib/paths';
import { useView } from '@/state/useView';
import type { RepositorySearch } from './search';

/** Maximum number of matches for which suggestions are shown. */
const fewMatches = 2;

interface SuggestionsProps {
  readonly search: RepositorySearch;
  /** Number of matching records; `undefined` while unknown. */
  readonly matching: number | undefined;
}

/** Suggested searches if a search finds little or nothing. */
export function Suggestions({ search, matching }: SuggestionsProps) {
  const { asked } = useView();
  const isLittle = search.q !== '' && matching !== undefined && matching <= fewMatches;
  const { currentData = [] } = useSuggestWordsQuery(isLittle ? { q: search.q, ...asked } : skipToken);
  const queries = currentData.flatMap((word) => correctQuery(search.q, word) ?? []);
  return (
    // The live region is mounted before its text, so that the text is announced.
    <Row role="status" gap="sm">
      {isLittle && queries.length > 0 && (
        <>
          <Text tone="muted" size="dense">
            Did you mean
          </Text>
          {queries.map((q, index) => (
            <span key={q}>
              <TextLink to={paths.documentsFiltered({ ...search, q })}>{q}</TextLink>
              {index === queries.length - 1 ? '?' : ','}
            </span>
          ))}
        </>
      )}
    </Row>
  );
}
