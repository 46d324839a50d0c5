import { Fragment, useId, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { notes } from '@/lib/anchors';
import { notesFromElsewhere } from '@/lib/footnotes';
import { formattingWork, maxWork, workOfPart } from '@/lib/formattingWork';
import { pictureSchemes, type TextFile } from '@/lib/pictures';
import { linesOfPiece, piecesOf, tokenize, type Piece } from '@/lib/portions';
import type { Term } from '@/lib/query';
import { theme } from '@/theme/theme';
import { nameAnchors } from './anchorSteps';
import { boundTree, TooComplex } from './boundTree';
import { directBlocks } from './directionSteps';
import { Mark } from './Marked';
import { markLines } from './lineSteps';
import { IdsOfText, MarkdownLink } from './MarkdownLink';
import { markMatches, type MarkCount } from './markdownSteps';
import { PictureElsewhere } from './picture/PictureElsewhere';
import { pictureComponents } from './picture/pictureComponents';
import { PicturesOfText, widestPreview, widestText } from './picture/PicturesOfText';
import { placePictures } from './picture/pictureSteps';
import { useLightbox } from './picture/useLightbox';
import { PlainText } from './PlainText';
import { PassageOfLevel, WithheldLines, WithheldWords, WordsOfLevel } from './Portions';
import { levelTag, placePortions, withheldTag } from './portionSteps';
import { readMarkdown } from './readMarkdown';
import { markUnusedDefinitions, removeDefinitionMarks } from './unusedDefinitions';
import { linkRecords, nameLinks, type RecordLink } from './recordLinkSteps';
import { TextBoundary } from './TextBoundary';
import { tip } from './tips';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font } = theme;

const Box = styled.div`
  max-width: 76ch;

  > * {
    margin-top: 16px;
    margin-bottom: 0;
  }

  h2,
  h3,
  h4,
  h5,
  h6 {
    font: 600 16px/24px ${font.text};
    color: ${color.bright};
    margin-top: 24px;
  }

  > :first-child {
    margin-top: 0;
  }

  h2 {
    font-size: 18px;
    text-transform: uppercase;
    letter-spacing: 0.06em;
  }

  ul,
  ol {
    padding-inline-start: 3ch;
  }

  ul {
    list-style: square;
  }

  ol {
    list-style: decimal;
  }

  blockquote {
    margin-left: 0;
    margin-right: 0;
    padding-inline-start: 16px;
    border-inline-start: 4px solid ${color.edge};
    color: ${color.muted};
  }

  code {
    font: ${font.dense};
    background: ${color.raised};
    padding: 0 4px;
  }

  pre {
    /* Each line has its own direction. */
    unicode-bidi: plaintext;
    overflow-x: auto;
    padding: 12px;
    background: ${color.raised};
    border: 1px solid ${color.hair};
  }

  pre code {
    padding: 0;
  }

  table {
    display: block;
    overflow-x: auto;
    border-collapse: collapse;
    font: ${font.dense};
  }

  th,
  td {
    border: 1px solid ${color.hair};
    padding: 4px 8px;
    text-align: start;
  }

  th {
    /* Otherwise a column of numbers would break the word above it; a wide table scrolls. */
    overflow-wrap: break-word;
  }

  hr {
    border: 0;
    border-top: 1px dashed ${color.edge};
  }

  strong {
    color: ${color.bright};
  }
`;

/** A link without a target: text with a mark. */
const Broken = styled.span`
  text-decoration: underline dotted;
  text-underline-offset: 3px;

  &::after {
    content: '?';
    content: '?' / '';
    font: ${font.badge};
    vertical-align: super;
    color: ${color.warn};
  }
`;

/** A link in a text that is not yet a record. */
const Pending = styled.span`
  color: ${color.bright};
  text-decoration: underline dashed;
  text-underline-offset: 3px;
`;

/** The screen has an `h1`, so the headings of a document start one level lower. */
const headings: Components = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

