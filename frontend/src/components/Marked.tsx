import { Fragment } from 'react';
import styled from '@emotion/styled';
import { splitByMatches } from '@/lib/matches';
import { theme } from '@/theme/theme';

const Mark = styled.mark`
  background: ${theme.color.accent};
  color: ${theme.color.onAccent};
  padding: 0 2px;
`;

interface MarkedProps {
  readonly text: string;
  /** The matches of a search: `[start, end]` in UTF-16 units, ascending; `null` for none. */
  readonly ranges: readonly (readonly number[])[] | null;
}

/** Text with the matches of a search in inverse video. */
export function Marked({ text, ranges }: MarkedProps) {
  return splitByMatches(text, ranges).map((part, index) =>
    part.match ? <Mark key={index}>{part.text}</Mark> : <Fragment key={index}>{part.text}</Fragment>,
  );
}
