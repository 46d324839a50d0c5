import { Fragment } from 'react';
import styled from '@emotion/styled';
import { combiningRuns } from '@/lib/combining';

/** Laid out by itself: the browser shapes the whole line of its neighbors with an inline element. */
const Run = styled.span`
  display: inline-block;
`;

/**
 * A text of any author, cut where a character has more combining marks than any language needs: the browser takes time
 * by the square of their number within one block.
 */
export function CombiningRuns({ text }: { readonly text: string }) {
  const parts = combiningRuns(text);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? <Run key={index}>{part}</Run> : <Fragment key={index}>{part}</Fragment>,
  );
}