function levelOf(node: ExtraProps['node']): number {
  return Number(node?.properties.dataLevel);
}

/** Passages within lines. Only the step that creates these elements knows their names. */
const portionComponents = {
  [withheldTag]: ({ node }: ExtraProps) => <WithheldWords level={levelOf(node)} />,
  [levelTag]: ({ node, children }: ExtraProps & { readonly children?: ReactNode }) => (
    <WordsOfLevel level={levelOf(node)}>{children}</WordsOfLevel>
  ),
} as Components;

const components: Components = {
  ...headings,
  a: MarkdownLink,
  mark: ({ children, node }) => (
    <Mark data-match={node?.properties.dataMatch as string | undefined}>{children}</Mark>
  ),
  span: ({ children, node }) =>
    node?.properties.dataPending !== undefined ? (
      <Pending {...tip('Links to this record once published')}>{children}</Pending>
    ) : node?.properties.dataBroken === undefined ? (
      <span>{children}</span>
    ) : (
      <Broken {...tip('No record that you can see has this name')}>
        {children}
        <VisuallyHidden> (link to no record)</VisuallyHidden>
      </Broken>
    ),
  img: PictureElsewhere,
  ...portionComponents,
  ...pictureComponents,
  // Focusable, so that a wide block can be scrolled with the keyboard.
  pre: ({ children, node }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0} data-line={node?.properties.dataLine as string | undefined}>
      {children}
    </pre>
  ),
};

/**
 * Footnotes get their prefix from the Markdown parser. A second prefix from the sanitizer would break their links;
 * other ids cannot occur, because HTML is not parsed.
 */
const schema = {
  ...defaultSchema,
  clobberPrefix: '',
  protocols: {
    ...defaultSchema.protocols,
    src: [...(defaultSchema.protocols?.src ?? []), ...pictureSchemes],
  },
};

interface MarkdownProps {
  readonly text: string;
  /** The page's address names this text, so its anchors apply here. At most one text of a page. */
  readonly isNamed?: boolean;
  /** The words and phrases of a search to mark. Keep the same list unless it changes. */
  readonly marked?: readonly Term[];
  /**
   * The links of a record, as its reader sees them; `null` if the text is not a record, whose links show only their
   * names. Keep the same list unless it changes.
   */
  readonly links?: readonly RecordLink[] | null;
  /** The files that it names. Keep the same list unless it changes. */
  readonly files?: readonly TextFile[];
  /** The text is being written: its pictures are small, and those that `files` does not list yet are requested too. */
  readonly isDraft?: boolean;
  /** Marks each block with the number of its first line. */
  readonly hasLines?: boolean;
  /** Receives the element of the rendered text after each change. */
  readonly onRendered?: (box: HTMLElement) => void;
}

const none: readonly Term[] = [];
const noFiles: readonly TextFile[] = [];

interface Shown extends Required<Pick<MarkdownProps, 'marked' | 'links' | 'hasLines'>> {
  /** Prefix of the ids in the text. */
  readonly ids: string;
}

/** Definitions of links, which apply to the whole text. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:.*$/gm;

/**
 * The Markdown source for each piece of a text: its own lines and the definitions it refers to. Throws `TooComplex` if
 * parsing would take too long, before anything is parsed.
 */
function sourcesOf(text: string, pieces: readonly Piece[]): readonly string[] {
  const elsewhere = notesFromElsewhere(pieces);
  const definitions = text.match(definition)?.join('\n') ?? '';
  let work = 0;
  return pieces.map((piece, index) => {
    work += workOfPart;
    const part = piece.is === 'withheld' ? '' : piece.text;
    const source =
      part === '' || part === text ? part : `${part}\n\n${elsewhere[index] ?? ''}\n\n${definitions}`;
    work += formattingWork(source);
    if (work > maxWork) throw new TooComplex();
    return source;
  });
}

