import type { ReactNode, Ref } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color } = theme;

const Box = styled('div', omitProps('beside'))<{ readonly beside: boolean }>`
  position: relative;
  min-height: 376px;
  border: 1px dashed ${color.hair};
  ${({ beside }) => (beside ? 'height:100%;' : '')}
`;

/** Beside a text area it takes the area's height, also while that is being resized, and scrolls. */
const Pane = styled('div', omitProps('beside'))<{ readonly beside: boolean }>`
  padding: 8px 12px;
  color: ${color.text};
  overflow-wrap: anywhere;
  ${({ beside }) => (beside ? 'position:absolute;inset:0;overflow:auto;' : '')}
`;

/** One part of a long text. The browser lays it out when it comes into view. */
export const PreviewPart = styled.div`
  content-visibility: auto;
  contain-intrinsic-size: auto 1200px;

  & + & {
    margin-top: 16px;
  }
`;

interface PreviewPaneProps {
  readonly label: string;
  readonly beside: boolean;
  /** The box that scrolls, if it is beside something; its children are the parts. */
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/** Where a text is shown as its readers will see it. */
export function PreviewPane({ label, beside, ref, children }: PreviewPaneProps) {
  return (
    <Box beside={beside}>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Pane ref={ref} role="region" aria-label={label} beside={beside} tabIndex={0}>
        {children}
      </Pane>
    </Box>
  );
}
