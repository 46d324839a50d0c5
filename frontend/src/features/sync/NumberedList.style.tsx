import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

export const NumberedList = styled.ol`
  display: grid;
  gap: 4px;
  padding-top: 16px;
  border-top: 1px dashed ${color.hair};
  font: ${font.dense};
  counter-reset: step;

  li {
    padding-left: 3ch;
    text-indent: -3ch;
    counter-increment: step;
  }

  li::before {
    content: counter(step) '. ';
    color: ${color.muted};
    white-space: pre;
  }
`;
