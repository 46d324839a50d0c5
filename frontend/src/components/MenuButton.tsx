import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/** The position of the menu in the masthead of a phone: last. */
export const MenuPlace = styled.div`
  display: none;

  ${media.phone} {
    display: block;
    flex: none;
    order: 3;
  }
`;

export const MenuButton = styled.button`
  height: 44px;
  padding: 0 8px;
  font: 600 12px/24px ${font.text};
  letter-spacing: 0.04em;
  color: ${color.bright};
  background: ${color.panel};
  border: 1px solid ${color.text};
  cursor: pointer;

  &[aria-expanded='true'] {
    color: ${color.onAccent};
    background: ${color.text};
  }
`;

/** The menu below the masthead. The page under it keeps its scroll position. */
export const MenuSheet = styled.div`
  position: fixed;
  inset: ${length.masthead} 0 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 0 ${length.inset} 16px;
  color: ${color.text};
  background: ${color.void};

  > nav {
    margin-bottom: 8px;
    border-bottom: 1px solid ${color.edge};
  }

  html[data-fx='off'] & {
    position: absolute;
    bottom: auto;
  }
`;
