import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import type { Tone } from './Text';
import { omitProps } from './omitProps';

const { color, font } = theme;

const Line = styled.div`
  display: flex;
  gap: 12px;
  align-items: center;
  font: ${font.badge};
  color: ${color.muted};
`;

const Cells = styled.span`
  display: flex;
  flex: 1;
  gap: 4px;
`;

const Cell = styled('i', omitProps('tone'))<{ readonly tone: Tone | null }>`
  flex: 1;
  height: 6px;
  background: ${({ tone }) => (tone ? color[tone] : color.hair)};
`;

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly word: string;
  readonly tone: Tone;
}

/** A few cells and the word for how full they are. */
export function Meter({ label, value, max, word, tone }: MeterProps) {
  return (
    <Line
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={word || 'empty'}
    >
      <Cells>
        {Array.from({ length: max }, (_, index) => (
          <Cell key={index} tone={index < value ? tone : null} />
        ))}
      </Cells>
      <span aria-hidden="true">{word}</span>
    </Line>
  );
}
