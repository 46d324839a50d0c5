import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import type { Definition } from '../DefinitionList';

const { color, font, media } = theme;

const Whole = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 8px 24px;
  padding: 8px 24px 16px 112px;
  font: 400 14px/24px ${font.text};
  color: ${color.text};
  background: ${color.raised};
  box-shadow: inset 4px 0 0 ${color.text};

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
    padding-left: 24px;
  }

  ${media.phone} {
    padding: 8px 16px 16px;
  }
`;

const Members = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 24px;
  align-content: start;

  dt {
    font-size: 12px;
    ${mixin.caps}
    color: ${color.muted};
  }

  dd {
    overflow-wrap: anywhere;
  }

  /* A colored text or a link keeps the text size of the other values. */
  dd > * {
    font: inherit;
  }

  ${media.phone} {
    gap: 0 16px;
  }
`;

interface OpenEntryProps {
  readonly id?: string;
  readonly members: readonly Definition[];
  /** Content of the second column. */
  readonly children: ReactNode;
}

/** The details of an expanded entry, below its line. */
export function OpenEntry({ id, members, children }: OpenEntryProps) {
  return (
    <Whole id={id}>
      <Members>
        {members.map(({ term, value }) => (
          <Member key={term} term={term} value={value} />
        ))}
      </Members>
      {children}
    </Whole>
  );
}

function Member({ term, value }: Definition) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </>
  );
}
