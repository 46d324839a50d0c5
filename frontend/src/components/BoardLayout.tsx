import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { media } = theme;

/** The two columns of the main terminal. */
export const BoardGrid = styled.div`
  display: grid;
  grid-template-columns: 384px minmax(0, 1fr);
  gap: 28px 24px;
  align-items: start;

  ${media.belowWide} {
    grid-template-columns: 320px minmax(0, 1fr);
  }

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** On a phone the columns dissolve, and what waits comes first. */
export const BoardColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 28px;
  min-width: 0;

  ${media.phone} {
    display: contents;

    > [data-part='waiting'] {
      order: 1;
    }

    > [data-part='menu'] {
      order: 2;
    }

    > [data-part='latest'] {
      order: 3;
    }

    > [data-part='access'] {
      order: 4;
    }
  }
`;

/**
 * The command line stands under the board. The left column is known at once and usually the taller one, so that what arrives
 * at the right does not move it.
 */
export const BoardFoot = styled.div`
  min-width: 0;
`;
