import { Fragment } from 'react';
import styled from '@emotion/styled';
import { splitByMatches, withoutLinkMarks } from '@/lib/matches';
import { theme } from '@/theme/theme';
import { Mark } from './Marked';

/** The blocks that the server puts where something is withheld; an excerpt may be cut inside them. */
const blocks = /(█+)/;

/** One bar of a fixed width, whatever was there. */
const Bar = styled.span`
  display: inline-block;
  width: 3ch;
  height: 1em;
  vertical-align: -0.125em;
  background: ${theme.color.edge};
  forced-color-adjust: none;
`;

interface ExcerptProps {
  /** A part of a record's text on one line, as the server sends it. */
  readonly text: string;
  /** The matches of a search: `[start, end]` in UTF-16 units, ascending. */
  readonly ranges?: readonly (readonly number[])[] | null;
}

/**
 * A part of a record's text, with the words of its links, a bar where something is withheld, and the matches of a
 * search in inverse video.
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
