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
  /** The words that matter most, which come first. */
  readonly lead: string;
  readonly children?: ReactNode;
}

/** A remark that is not to be missed, in a form. */
export function Callout({ tone = 'warn', lead, children }: CalloutProps) {
  return (
    <Box tone={tone}>
      <b>{lead}</b> {children}
    </Box>
  );
}

/**
 * The remark beside anything that nothing shows again, such as a code. As long as it stands there, kept or not, the
 * page is not reloaded behind the operator's back.
 */
export function ShownOnce({ children }: { readonly children: ReactNode }) {
  useHeldText(true);
  return <Callout lead="Shown once.">{children}</Callout>;
}
