import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, layer } = theme;

const Box = styled.div`
  position: relative;

  [id$='-hint'] {
    position: absolute;
    z-index: ${layer.bars};
    top: 100%;
    right: 0;
    width: 320px;
    padding: 8px 12px;
    background: ${color.panel};
    border: 1px solid ${color.edge};
  }

  &:not(:focus-within) [id$='-hint'] {
    visibility: hidden;
  }
`;

/** A field whose hint has no line of its own: it is shown over what is below while the field has the focus. */
export function BriefField({ children }: { readonly children: ReactNode }) {
  return <Box>{children}</Box>;
}
