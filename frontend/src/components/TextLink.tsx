import styled from '@emotion/styled';
import { Link } from '@/router/Link';
import { theme } from '@/theme/theme';

export const TextLink = styled(Link)`
  color: ${theme.color.bright};
  text-underline-offset: 3px;

  &:hover {
    background: ${theme.color.text};
    color: ${theme.color.onAccent};
  }
`;
