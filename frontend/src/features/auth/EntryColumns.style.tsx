import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/**
 * The ways to give a code with help under them, and the field beside both. In one column the field comes before the help:
 * it is what the screen is for.
 */
export const EntryColumns = styled.div`
  display: grid;
  grid-template-columns: 384px minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  gap: 24px;
  align-items: start;

  > [data-part='code'] {
    grid-column: 2;
    grid-row: 1 / 3;
  }

  ${theme.media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: none;

    > [data-part='code'] {
      grid-column: 1;
      grid-row: 2;
    }
  }
`;
