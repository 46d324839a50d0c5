import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import type { Tone } from './Text';
import { omitProps } from './omitProps';

const { color, font, media } = theme;

const Box = styled('div', omitProps('tone'))<{ readonly tone: Tone }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 8px 16px;
  align-items: center;
  padding: 12px 16px;
  background: ${color.panel};
  border: 1px solid ${({ tone }) => color[tone]};
  border-left-width: 4px;

  svg {
    width: 40px;
    height: 40px;
    fill: none;
    stroke: ${({ tone }) => color[tone]};
  }

  b {
    display: block;
    font: ${font.titleSmall};
    letter-spacing: 0.06em;
    text-transform: uppercase;
    color: ${({ tone }) => color[tone]};
  }

  ${media.phone} {
    grid-template-columns: auto minmax(0, 1fr);
    padding: 12px;
  }
`;

const Words = styled.p`
  font: ${font.dense};
  color: ${color.muted};
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  justify-content: flex-end;

  ${media.phone} {
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
`;

/** The stamp whole, broken across, or not set yet. */
const marks = {
  ok: 'M13 21l5 5 9-11',
  danger: 'M20 4l-4 9 7 5-6 7 4 11',
  pending: 'M13 20h2 M19 20h2 M25 20h2',
} as const;

interface SealProps {
  readonly state: 'ok' | 'danger' | 'pending';
  readonly title: string;
  /** A sentence under it. */
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

const tones: Readonly<Record<SealProps['state'], Tone>> = { ok: 'ok', danger: 'danger', pending: 'warn' };

/** Whether a record is whole: a stamp with its words, and what can be done about it. */
export function Seal({ state, title, children, actions }: SealProps) {
  return (
    <Box tone={tones[state]}>
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" />
        <circle cx="20" cy="20" r="14" strokeDasharray="2 3" />
        <path d={marks[state]} strokeWidth="2" />
      </svg>
      <Words role="status">
        <b>{title}</b>
        {children}
      </Words>
      <Actions>{actions}</Actions>
    </Box>
  );
}
