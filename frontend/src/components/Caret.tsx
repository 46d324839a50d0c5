import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const Block = styled.span`
  display: inline-block;
  flex: none;
  width: 1ch;
  height: 20px;
  margin-left: 8px;
  vertical-align: -4px;
  background: ${theme.color.accent};
  ${theme.motion.caret}
`;

/** The block cursor. Decoration: it says nothing. */
export function Caret() {
  return <Block aria-hidden="true" />;
}
