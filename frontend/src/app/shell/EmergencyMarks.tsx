import type { ReactNode } from 'react';
import { Global } from '@emotion/react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { breakpoints, lengths } from '@/theme/tokens';

const { color, font, layer, length, media } = theme;

/** Combined height of the masthead and the fence below it, in pixels. */
const combinedHeight = 97;

/** The fence has a row of its own; sticky elements of the page stick below it. */
const fenceLayout = `
:has(> [data-fence]){grid-template-rows:auto auto 1fr auto!important}
@media (min-width:${breakpoints.phone}px){html:has([data-fence]) main{${lengths.masthead.name}:${combinedHeight}px}}
`;

/** The cell of the masthead in place of a username. */
export const EmergencyCell = styled.span`
  display: flex;
  gap: 12px;
  align-items: center;
  height: 32px;
  padding: 0 12px;
  color: ${color.warn};
  border: 1px solid ${color.warn};
  white-space: nowrap;

  > time {
    font: 400 28px/32px ${font.display};
    letter-spacing: 0.04em;
  }

  ${media.belowWide} {
    i {
      display: none;
    }
  }

  ${media.phone} {
    display: grid;
    gap: 0;
    padding: 0;
    border: 0;
    font: 400 12px/16px ${font.text};
    text-align: right;

    > time {
      font: 600 14px/16px ${font.text};
    }
  }
`;

const Bar = styled.section`
  position: sticky;
  top: ${length.masthead};
  z-index: ${layer.bars};
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 4px 24px;
  align-items: center;
  padding: 7px ${length.pageEdge} 8px;
  font: ${font.dense};
  color: ${color.text};
  background: ${color.raised};
  border-bottom: 1px solid ${color.hair};
  box-shadow: inset 4px 0 0 ${color.warn};

  > b {
    font-weight: 600;
    color: ${color.warn};
  }

  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr) auto;

    > p {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }

  ${media.phone} {
    position: static;
  }
`;

interface FenceBarProps {
  readonly lead: string;
  /** The restrictions. */
  readonly words: string;
  readonly action: ReactNode;
}

/** The line under the masthead that lists the restrictions of an emergency session. */
export function FenceBar({ lead, words, action }: FenceBarProps) {
  return (
    <Bar data-bar data-fence aria-label="Emergency access">
      <Global styles={fenceLayout} />
      <b>{lead}</b>
      <p>{words}</p>
      {action}
    </Bar>
  );
}
