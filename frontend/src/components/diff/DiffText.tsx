import styled from '@emotion/styled';
import { withoutLastBreak, type Segment } from '@/lib/diff';
import { withheldMarks } from '@/lib/portions';
import { theme } from '@/theme/theme';
import { CombiningRuns } from '../CombiningRuns';
import { WithheldLines, WithheldWords } from '../Portions';
import { VisuallyHidden } from '../VisuallyHidden';

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

  &::before {
    content: '-' / '';
    display: inline-block;
    font-weight: 600;
  }
`;

/** A segment with bars in place of their markers. */
function Words({ text }: { readonly text: string }) {
  return text.split(withheldMarks).map((part, index) => {
    if (index % 2 === 0) return <CombiningRuns key={index} text={part} />;
    const level = Number(/[1-5]/.exec(part)?.[0]);
    return part.startsWith('{') ? (
      <WithheldWords key={index} level={level} />
    ) : (
      <WithheldLines key={index} level={level} />
    );
  });
}

/** The segments of a passage. Screen readers announce where an addition or a removal begins and ends. */
export function DiffText({ segments }: { readonly segments: readonly Segment[] }) {
  return withoutLastBreak(segments).map(({ kind, text }, index) => {
    if (kind === 'same') return <Words key={index} text={text} />;
    const [Mark, word] = kind === 'added' ? [Added, 'added'] : [Removed, 'removed'];
    return (
      <Mark key={index}>
        <VisuallyHidden> {word}: </VisuallyHidden>
        <Words text={text} />
        <VisuallyHidden> (end of {word} text) </VisuallyHidden>
      </Mark>
    );
  });
}
