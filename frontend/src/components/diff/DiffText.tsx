import { Fragment } from 'react';
import styled from '@emotion/styled';
import { withoutLastBreak, type Segment } from '@/lib/diff';
import { theme } from '@/theme/theme';
import { VisuallyHidden } from '../VisuallyHidden';

const { color } = theme;

/** Told apart without color: a plus and a line under the words. */
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

/** A minus, and a line through the words. */
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

/** The pieces of a passage. Readers of speech hear where an addition or a removal begins and ends. */
export function DiffText({ segments }: { readonly segments: readonly Segment[] }) {
  return withoutLastBreak(segments).map(({ kind, text }, index) => {
    if (kind === 'same') return <Fragment key={index}>{text}</Fragment>;
    const [Mark, word] = kind === 'added' ? [Added, 'added'] : [Removed, 'removed'];
    return (
      <Mark key={index}>
        <VisuallyHidden> {word}: </VisuallyHidden>
        {text}
        <VisuallyHidden> (end of {word} text) </VisuallyHidden>
      </Mark>
    );
  });
}
