import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { footBar } from '@/components/footBars';
import { theme } from '@/theme/theme';

const { color, font, layer, length, media } = theme;

const Bar = styled.section`
  position: sticky;
  bottom: ${length.statusBar};
  z-index: ${layer.bars};
  display: flex;
  flex-wrap: wrap;
  gap: 8px 16px;
  align-items: center;
  padding: 12px ${length.inset};
  background: ${color.raised};
  border: 1px solid ${color.edge};

  ${media.phone} {
    padding: 8px;
  }
`;

const Words = styled.p`
  flex: 1 1 240px;
  font: ${font.dense};
  color: ${color.text};

  > b {
    font-weight: 400;
    color: ${color.warn};
  }
`;

const Buttons = styled.div`
  display: flex;
  gap: 8px 12px;

  ${media.phone} {
    flex: 1 1 100%;

    > * {
      flex: 1;
    }
  }
`;

interface SaveBarProps {
  /** `2 changes are not saved:` */
  readonly title: string;
  /** What was changed. */
  readonly names: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** Stays at the foot of the window while something on the screen is not saved, and names it. */
export function SaveBar({ title, names, children }: SaveBarProps) {
  return (
    <Bar ref={footBar} data-sticky aria-label="Unsaved changes">
      <Words role="status">
        <b>{title}</b> {names}
      </Words>
      <Buttons>{children}</Buttons>
    </Bar>
  );
}

/** As high as the form for a new password, so that nothing below it moves when that comes. */
export const FormRoom = styled.div`
  min-height: 552px;
`;
