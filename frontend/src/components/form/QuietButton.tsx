import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** A button that looks like a note until it is hovered or focused, for rarely used actions. */
export const QuietButton = styled.button`
  justify-self: end;
  padding: 4px 8px;
  background: none;
  border: 0;
  font: 400 12px/20px ${font.text};
  letter-spacing: 0.06em;
  color: ${color.muted};
  cursor: pointer;

  &:is(:hover, :focus-visible) {
    color: ${color.bright};
    text-decoration: underline;
    text-underline-offset: 4px;
  }

  ${media.phone} {
    min-height: 44px;
  }
`;
