import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** Two short filters and a long one in a line; on a phone the short ones share it and the long one has its own. */
export const FilterBar = styled.div`
  display: grid;
  grid-template-columns: 160px 232px minmax(0, 1fr);
  gap: 16px;

  ${theme.media.belowTablet} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    > :last-child {
      grid-column: 1 / -1;
    }
  }
`;
