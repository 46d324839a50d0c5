import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { LevelCells } from './LevelCells';
import type { Tone } from './Text';
import { tip } from './tips';

const { color, font } = theme;

/** An outlined word in a color. The color only repeats the meaning of the word. */
export const Badge = styled('span', omitProps('tone'))<{ readonly tone?: Tone }>`
  display: inline-block;
  font: ${font.badge};
  letter-spacing: 0.06em;
  padding: 0 6px;
  border: 1px solid currentColor;
  text-transform: uppercase;
  white-space: nowrap;
  text-indent: 0;
  color: ${({ tone = 'text' }) => color[tone]};
`;

/** `L4` and five cells, read as "clearance level 4" by screen readers. */
export function LevelBadge({ level }: { readonly level: number }) {
  return <LevelCells level={level} />;
}

const tones: Readonly<Record<string, Tone>> = {
  approved: 'ok',
  pending: 'warn',
  rejected: 'danger',
};

const meanings: Readonly<Record<string, string>> = {
  approved: 'Published in the repository',
  pending: 'Waiting for review',
  rejected: 'Not published; the review says why',
};

/** APPROVED, PENDING or REJECTED in its color; other words are neutral. */
export function StatusBadge({ status }: { readonly status: string }) {
  const known = status.toLowerCase();
  return (
    <Badge tone={tones[known] ?? 'muted'} {...tip(meanings[known])}>
      {status}
    </Badge>
  );
}
