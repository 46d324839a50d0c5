import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { media } = theme;

const Grid = styled('div', omitProps('hasContents'))<{ readonly hasContents: boolean }>`
  display: grid;
  grid-template-columns: ${({ hasContents }) =>
    hasContents ? '184px minmax(0, 1fr) 312px' : 'minmax(0, 1fr) 312px'};
  grid-template-areas: ${({ hasContents }) =>
    hasContents ? `'contents text side' 'contents foot side'` : `'text side' 'foot side'`};
  /* The column beside the text may be longer than the text. */
  grid-template-rows: auto 1fr;
  gap: 24px;
  align-items: start;

  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr) 312px;
    grid-template-areas: ${({ hasContents }) =>
      `${hasContents ? `'contents contents'` : ''} 'text side' 'foot side'`};
    grid-template-rows: ${({ hasContents }) => (hasContents ? 'auto auto 1fr' : 'auto 1fr')};
  }

  ${media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-areas: ${({ hasContents }) => `${hasContents ? `'contents'` : ''} 'text' 'side' 'foot'`};
    grid-template-rows: auto;
  }
`;

const Part = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  min-width: 0;
`;

interface ReadingLayoutProps {
  /** The table of contents, which places itself in the grid area `contents`; `null` for a text without one. */
  readonly contents: ReactNode;
  readonly text: ReactNode;
  /** Facts about the text. */
  readonly side: ReactNode;
  /** Below the text, and last on a narrow page. */
  readonly foot: ReactNode;
}

/** A text to read, with its table of contents on the left and facts about it on the right; one column on a phone. */
export function ReadingLayout({ contents, text, side, foot }: ReadingLayoutProps) {
  return (
    <Grid data-reading hasContents={contents !== null}>
      {contents}
      <Part data-part="text" style={{ gridArea: 'text' }}>
        {text}
      </Part>
      <Part data-part="side" style={{ gridArea: 'side' }}>
        {side}
      </Part>
      <Part data-part="foot" style={{ gridArea: 'foot' }}>
        {foot}
      </Part>
    </Grid>
  );
}
