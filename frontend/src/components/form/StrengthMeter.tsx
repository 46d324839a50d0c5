import styled from '@emotion/styled';
import { passwordStrength } from '@/lib/password';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import type { Tone } from '../Text';
import { VisuallyHidden } from '../VisuallyHidden';
import { useDebounced } from './useDebounced';

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

/** A row of cells, filled up to a value, with a word for that value. */
function Meter({ label, value, max, word, tone }: MeterProps) {
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

const tones: Readonly<Record<string, Tone>> = {
  WEAK: 'danger',
  FAIR: 'warn',
  STRONG: 'ok',
  'VERY STRONG': 'ok',
};

/** Pause in typing before the word is announced, in milliseconds. */
const rest = 600;

/** An estimate of the strength of a new password. The server decides. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { score, word } = passwordStrength(password);
  const spoken = useDebounced(word, rest);
  return (
    <div>
      <Meter label="Password strength" value={score} max={4} word={word} tone={tones[word] ?? 'muted'} />
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </div>
  );
}
