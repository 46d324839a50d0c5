import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

/** What stands between two facts in one line, in pixels. */
const gap = 24;

/** In one line beside a queue, or in as many as it takes: nothing is cut. */
const List = styled.dl`
  display: flex;
  flex-wrap: wrap;
  /* Each fact has a line before it; those at the edge are out of sight. */
  margin-left: -${gap}px;
  clip-path: inset(0 0 0 ${gap}px);
  font: 400 14px/20px ${font.text};
  color: ${color.muted};

  && * {
    line-height: inherit;
  }

  > div::before {
    content: '|' / '';
    display: inline-block;
    width: ${gap}px;
    text-align: center;
    color: ${color.edge};
  }

  dt {
    ${mixin.hidden}
  }

  dt[data-shown] {
    position: static;
    width: auto;
    height: auto;
    display: inline;
    clip-path: none;
    text-transform: lowercase;
  }

  dd {
    display: inline;
  }

  ${media.belowTablet} {
    gap: 0 14px;
    margin: 0 0 16px;
    clip-path: none;
    padding-bottom: 12px;
    border-bottom: 1px dashed ${color.hair};
    line-height: 24px;

    > div::before {
      content: none;
    }
  }
`;

export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
  /** The value says nothing without its name. */
  readonly isNamed?: boolean;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ term, value, isNamed }) => (
        <div key={term}>
          <dt data-shown={isNamed}>{term} </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
