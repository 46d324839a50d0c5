import { Fragment, useId, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { notes } from '@/lib/anchors';
import { notesFromElsewhere } from '@/lib/footnotes';
import { formattingWork, mostWork, workOfPart } from '@/lib/formattingWork';
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
    /* Each line runs in its own direction. */
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
    /* A column of numbers would otherwise break the word above it; a wide table scrolls. */
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

/** A link that leads nowhere: text with a mark. */
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

/** A link of a text that is not a record yet. */
const Pending = styled.span`
  color: ${color.bright};
  text-decoration: underline dashed;
  text-underline-offset: 3px;
`;

/** The screen has its `h1`, so a document's headings start one lower. */
const headings: Components = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

function levelOf(node: ExtraProps['node']): number {
  return Number(node?.properties.dataLevel);
}

/** Passages within lines. The names of their elements are known to nothing but the step that makes them. */
const portionComponents = {
  [withheldTag]: ({ node }: ExtraProps) => <WithheldWords level={levelOf(node)} />,
  [levelTag]: ({ node, children }: ExtraProps & { readonly children?: ReactNode }) => (
    <WordsOfLevel level={levelOf(node)}>{children}</WordsOfLevel>
  ),
} as Components;

/** Pictures from elsewhere are not loaded. */
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
  img: ({ alt }) => <span>[{alt ?? 'picture'}]</span>,
  ...portionComponents,
  // Focusable, so that a wide block can be scrolled with the keyboard.
  pre: ({ children, node }) => (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0} data-line={node?.properties.dataLine as string | undefined}>
      {children}
    </pre>
  ),
};

/**
 * Footnotes get their prefix from the Markdown reader. A second one from the sanitizer would part the links from what
 * they lead to; no other ids can occur, because HTML is not read.
 */
const schema = { ...defaultSchema, clobberPrefix: '' };

interface MarkdownProps {
  readonly text: string;
  /** It is what the page's address names: its anchors stand there. Only one text of a page can be. */
  readonly isNamed?: boolean;
  /** The words and phrases of a search, which are marked. Pass the same list again unless it changes. */
  readonly marked?: readonly Term[];
  /**
   * The links of a record, as its reader sees them; `null` if the text is not a record, whose links only show their
   * names. Pass the same list again unless it changes.
   */
  readonly links?: readonly RecordLink[] | null;
  /** Says at each block on which line of the text it begins. */
  readonly hasLines?: boolean;
  /** Receives the rendered text, each time it has changed. */
  readonly onRendered?: (box: HTMLElement) => void;
}

const none: readonly Term[] = [];

interface Shown extends Required<Pick<MarkdownProps, 'marked' | 'links' | 'hasLines'>> {
  /** Prefix of the ids in the text. */
  readonly ids: string;
}

/** Definitions of links, which hold in the whole text. */
const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:.*$/gm;

/**
 * What Markdown reads for each piece of a text: its own lines, and what they refer to elsewhere. Throws `TooComplex`
 * where reading it all would take too long; nothing has been read by then.
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
    if (work > mostWork) throw new TooComplex();
    return source;
  });
}

/** Renders the parts of one text, one after the other. */
function renderer({ ids, marked, links, hasLines }: Shown) {
  const used = new Map<string, number>();
  const counted: MarkCount = { matches: 0 };
  return (source: string, index: number, linesBefore: number): ReactNode => {
    const { text, pattern } = tokenize(source);
    // Each part numbers its footnotes from 1.
    const ofNotes = `${ids}${notes}${index === 0 ? '' : `${index}-`}`;
    // What these steps add does not need cleaning, and would not pass it.
    const steps: NonNullable<Options['rehypePlugins']> = [
      [rehypeSanitize, schema],
      directBlocks,
      [placePortions, pattern],
      [nameAnchors, { ofText: ids, ofNotes, used }],
    ];
    if (hasLines) steps.push([markLines, linesBefore]);
    if (links === null) steps.push([nameLinks]);
    else if (links.length > 0) steps.push([linkRecords, links]);
    if (marked.length > 0) steps.push([markMatches, marked, counted]);
    // Called, not mounted: headings and matches are counted through all parts, in their order.
    return ReactMarkdown({
      remarkPlugins: [readMarkdown, boundTree, removeDefinitionMarks],
      remarkRehypeOptions: { clobberPrefix: ofNotes },
      rehypePlugins: steps,
      components,
      children: text,
    });
  };
}

/** The text with its passages: those of lines are found before Markdown sees any of it. */
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

/** The text with its passages; `null` if it takes too long to format. */
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
  const id = useId();
  const ids = isNamed ? '' : id;
  const box = useRef<HTMLDivElement>(null);
  // Reading a long text takes a while, so it is not read again when something beside it changes.
  const content = useMemo(
    () => renderIfBounded(text, { ids, marked, links, hasLines }),
    [text, ids, marked, links, hasLines],
  );
  useLayoutEffect(() => {
    if (box.current !== null) onRendered?.(box.current);
  }, [content, onRendered]);
  if (content === null) return <PlainText text={text} onRendered={onRendered} />;
  return (
    <IdsOfText value={ids}>
      <Box ref={box} data-prose>
        {content}
      </Box>
    </IdsOfText>
  );
}

/**
 * A document's text: Markdown without HTML, cleaned; the text as it was typed if it cannot be formatted or would hold
 * the page for too long. `MarkdownText` fetches it.
 */
export function Markdown(props: MarkdownProps) {
  return (
    <TextBoundary text={props.text} onRendered={props.onRendered}>
      <Formatted {...props} />
    </TextBoundary>
  );
}
