import { Fragment } from 'react';
import styled from '@emotion/styled';
import { splitByMatches, withoutLinkMarks } from '@/lib/matches';
import { theme } from '@/theme/theme';
import { Mark } from './Marked';

/** The block characters that the server sends for withheld text; an excerpt may be cut inside them. */
const blocks = /(█+)/;

/** One bar of a fixed width, whatever it replaces. */
const Bar = styled.span`
  display: inline-block;
  width: 3ch;
  height: 1em;
  vertical-align: -0.125em;
  background: ${theme.color.edge};
  forced-color-adjust: none;
`;

interface ExcerptProps {
  /** A single-line part of a record's text, as the server sends it. */
  readonly text: string;
  /** The matches of a search: `[start, end]` in UTF-16 code units, ascending. */
  readonly ranges?: readonly (readonly number[])[] | null;
}

/**
 * A part of a record's text with the labels of its links, a bar for withheld text, and search matches in inverse video.
 */
export function Excerpt({ text, ranges = null }: ExcerptProps) {
  const read = withoutLinkMarks(text, ranges);
  return splitByMatches(read.text, read.ranges).map((part, index) =>
    part.match ? <Mark key={index}>{part.text}</Mark> : <Words key={index} text={part.text} />,
  );
}

function Words({ text }: { readonly text: string }) {
  return text
    .split(blocks)
    .map((piece, index) =>
      index % 2 === 0 ? (
        <Fragment key={index}>{piece}</Fragment>
      ) : (
        <Bar key={index} role="img" aria-label="Withheld" data-withheld="" />
      ),
    );
}
