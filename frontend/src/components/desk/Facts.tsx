import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const List = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 24px;
  margin-bottom: 24px;
  padding-bottom: 16px;
  font: 400 14px/24px ${font.text};
  border-bottom: 1px dashed ${color.hair};

  dt {
    font-size: 12px;
    letter-spacing: 0.06em;
    text-transform: uppercase;
    color: ${color.muted};
  }

  ${media.phone} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 4px 16px;
  }
`;

/** One fact about a case. */
export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
}

/** What is known about a case, each value under its name. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}
