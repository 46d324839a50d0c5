import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, media } = theme;

/** The place of a bar that is still loading: as high as the bar. */
export const BarSpace = styled.div`
  min-height: 40px;
  background: ${color.raised};
  border-block: 1px solid ${color.edge};

  ${media.phone} {
    min-height: 46px;
  }
`;
