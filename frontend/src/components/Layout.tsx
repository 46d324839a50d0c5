import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { space } from '@/theme/tokens';

type Gap = keyof typeof space;

interface StackProps {
  readonly gap?: Gap;
  /** Adds 16 pixels above if the surroundings have no margin. */
  readonly below?: boolean;
  /** The second child takes the remaining height. */
  readonly fill?: boolean;
}

/** Children stacked vertically. Panels are `xl` apart, a little less on a phone. */
export const Stack = styled('div', omitProps('gap', 'below', 'fill'))<StackProps>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${({ fill = false }) => (fill ? 'grid-template-rows:auto 1fr;' : 'align-content:start;')}
  gap: ${({ gap = 'lg' }) => `${space[gap]}px`};
  ${({ below = false }) => (below ? 'padding-top:16px;' : '')}
`;

/**
 * Stays visible at the bottom of the window, above the status bar, while the list above it is taller than the window.
 */
export const StickyFoot = styled.div`
  position: sticky;
  bottom: 56px;
  background: ${theme.color.panel};
`;

interface RowProps extends StackProps {
  readonly align?: 'start' | 'center' | 'end';
  readonly justify?: 'start' | 'end' | 'between';
}

const justified = { start: 'flex-start', end: 'flex-end', between: 'space-between' } as const;

/** Children side by side; they wrap if there is not enough width. */
export const Row = styled('div', omitProps('gap', 'align', 'justify'))<RowProps>`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ gap = 'md' }) => `${space[gap]}px`};
  align-items: ${({ align = 'center' }) => (align === 'center' ? 'center' : `flex-${align}`)};
  justify-content: ${({ justify = 'start' }) => justified[justify]};
`;

interface GridProps extends StackProps {
  /** `grid-template-columns` for wide screens. Below `collapse` there is a single column. */
  readonly columns: string;
  readonly collapse?: 'phone' | 'tablet' | 'wide';
  /** `stretch` makes the columns equally high. */
  readonly align?: 'start' | 'stretch';
}

const collapseAt = {
  phone: theme.media.phone,
  tablet: theme.media.belowTablet,
  wide: theme.media.belowWide,
} as const;

/** Columns that become one on narrow screens. */
export const Grid = styled('div', omitProps('gap', 'columns', 'collapse', 'align'))<GridProps>`
  display: grid;
  grid-template-columns: ${({ columns }) => columns};
  gap: ${({ gap = 'xl' }) => `${space[gap]}px`};
  align-items: ${({ align = 'start' }) => align};

  ${({ collapse = 'tablet' }) => collapseAt[collapse]} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/**
 * Reserves the space of content that is loading, so that nothing moves when it arrives. It is invisible to everyone,
 * including screen readers, and not focusable.
 */
export function Reserved({ children }: { readonly children: ReactNode }) {
  return <span style={{ display: 'contents', visibility: 'hidden' }}>{children}</span>;
}
