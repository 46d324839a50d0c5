import { createPortal } from 'react-dom';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, layer, length } = theme;

/** Over everything between the bars of the window. The drag goes through it. */
const Box = styled.div`
  position: fixed;
  z-index: ${layer.overlay};
  inset: ${length.masthead} 0 ${length.foot};
  display: grid;
  place-items: center;
  padding: 24px;
  border: 2px dashed ${color.accent};
  background: color-mix(in srgb, ${color.void} 70%, transparent);
  pointer-events: none;

  > p {
    padding: 16px 24px;
    font: ${font.strong};
    color: ${color.bright};
    background: ${color.panel};
    border: 1px solid ${color.accent};
  }

  &[data-refused] {
    border-color: ${color.warn};

    > p {
      color: ${color.warn};
      border-color: ${color.warn};
    }
  }
`;

interface DropSignProps {
  /** Nothing may be dropped. */
  readonly refused: boolean;
  readonly children: string;
}

/** What is done with files that are being dragged over the page. */
export function DropSign({ refused, children }: DropSignProps) {
  return createPortal(
    <Box aria-hidden="true" data-drop-sign data-refused={refused || undefined}>
      <p>{children}</p>
    </Box>,
    document.body,
  );
}
