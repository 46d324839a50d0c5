import { Fragment } from 'react';
import styled from '@emotion/styled';
import { splitByMatches } from '@/lib/matches';
import { lineSafe } from '@/lib/text';
import { theme } from '@/theme/theme';

export const Mark = styled.mark`
  background: ${theme.color.text};
  color: ${theme.color.onAccent};
  padding: 0 2px;

  /* The current match of the navigation between matches. */
  &[data-current] {
    outline: 2px solid ${theme.color.focus};
  }
`;

interface MarkedProps {
  readonly text: string;
  /** The matches of a search: `[start, end]` in UTF-16 code units, ascending; `null` for none. */
  readonly ranges: readonly (readonly number[])[] | null;
}

/** Text with the matches of a search in inverse video. */
export function Marked({ text, ranges }: MarkedProps) {
  return splitByMatches(text, ranges).map((part, index) =>
    part.match ? <Mark key={index}>{part.text}</Mark> : <Fragment key={index}>{part.text}</Fragment>,
  );
}

/** A title with its matches. A title that cannot be shown unchanged has none, because their offsets would be wrong. */
export function MarkedTitle({ text, ranges }: MarkedProps) {
  const shown = lineSafe(text);
  return <Marked text={shown} ranges={shown === text ? ranges : null} />;
}
