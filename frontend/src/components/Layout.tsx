import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { space } from '@/theme/tokens';

type Gap = keyof typeof space;

interface StackProps {
  readonly gap?: Gap;
  /** Keeps a distance of 16 pixels from what is above, where the surroundings leave none. */
  readonly below?: boolean;
  /** The second thing takes the height that is left. */
  readonly fill?: boolean;
}

/** Things one under another. Panels stand `xl` apart, which shrinks a little on a phone. */
export const Stack = styled('div', omitProps('gap', 'below', 'fill'))<StackProps>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  ${({ fill = false }) => (fill ? 'grid-template-rows:auto 1fr;' : 'align-content:start;')}
  gap: ${({ gap = 'lg' }) => `${space[gap]}px`};
  ${({ below = false }) => (below ? 'padding-top:16px;' : '')}
`;

/**
 * Stays in sight at the foot of the window, above the bar there, while the list it stands under is longer than that.
 */
export const InSight = styled.div`
  position: sticky;
  bottom: 56px;
  background: ${theme.color.panel};
`;

interface RowProps extends StackProps {
  readonly align?: 'start' | 'center' | 'end';
  readonly justify?: 'start' | 'end' | 'between';
}

const justified = { start: 'flex-start', end: 'flex-end', between: 'space-between' } as const;

/** Things beside one another, wrapping where there is no room. */
export const Row = styled('div', omitProps('gap', 'align', 'justify'))<RowProps>`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ gap = 'md' }) => `${space[gap]}px`};
  align-items: ${({ align = 'center' }) => (align === 'center' ? 'center' : `flex-${align}`)};
  justify-content: ${({ justify = 'start' }) => justified[justify]};
`;

interface GridProps extends StackProps {
  /** Any `grid-template-columns` for wide screens. Below `collapse` it is a single column. */
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

/** Columns that become one when the screen is narrow. */
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
 * Keeps the room of what is being loaded, so that nothing moves when it arrives. It is neither seen, read out nor
 * focused.
 */
export function Reserved({ children }: { readonly children: ReactNode }) {
  return <span style={{ display: 'contents', visibility: 'hidden' }}>{children}</span>;
}
