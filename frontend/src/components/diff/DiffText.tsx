import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { withoutLastBreak, type Segment } from '@/lib/diff';
import { pictureMarks } from '@/lib/pictures';
import { withheldMarks } from '@/lib/portions';
import { theme } from '@/theme/theme';
import { CombiningRuns } from '../CombiningRuns';
import { lazyPart } from '../lazyPart';
import { WithheldLines, WithheldWords } from '../Portions';
import { VisuallyHidden } from '../VisuallyHidden';
import type { PictureInTextProps } from './PictureInText';

const { color } = theme;

/** Distinguishable without color: a plus sign and an underline. */
const Added = styled.ins`
  padding: 0 1px;
  color: ${color.bright};
  background: ${color.raised};
  border-bottom: 2px solid ${color.accent};
  text-decoration: none;
  unicode-bidi: isolate;
  box-decoration-break: clone;

  [data-picture] {
    outline: 2px solid ${color.accent};
  }

  del + & {
    margin-left: 6px;
  }

  &::before {
    content: '+' / '';
    font-weight: 600;
    color: ${color.accent};
  }
`;

const Removed = styled.del`
  color: ${color.danger};
  text-decoration: line-through;
  unicode-bidi: isolate;

  [data-picture] {
    outline: 2px dashed ${color.danger};
  }

  &::before {
    content: '-' / '';
    display: inline-block;
    font-weight: 600;
  }
`;

/** Loaded for the first comparison that has pictures; until then their words are shown. */
const PictureInText = lazyPart<PictureInTextProps>(
  async () => (await import(/* webpackChunkName: "markdown" */ './PictureInText')).PictureInText,
  { waiting: ({ words }) => words, Failed: ({ wanted: { words } }) => words },
);

/** Words with pictures in place of their marks. */
function WordsAndPictures({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: mark, index, groups } of text.matchAll(pictureMarks)) {
    parts.push(<CombiningRuns key={at} text={text.slice(at, index)} />);
    at = index + mark.length;
    parts.push(<PictureInText key={-at} words={groups?.words ?? ''} source={groups?.source ?? ''} />);
  }
  return [...parts, <CombiningRuns key={at} text={text.slice(at)} />];
}

interface WordsProps {
  readonly text: string;
  readonly hasPictures: boolean;
}

/** A segment with bars in place of their markers. */
function Words({ text, hasPictures }: WordsProps) {
  const Plain = hasPictures ? WordsAndPictures : CombiningRuns;
  return text.split(withheldMarks).map((part, index) => {
    if (index % 2 === 0) return <Plain key={index} text={part} />;
    const level = Number(/[1-5]/.exec(part)?.[0]);
    return part.startsWith('{') ? (
      <WithheldWords key={index} level={level} />
    ) : (
      <WithheldLines key={index} level={level} />
    );
  });
}

interface DiffTextProps {
  readonly segments: readonly Segment[];
  /** Shows the pictures of the text; each is within one segment. */
  readonly hasPictures?: boolean;
}

/** The segments of a passage. Screen readers announce where an addition or a removal begins and ends. */
export function DiffText({ segments, hasPictures = false }: DiffTextProps) {
  return withoutLastBreak(segments).map(({ kind, text }, index) => {
    if (kind === 'same') return <Words key={index} text={text} hasPictures={hasPictures} />;
    const [Mark, word] = kind === 'added' ? [Added, 'added'] : [Removed, 'removed'];
    return (
      <Mark key={index}>
        <VisuallyHidden> {word}: </VisuallyHidden>
        <Words text={text} hasPictures={hasPictures} />
        <VisuallyHidden> (end of {word} text) </VisuallyHidden>
      </Mark>
    );
  });
}