/** Returns a function that renders the parts of one text in order. */
function renderer({ ids, marked, links, hasLines }: Shown) {
  const used = new Map<string, number>();
  const counted: MarkCount = { matches: 0 };
  return (source: string, index: number, linesBefore: number): ReactNode => {
    const { text, pattern } = tokenize(source);
    // Each part numbers its footnotes from 1.
    const ofNotes = `${ids}${notes}${index === 0 ? '' : `${index}-`}`;
    // These steps run after the sanitizer, which would remove what they add.
    const steps: NonNullable<Options['rehypePlugins']> = [
      [rehypeSanitize, schema],
      directBlocks,
      [placePortions, pattern],
      [placePictures, pattern],
      [nameAnchors, { ofText: ids, ofNotes, used }],
    ];
    if (hasLines) steps.push([markLines, linesBefore]);
    if (source.includes('[[')) steps.push(links === null ? [nameLinks] : [linkRecords, links]);
    if (marked.length > 0) steps.push([markMatches, marked, counted]);
    // Called instead of mounted, because headings and matches are counted across all parts in order.
    return ReactMarkdown({
      remarkPlugins: [readMarkdown, boundTree, removeDefinitionMarks],
      remarkRehypeOptions: { clobberPrefix: ofNotes },
      rehypePlugins: steps,
      components,
      children: text,
    });
  };
}

/** Renders a text with its passages. Passages of lines are found before Markdown is parsed. */
function render(text: string, shown: Shown): ReactNode {
  const draw = renderer(shown);
  const source = markUnusedDefinitions(text);
  const pieces = piecesOf(source);
  const sources = sourcesOf(source, pieces);
  let lines = 0;
  return pieces.map((piece, index) => {
    const first = lines + (piece.is === 'level' ? 1 : 0);
    const drawn = piece.is === 'withheld' ? null : draw(sources[index] ?? '', index, first);
    lines += linesOfPiece(piece);
    switch (piece.is) {
      case 'text':
        return <Fragment key={index}>{drawn}</Fragment>;
      case 'withheld':
        return <WithheldLines key={index} level={piece.level} />;
      case 'level':
        return (
          <PassageOfLevel key={index} level={piece.level}>
            {drawn}
          </PassageOfLevel>
        );
    }
  });
}

/** Renders a text with its passages; `null` if formatting takes too long. */
function renderIfBounded(text: string, shown: Shown): ReactNode | null {
  try {
    return render(text, shown);
  } catch (error) {
    if (error instanceof TooComplex) return null;
    throw error;
  }
}

function Formatted(props: MarkdownProps) {
  const { text, isNamed = false, marked = none, links = null, hasLines = false, onRendered } = props;
  const { files = noFiles, isDraft = false } = props;
  const id = useId();
  const ids = isNamed ? '' : id;
  const box = useRef<HTMLDivElement>(null);
  // Parsing a long text is slow, so it is not repeated when only other props change.
  const content = useMemo(
    () => renderIfBounded(text, { ids, marked, links, hasLines }),
    [text, ids, marked, links, hasLines],
  );
  useLayoutEffect(() => {
    if (box.current !== null) onRendered?.(box.current);
  }, [content, onRendered]);
  const [open, lightbox] = useLightbox(box);
  const pictures = useMemo(
    () => ({ files, isOpenEnded: isDraft, mostWidth: isDraft ? widestPreview : widestText, open }),
    [files, isDraft, open],
  );
  if (content === null) return <PlainText text={text} onRendered={onRendered} />;
  return (
    <IdsOfText value={ids}>
      <PicturesOfText value={pictures}>
        <Box ref={box} data-prose>
          {content}
        </Box>
        {lightbox}
      </PicturesOfText>
    </IdsOfText>
  );
}

/**
 * The text of a document: sanitized Markdown without HTML, or the text as typed if it cannot be formatted or would
 * block the page for too long. `MarkdownText` loads this module.
 */
export function Markdown(props: MarkdownProps) {
  return (
    <TextBoundary text={props.text} onRendered={props.onRendered}>
      <Formatted {...props} />
    </TextBoundary>
  );
}
