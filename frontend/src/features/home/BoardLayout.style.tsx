import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { breakpoints } from '@/theme/tokens';

const { color, layer, length, media } = theme;

/** The two columns of the main terminal. */
export const BoardGrid = styled.div`
  display: grid;
  grid-template-columns: 384px minmax(0, 1fr);
  gap: 24px;
  align-items: start;

  ${media.belowWide} {
    grid-template-columns: 320px minmax(0, 1fr);
  }

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** On a phone, everything else is in the menu. */
export const BoardColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  min-width: 0;

  ${media.phone} {
    > [data-part='access'] {
      display: none;
    }
  }
`;

/**
 * The command line below the board. It stays visible above the status bar while the board is taller than the window,
 * except in a low window and on a phone, where it would cover too much.
 */
export const BoardFoot = styled.div`
  min-width: 0;

  @media (min-width: ${breakpoints.phone}px) and (min-height: 640px) {
    position: sticky;
    bottom: ${length.statusBar};
    z-index: ${layer.bars};
    margin: -12px 0 -24px;
    padding: 12px 0;
    background: ${color.void};
  }
`;
