import { useState, type ComponentProps, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { ColumnHeads, DenseLine, LineText, lineControl } from '@/components/list/DenseLine';
import { cutTip } from '@/components/tips';
import { useIsPhone } from '@/components/useMedia';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { PictureSign } from './PictureSign';
import { RecordMark, type Mark } from './RecordMark';
import { RowActions, RowMenu } from './RowActions';

const { color, font, media } = theme;

interface RecordRowProps {
  /** A link. */
  readonly title: ReactNode;
  /** The title as text, for the name of the actions menu. */
  readonly name: string;
  /** Omitted in a list without marks, where all titles look alike. */
  readonly mark?: Mark;
  /** Number of its pictures. */
  readonly pictures?: number;
  /** Small buttons; on a phone they take one or two lines. */
  readonly actions: ReactNode;
}

interface ComfortableRowProps extends RecordRowProps {
  /**
   * Short facts in one line: id, level, category, date, status, attachment. Only those with a `data-cell` are printed.
   */
  readonly meta: ReactNode;
  readonly children: ReactNode;
}

/** On paper every record is a line of the same columns, whatever its layout on screen. */
const printed = `
  ${media.print} {
    grid-template-columns: 88px 48px minmax(0, 1fr) 136px 112px 88px;
    column-gap: 12px;
    align-items: baseline;
    padding-block: 4px;

    > [data-cell='body'], > [data-cell='file'] { display: none; }

    [data-cell] { grid-row: 1; font: ${font.dense}; }
    [data-cell='title'] > * { font: inherit; }
    [data-cell='id'] { grid-column: 1; }
    [data-cell='level'] { grid-column: 2; }
    [data-cell='title'] { grid-column: 3; }
    [data-cell='category'] { grid-column: 4; }
    [data-cell='author'] { grid-column: 5; }
    [data-cell='date'] { grid-column: 6; text-align: right; }
  }
`;

const Box = styled.article`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  padding: 7px 24px 8px;
  border-top: 1px dashed ${color.hair};

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  h2 + & {
    border-top-color: transparent;
  }

  > [data-cell='menu'] {
    grid-column: 2;
    grid-row: 1;
  }

  ${media.phone} {
    padding: 6px 16px 7px;
  }

  ${printed}
`;

/** The title, and the mark of the record for its reader. */
const TitleLine = styled('div', omitProps('mark'))<{ readonly mark: Mark | undefined }>`
  display: flex;
  gap: 12px;
  align-items: center;
  min-width: 0;
  color: ${({ mark }) => (mark === null ? color.text : color.bright)};

  > [data-mark] {
    flex: none;
  }

  ${media.print} {
    > [data-mark] {
      display: none;
    }
  }
`;

const Title = styled.h3`
  min-width: 0;
  font: 600 16px/24px ${font.text};
  ${mixin.cut}

  a {
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }

  a:focus-visible {
    outline-offset: -2px;
  }

  ${media.screenPhone} {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-height: 22px;
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;

const Meta = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  align-items: center;
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  ${media.screenPhone} {
    gap: 0 8px;

    a {
      letter-spacing: 0;
    }

    &,
    && > * {
      font-size: 12px;
      line-height: 18px;
    }
  }

  [data-cell='author'] a {
    display: inline-block;
    padding: 5px 0;
    margin: -5px 0;
    font: inherit;
    color: ${color.text};
    text-decoration: none;
  }

  [data-cell='author'] a:hover {
    text-decoration: underline;
  }

  /* At the end of its line, under the menu. */
  > [data-mark] {
    margin-left: auto;
  }

  ${media.print} {
    display: contents;

    > :not([data-cell]) {
      display: none;
    }
  }
`;

const Body = styled.div`
  grid-column: 1 / -1;
  font: ${font.dense};
  color: ${color.text};

  /* Two hundred characters usually fit on two lines; wider text is cut. */
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;

  ${media.belowTablet} {
    -webkit-line-clamp: none;
  }

  ${media.screenPhone} {
    -webkit-line-clamp: 2;
    line-height: 20px;
  }
`;

/** A record with the start of its text: at most 112 pixels high from a width of 900 pixels. */
export function ComfortableRow(props: ComfortableRowProps) {
  const { title, name, mark, pictures = 0, meta, children, actions } = props;
  const [open, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const signs = (
    <>
      <RecordMark mark={mark ?? null} />
      <PictureSign count={pictures} />
    </>
  );
  return (
    <Box>
      <TitleLine mark={mark} data-cell="title">
        <Title dir="auto" {...cutTip(name)}>
          {title}
        </Title>
        {!isPhone && signs}
      </TitleLine>
      <Meta>
        {meta}
        {isPhone && signs}
      </Meta>
      <Body data-cell="body" dir="auto">
        {children}
      </Body>
      <RowMenu label={`Actions for ${name}`} open={open} onToggle={() => setOpen(!open)} />
      <RowActions open={open}>{actions}</RowActions>
    </Box>
  );
}

const layout = `
  grid-template-columns: 88px 56px minmax(0, 1fr) 44px 176px 104px 88px;

  [data-cell='file'] { display: flex; gap: 8px; align-items: center; }

  [data-cell='menu'] { grid-row: 1; grid-column: 8; }

  ${media.screenBelowWide} {
    grid-template-columns: 88px 56px minmax(0, 1fr) 44px 88px;

    [data-cell='menu'] { grid-column: 6; }
    [data-cell='category'], [data-cell='author'] { display: none; }
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto auto auto;
    column-gap: 12px;

    [data-cell='title'] { grid-column: 1 / 4; grid-row: 1; font-size: 16px; }
    [data-cell='id'] { grid-row: 2; }
    [data-cell='file'] { grid-row: 2; grid-column: 2; }
    [data-cell='level'] { grid-row: 2; grid-column: 3; }
    [data-cell='date'] { grid-row: 2; grid-column: 4; }
    [data-cell='menu'] { grid-row: 1; grid-column: 4; justify-self: end; }
  }

  ${printed}
`;

const LineTitle = styled.h3`
  min-width: 0;
  font: inherit;
  ${mixin.cut}

  a {
    ${lineControl}
  }

  a:focus-visible {
    outline-offset: -2px;
  }
`;

const Context = styled.div`
  grid-column: 1 / -1;
  padding-left: 176px;
  color: ${color.text};
  ${mixin.cut}

  ${media.phone} {
    grid-row: 3;
    padding-left: 0;
  }
`;

interface CompactRowProps extends RecordRowProps {
  readonly id: string;
  readonly level: ReactNode;
  /** The icon of an attachment; `null` for none. */
  readonly file: ReactNode;
  readonly category: string;
  readonly author: string;
  readonly date: ReactNode;
  /** A line of text around the matches of a search; `null` for none. */
  readonly context: ReactNode;
}

/** A record on one line of 32 pixels. */
export function CompactRow(props: CompactRowProps) {
  const {
    id,
    level,
    title,
    name,
    mark,
    pictures = 0,
    file,
    category,
    author,
    date,
    context,
    actions,
  } = props;
  const [open, setOpen] = useState(false);
  return (
    <DenseLine layout={layout}>
      <span data-cell="id">{id}</span>
      <span data-cell="level">{level}</span>
      <TitleLine mark={mark} data-cell="title">
        <LineTitle dir="auto" {...cutTip(name)}>
          {title}
        </LineTitle>
        <RecordMark mark={mark ?? null} />
        <PictureSign count={pictures} />
      </TitleLine>
      <span data-cell="file">{file}</span>
      <LineText data-cell="category">{category}</LineText>
      <LineText data-cell="author" {...cutTip()}>
        {author}
      </LineText>
      <LineText end data-cell="date">
        {date}
      </LineText>
      <RowMenu label={`Actions for ${name}`} open={open} onToggle={() => setOpen(!open)} />
      {context !== null && (
        <Context data-cell="body" dir="auto" {...cutTip()}>
          {context}
        </Context>
      )}
      <RowActions open={open}>{actions}</RowActions>
    </DenseLine>
  );
}

/** The column heads of compact rows, and on paper of all rows. */
export function RecordHeads(props: Pick<ComponentProps<typeof ColumnHeads>, 'onPaperOnly'>) {
  return (
    <ColumnHeads layout={layout} {...props}>
      <span data-cell="id">ID</span>
      <span data-cell="level">Level</span>
      <span data-cell="title">Title</span>
      <span data-cell="file" />
      <span data-cell="category">Category</span>
      <span data-cell="author">Author</span>
      <LineText end data-cell="date">
        Date
      </LineText>
    </ColumnHeads>
  );
}
