import { Fragment, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { breakpoints } from '@/theme/tokens';

const { color, font } = theme;

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(min-content, auto) minmax(min-content, 1fr);
  gap: 6px 16px;
  font: ${font.dense};

  dt {
    color: ${color.muted};
    ${mixin.caps}
    overflow-wrap: normal;
  }

  dd {
    text-align: right;
    color: ${color.text};
  }
`;

/**
 * Reserves the height of a list of four facts that load later, in two columns or, on a phone, one. Buttons below do not
 * move while a user is pressing them.
 */
export const ReservedFacts = styled.div`
  min-height: 106px;

  @media (min-width: ${breakpoints.phone}px) {
    min-height: 50px;

    dl {
      grid-template-columns: auto 1fr auto 1fr;
    }

    dl > dd {
      text-align: left;
    }
  }
`;

export interface Definition {
  readonly term: string;
  readonly value: ReactNode;
}

interface DefinitionsProps {
  readonly items: readonly Definition[];
}

/** The pairs without a list element, for a list with a style of its own. */
export function Definitions({ items }: DefinitionsProps) {
  return items.map(({ term, value }) => (
    <Fragment key={term}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </Fragment>
  ));
}

export function DefinitionList({ items }: DefinitionsProps) {
  return (
    <List>
      <Definitions items={items} />
    </List>
  );
}
