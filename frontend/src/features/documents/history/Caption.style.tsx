import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font, length } = theme;

/** A label on the top edge of a pane. `end` aligns it at the right, for keys. */
export const Caption = styled('div', omitProps('end'))<{ readonly end?: boolean }>`
  position: absolute;
  z-index: 2;
  top: -13px;
  ${({ end }) => (end ? 'right' : 'left')}: calc(${length.inset} - 9px);
  display: flex;
  gap: 8px;
  align-items: center;
  padding: 0 8px;
  font: ${font.strong};
  font-weight: ${({ end }) => (end ? 400 : 600)};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  white-space: nowrap;
  color: ${({ end }) => (end ? color.muted : color.bright)};
  background: ${color.panel};
  border: 1px solid ${color.hair};

  > h2 {
    font: inherit;
  }

  kbd {
    text-transform: none;
  }

  > span {
    font-weight: 400;
    color: ${color.muted};
  }
`;
