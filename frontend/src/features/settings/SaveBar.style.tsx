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
  /** The names of the changed settings. */
  readonly names: string;
  readonly children: ReactNode;
}

/** Shown at the bottom of the window while there are unsaved changes, with their names. */
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

/** Reserves the height of the password form, so that nothing moves when it loads. */
export const ReservedForm = styled.div`
  min-height: 552px;
`;
