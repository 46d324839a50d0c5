import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { VisuallyHidden } from './VisuallyHidden';
import type { Tone } from './Text';
import { omitProps } from './omitProps';

const { color, font } = theme;

/** A word in a box, outlined in its color. The word carries the meaning, the color repeats it. */
export const Badge = styled('span', omitProps('tone', 'solid'))<{
  readonly tone?: Tone;
  readonly solid?: boolean;
}>`
  display: inline-block;
  font: ${font.badge};
  letter-spacing: 0.06em;
  padding: 0 6px;
  border: 1px solid currentColor;
  text-transform: uppercase;
  white-space: nowrap;
  text-indent: 0;
  color: ${({ tone = 'text', solid }) => (solid ? color.onAccent : color[tone])};
  ${({ solid }) => (solid ? `background:${color.accent};border-color:${color.accent};` : '')}
`;

/** `L4`, read as "clearance level 4". */
export function LevelBadge({ level }: { readonly level: number }) {
  return (
    <Badge solid>
      <span aria-hidden="true">L{level}</span>
      <VisuallyHidden>clearance level {level}</VisuallyHidden>
    </Badge>
  );
}

const tones: Readonly<Record<string, Tone>> = {
  approved: 'ok',
  pending: 'warn',
  rejected: 'danger',
};

/** APPROVED, PENDING or REJECTED in its color; other words stay neutral. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={tones[status.toLowerCase()] ?? 'muted'}>{status}</Badge>;
}
