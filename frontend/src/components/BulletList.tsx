import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

export const BulletList = styled.ul`
  display: grid;
  gap: 4px;
  font: ${theme.font.dense};

  li {
    padding-left: 2ch;
    text-indent: -2ch;
  }

  li::before {
    content: '> ' / '';
    color: ${theme.color.accent};
    white-space: pre;
  }
`;
