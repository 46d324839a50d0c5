import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** In one line beside a queue, cut at its end; where the case has the page, in as many as it takes. */
const List = styled.dl`
  display: flex;
  min-width: 0;
  overflow: hidden;
  font: 400 14px/20px ${font.text};
  color: ${color.muted};
  white-space: nowrap;

  > div {
    flex: none;
  }

  > div:last-child {
    flex: 0 1 auto;
    overflow: hidden;
    text-overflow: ellipsis;
  }

  && * {
    line-height: inherit;
  }

  > div + div::before {
    content: '|' / '';
    padding: 0 10px;
    color: ${color.edge};
  }

  dt {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
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
    flex-wrap: wrap;
    gap: 0 14px;
    margin-bottom: 16px;
    padding-bottom: 12px;
    border-bottom: 1px dashed ${color.hair};
    line-height: 24px;
    white-space: normal;

    > div + div::before {
      content: none;
    }
  }
`;

/** One fact about a case. */
export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
  /** The value says nothing without its name. */
  readonly isNamed?: boolean;
}

/** What is known about a case. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ term, value, isNamed }) => (
        <div key={term}>
          <dt data-shown={isNamed}>{term}</dt> <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
