import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** A run of text, matched by a search or not. */
export interface TextPart {
  readonly text: string;
  readonly match: boolean;
}

const Mark = styled.mark`
  background: ${theme.color.accent};
  color: ${theme.color.onAccent};
  padding: 0 2px;
`;

/** Text with the matches of a search in inverse video. */
export function Marked({ parts }: { readonly parts: readonly TextPart[] }) {
  return parts.map(({ text, match }, index) =>
    match ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
  );
}
