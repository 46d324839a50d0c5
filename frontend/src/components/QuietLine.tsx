import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** What a panel says while it has nothing to show. */
export const QuietLine = styled.p`
  padding: 8px ${theme.length.inset};
  font: ${theme.font.dense};
  color: ${theme.color.muted};
`;
