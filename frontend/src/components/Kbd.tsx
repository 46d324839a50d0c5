import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

/** A key to press. */
export const Kbd = styled.kbd`
  font: ${theme.font.badge};
  line-height: 16px;
  border: 1px solid ${theme.color.edge};
  padding: 0 4px;
  color: ${theme.color.text};
  text-transform: uppercase;
`;
