import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { ColumnHeads, DenseLine, LineText, lineControl } from '@/components/list/DenseLine';
import { cutTip } from '@/components/tips';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

export const ShelfHead = styled.div`
  display: grid;
  gap: 4px;
  padding: 12px ${length.inset} 16px;

  > p {
    max-width: 76ch;
    font: ${font.dense};
    color: ${color.text};
    overflow-wrap: anywhere;
  }

  > p:last-of-type {
    color: ${color.muted};
  }
`;

export const ShelfTitle = styled.h3`
  font: 600 20px/24px ${font.text};
  color: ${color.bright};
  overflow-wrap: anywhere;

  &:focus-visible {
    outline: 0;
  }
`;

/** The form of a section in place of its head. */
export const ShelfEditor = styled.div`
  padding: 16px ${length.inset};
`;

/** The bottom of a shelf, with a background of its own: a form. */
export const ShelfFoot = styled.div`
  margin: 8px 0 -8px;
  padding: 16px ${length.inset};
  background: ${color.raised};
  border-top: 1px solid ${color.edge};

  input,
  textarea,
  select {
    background-color: ${color.panel};
  }
`;

const layout = `
  grid-template-columns: minmax(0, 1fr) 44px 64px 176px 88px;

  [data-cell='file'] { display: flex; gap: 8px; align-items: center; }

  ${media.screenBelowWide} {
    grid-template-columns: minmax(0, 1fr) 44px 64px 88px;
    [data-cell='category'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    column-gap: 12px;

    [data-cell='title'] { grid-column: 1 / -1; grid-row: 1; font-size: 16px; }
    [data-cell='level'] { grid-row: 2; grid-column: 1; }
    [data-cell='category'] { display: block; grid-row: 2; grid-column: 2; }
    [data-cell='file'] { grid-row: 2; grid-column: 3; }
    [data-cell='date'] { grid-row: 2; grid-column: 4; }
  }
`;

const Title = styled.h4`
  min-width: 0;
  font: inherit;
  ${mixin.cut}
  color: ${color.bright};

  a {
    ${lineControl}
    color: inherit;
  }

  a:focus-visible {
    outline-offset: -2px;
  }
`;

interface ArchivedLineProps {
  /** A link. */
  readonly title: ReactNode;
  /** The title as text. */
  readonly name: string;
  /** The icon of an attachment, or nothing. */
  readonly file: ReactNode;
  readonly level: ReactNode;
  readonly category: string;
  readonly archived: ReactNode;
}

/** An archived document on a line of 32 pixels. */
export function ArchivedLine({ title, name, file, level, category, archived }: ArchivedLineProps) {
  return (
    <DenseLine layout={layout}>
      <Title data-cell="title" {...cutTip(name)}>
        {title}
      </Title>
      <span data-cell="file">{file}</span>
      <span data-cell="level">{level}</span>
      <LineText data-cell="category">{category}</LineText>
      <LineText end data-cell="date">
        {archived}
      </LineText>
    </DenseLine>
  );
}

export function ArchivedHeads() {
  return (
    <ColumnHeads layout={layout}>
      <span>Title</span>
      <span />
      <span>Level</span>
      <span data-cell="category">Category</span>
      <LineText end>Archived</LineText>
    </ColumnHeads>
  );
}
