import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

interface DenseLineProps {
  /** `grid-template-columns` of the line, and its changes on narrower screens. */
  readonly layout: string;
  /** The line is expanded. */
  readonly open?: boolean;
}

/**
 * A line of a dense list, 32 pixels high: a grid of cells. Its background extends from edge to edge of a flush `Frame`;
 * its text and the rule above it stay at the inset. Below 600 pixels the layout decides how many lines it takes.
 */
export const DenseLine = styled('article', omitProps('layout', 'open'))<DenseLineProps>`
  position: relative;
  display: grid;
  column-gap: 16px;
  align-items: center;
  min-height: 32px;
  padding: 4px 24px;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  ${({ open = false }) => (open ? `background:${color.raised};box-shadow:inset 4px 0 0 ${color.text};` : '')}

  &::before {
    content: '';
    position: absolute;
    top: 0;
    left: 24px;
    right: 24px;
    border-top: 1px dashed ${color.hair};
  }

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  /* The first line of a group. */
  h2 + &::before {
    content: none;
  }

  ${media.phone} {
    padding: 8px 16px;

    &::before {
      left: 16px;
      right: 16px;
    }
  }

  ${({ layout }) => layout}
`;

/** Text of a line, cut if there is not enough room. */
export const LineText = styled('span', omitProps('tone', 'end'))<{
  readonly tone?: 'bright' | 'text' | 'muted' | 'danger' | 'warn';
  /** Aligned at the end of its cell. */
  readonly end?: boolean;
}>`
  min-width: 0;
  ${mixin.cut}
  color: ${({ tone = 'muted' }) => color[tone]};
  ${({ end = false }) => (end ? 'text-align:right;' : '')}
`;

/**
 * Style of the main control of a line, which fills it, so that a press anywhere on the line activates it. Links in the
 * line are above it.
 */
export const lineControl = `
  font: inherit;
  text-align: left;
  ${mixin.bare}
  padding: 0;
  cursor: pointer;
  text-decoration: none;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;

const Heads = styled('div', omitProps('layout'))<Pick<DenseLineProps, 'layout'>>`
  display: grid;
  column-gap: 16px;
  padding: 0 24px;
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};
  ${({ layout }) => layout}

  ${media.phone} {
    display: none;
  }
`;

interface ColumnHeadsProps extends Pick<DenseLineProps, 'layout'> {
  /** The list shows columns only on paper. */
  readonly onPaperOnly?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * The column heads of a dense list, which must follow in the same parent. On paper they repeat on every page. Screen
 * readers get the names from the cells.
 */
export function ColumnHeads({ layout, onPaperOnly = false, children }: ColumnHeadsProps) {
  return (
    <div data-heads data-paper-only={onPaperOnly || undefined} aria-hidden="true">
      <Heads layout={layout}>{children}</Heads>
    </div>
  );
}

export const LineToggle = styled.button`
  ${lineControl}
  min-width: 0;
  ${mixin.cut}
`;

const Mark = styled.svg`
  ${mixin.icon}
  stroke: ${theme.color.muted};
`;

export function OpenMark({ open }: { readonly open: boolean }) {
  return (
    <Mark viewBox="0 0 16 16" aria-hidden="true" data-cell="mark">
      <path d={open ? 'M3.5 6 8 10.5 12.5 6' : 'M6 3.5 10.5 8 6 12.5'} />
    </Mark>
  );
}
