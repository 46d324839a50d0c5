import { Fragment } from 'react';
import styled from '@emotion/styled';
import { combiningRuns } from '@/lib/combining';

/** A block of its own: the browser shapes an inline element together with its whole line. */
const Run = styled.span`
  display: inline-block;
`;

/**
 * A text split at characters with more combining marks than any language needs: the browser's layout time grows with
 * the square of their number within one block.
 */
export function CombiningRuns({ text }: { readonly text: string }) {
  const parts = combiningRuns(text);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 1 ? <Run key={index}>{part}</Run> : <Fragment key={index}>{part}</Fragment>,
  );
}
