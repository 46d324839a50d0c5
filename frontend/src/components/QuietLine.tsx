import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** The text of a panel that has nothing to show. */
export const QuietLine = styled.p`
  padding: 8px ${theme.length.inset};
  font: ${theme.font.dense};
  color: ${theme.color.muted};
`;
