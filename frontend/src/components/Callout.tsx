import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { useHeldText } from './form/useHeldText';

const { color, font } = theme;

type CalloutTone = 'warn' | 'danger' | 'calm';

const edges: Readonly<Record<CalloutTone, string>> = {
  warn: color.warn,
  danger: color.danger,
  calm: color.edge,
};

const Box = styled('p', omitProps('tone'))<{ readonly tone: CalloutTone }>`
  padding: 12px 16px 12px 20px;
  font: ${font.dense};
  color: ${color.text};
  background: ${color.raised};
  border-left: 4px solid ${({ tone }) => edges[tone]};

  > b {
    font-weight: 600;
    color: ${({ tone }) => (tone === 'calm' ? color.bright : color[tone])};
  }
`;

interface CalloutProps {
  readonly tone?: CalloutTone;
  /** The most important words, shown first. */
  readonly lead: string;
  readonly children?: ReactNode;
}

/** A prominent note in a form. */
export function Callout({ tone = 'warn', lead, children }: CalloutProps) {
  return (
    <Box tone={tone}>
      <b>{lead}</b> {children}
    </Box>
  );
}

/**
 * The note beside something that is shown only once, such as a code. While it is mounted the page is not reloaded
 * automatically.
 */
export function ShownOnce({ children }: { readonly children: ReactNode }) {
  useHeldText(true);
  return <Callout lead="Shown once.">{children}</Callout>;
}
