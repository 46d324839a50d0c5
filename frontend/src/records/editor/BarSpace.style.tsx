import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, media } = theme;

/** A placeholder of the same height while the bar loads. */
export const BarSpace = styled.div`
  min-height: 40px;
  background: ${color.raised};
  border-block: 1px solid ${color.edge};

  ${media.phone} {
    min-height: 46px;
  }
`;
