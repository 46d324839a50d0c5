import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { Isolated } from '@/components/Isolated';
import { KeyCap } from '@/components/Kbd';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { Link, type LinkProps } from '@/router/Link';
import { mixin, theme } from '@/theme/theme';

const { color, font } = theme;

const Pair = styled.nav`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 8px 24px;

  > p {
    grid-column: 1 / -1;
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
`;

const cell = `
  display: flex;
  gap: 12px;
  align-items: center;
  min-width: 0;
  min-height: 46px;
  padding: 10px 23px;
  border: 1px solid ${color.hair};
  font: 400 14px/24px ${font.text};

  > bdi {
    min-width: 0;
    ${mixin.cut}
  }

  &[data-side='next'] {
    justify-content: flex-end;
  }
`;

const LinkCell = styled(Link)`
  ${cell}
  color: ${color.text};
  text-decoration: none;

  &:hover {
    color: ${color.bright};
    background: ${color.raised};
    border-color: ${color.edge};
  }
`;

const EmptyCell = styled.span`
  ${cell}
  color: ${color.muted};
  border-style: dashed;
`;

/** The row before or after a record in its list. */
export type Neighbor =
  | { readonly is: 'record'; readonly title: string; readonly link: Pick<LinkProps, 'to' | 'state'> }
  /** The list begins or ends here. */
  | { readonly is: 'end' }
  /** Not loaded yet. */
  | { readonly is: 'waiting' };

interface NeighborsProps {
  readonly previous: Neighbor;
  readonly next: Neighbor;
  /** Why the list could not be loaded. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly onFollow: (side: 'previous' | 'next') => void;
}

const sides = {
  previous: { cap: 'k', name: 'Previous record: ', end: 'Start of the list' },
  next: { cap: 'j', name: 'Next record: ', end: 'End of the list' },
} as const;

/**
 * The records before and after this one in the list that the reader came from. Following a link keeps the way back to
 * the list.
 */
export function Neighbors({ failure, onRetry, onFollow, ...neighbors }: NeighborsProps) {
  const one = (side: 'previous' | 'next'): ReactNode => {
    const neighbor = neighbors[side];
    const { cap, name, end } = sides[side];
    if (neighbor.is !== 'record')
      return <EmptyCell data-side={side}>{neighbor.is === 'end' ? end : 'Loading'}</EmptyCell>;
    return (
      <LinkCell
        {...neighbor.link}
        replace
        data-side={side}
        title={neighbor.title}
        onClick={() => onFollow(side)}
      >
        {side === 'previous' && <KeyCap>{cap}</KeyCap>}
        <VisuallyHidden>{name}</VisuallyHidden>
        <Isolated>{neighbor.title}</Isolated>
        {side === 'next' && <KeyCap>{cap}</KeyCap>}
      </LinkCell>
    );
  };
  return (
    <Pair aria-label="Records before and after">
      {one('previous')}
      {one('next')}
      {failure !== null && (
        <p>
          <Text tone="warn" size="dense" role="status">
            The list could not be loaded. {failure}
          </Text>
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        </p>
      )}
    </Pair>
  );
}
