import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const Box = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 16px;
  /* Its background extends to the border of the frame, its text stays at the inset. */
  margin: 0 calc(-1 * ${length.inset});
  padding: 16px ${length.inset};

  &::before {
    ${mixin.rule}
  }

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  /* Its target is shown beside the list. */
  &:has([aria-current='true']) {
    background: ${color.raised};
    box-shadow: inset 3px 0 0 ${color.accent};
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Title = styled.h3`
  font: 600 16px/24px ${font.text};
  color: ${color.bright};

  a {
    text-underline-offset: 3px;
  }
`;

const Meta = styled.div`
  grid-column: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: center;
  font: ${font.dense};
  color: ${color.muted};
`;

const Body = styled.div`
  grid-column: 1;
  font: ${font.dense};
  color: ${color.text};
  max-width: 76ch;
`;

const Actions = styled.div`
  grid-column: 2;
  grid-row: 1 / 4;
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  justify-content: flex-end;
  align-content: flex-start;

  ${media.belowWide} {
    max-width: 220px;
  }

  ${media.phone} {
    grid-column: 1;
    grid-row: auto;
    max-width: none;
    margin-top: 8px;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);

    > * {
      padding: 10px 0;
      letter-spacing: 0;
    }
  }
`;

interface DataRowProps {
  /** Usually a link. */
  readonly title: ReactNode;
  /** Short facts in one line: id, level, category, date, status. */
  readonly meta: ReactNode;
  readonly children?: ReactNode;
  /** Small buttons, at most four so that they fit side by side on a phone. */
  readonly actions?: ReactNode;
}

export function DataRow({ title, meta, children, actions }: DataRowProps) {
  return (
    <Box>
      <Title>{title}</Title>
      <Meta>{meta}</Meta>
      {children !== undefined && <Body>{children}</Body>}
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Box>
  );
}

/** Wraps rows, so that the first one has no rule above it. */
export const DataRows = styled.div`
  > *:first-of-type::before,
  > *:first-of-type > article::before {
    content: none;
  }
`;
