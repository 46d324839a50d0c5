import styled from '@emotion/styled';
import { Isolated } from '@/components/Isolated';
import { theme } from '@/theme/theme';
import { withheldLevel } from './comments';

const { color, font } = theme;

const Passage = styled.blockquote`
  margin: 0;
  padding: 0 0 0 12px;
  border-left: 3px solid ${color.edge};
  font: ${font.dense};
  color: ${color.muted};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

const Bar = styled.span`
  display: inline-block;
  padding: 0 12px;
  background: ${color.edge};
  color: ${color.void};
  letter-spacing: 0.06em;
`;

/** A quoted passage, or a bar where the reader may not read it. */
export function QuotedPassage({ quote }: { readonly quote: string }) {
  const level = withheldLevel(quote);
  return (
    <Passage>{level === null ? <Isolated>{quote}</Isolated> : <Bar>LEVEL {level} REQUIRED</Bar>}</Passage>
  );
}
