import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { media } = theme;

interface FilterLineProps {
  /** `grid-template-columns` from 1100 pixels. */
  readonly columns: string;
  /** The same below 600 pixels; one column by default. */
  readonly phoneColumns?: string;
}

/** The filters of a list on one line, or in two columns below 1100 pixels. */
export const FilterLine = styled('div', omitProps('columns', 'phoneColumns'))<FilterLineProps>`
  display: grid;
  grid-template-columns: ${({ columns }) => columns};
  gap: 12px;
  align-items: start;

  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }

  ${media.phone} {
    grid-template-columns: ${({ phoneColumns = 'minmax(0, 1fr)' }) => phoneColumns};
    gap: 8px;
  }
`;

/** A part of a filter line that takes the whole width if there are two columns. */
export const WholeLine = styled.div`
  min-width: 0;

  ${media.belowWide} {
    grid-column: 1 / -1;
  }
`;
