import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { mixin, theme } from '@/theme/theme';

const { color, media } = theme;

const Anchor = styled.a`
  display: inline-block;
  /* A larger click target that does not make the line taller. */
  padding: 5px 0;
  margin: -5px 0;
  color: ${color.text};
  ${mixin.caps}
  text-underline-offset: 3px;

  &:hover {
    background: ${color.text};
    color: ${color.onAccent};
  }

  ${media.phone} {
    padding: 11px 0;
    margin: 0;
  }
`;

interface FileLinkProps {
  readonly href: string;
  /** What the file belongs to, for screen readers that read the link without its line. */
  readonly about: string;
  readonly children: ReactNode;
}

/** A download link within a line of facts. */
export function FileLink({ href, about, children }: FileLinkProps) {
  return (
    <Anchor href={href} download>
      {children}
      <VisuallyHidden> of {about}</VisuallyHidden>
    </Anchor>
  );
}
