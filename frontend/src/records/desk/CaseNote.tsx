import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { lineMixin } from '@/theme/lineMixin';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled.div`
  margin-bottom: 24px;
  font: 400 14px/24px ${font.text};
  color: ${color.bright};
  ${lineMixin.note}

  &:empty {
    display: none;
  }
`;

/** Says above the text what happened to a case while it was open; announced when it appears. */
export function CaseNote({ children }: { readonly children: ReactNode }) {
  return <Box role="status">{children}</Box>;
}
