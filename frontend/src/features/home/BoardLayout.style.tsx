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

/** On a phone the menu has the rest. */
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
 * The command line stands under the board, and stays in sight above the status bar while the board is longer than the
 * window. In a low window and on a phone it would cover too much of the board.
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
