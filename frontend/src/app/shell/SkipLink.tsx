import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const Anchor = styled.a`
  position: fixed;
  top: 8px;
  left: 8px;
  z-index: ${theme.layer.tooltip};
  padding: 8px 16px;
  background: ${theme.color.accent};
  color: ${theme.color.onAccent};
  font: ${theme.font.strong};

  &:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
`;

/** The first tab stop: skips the bars and goes to the content. */
export function SkipLink() {
  return <Anchor href="#main">Skip to content</Anchor>;
}
