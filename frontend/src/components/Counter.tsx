import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import type { Tone } from './Text';
import { omitProps } from './omitProps';

const { color, font } = theme;

const Tile = styled.div`
  border: 1px solid ${color.hair};
  padding: 12px 16px;
`;

const Number = styled('b', omitProps('tone'))<{ readonly tone: Tone }>`
  display: block;
  font: ${font.counter};
  color: ${({ tone }) => color[tone]};
`;

const Label = styled.span`
  font: 400 12px/18px ${font.text};
  color: ${color.muted};
  letter-spacing: 0.06em;
  text-transform: uppercase;
`;

interface CounterProps {
  readonly label: string;
  readonly value: string | number;
  readonly tone?: Tone | undefined;
}

/** A big number with its name. */
export function Counter({ label, value, tone = 'bright' }: CounterProps) {
  return (
    <Tile>
      <Number tone={tone}>{value}</Number>
      <Label>{label}</Label>
    </Tile>
  );
}

/** Counters in a line; two a line on a phone. */
export const Counters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(140px, 1fr));
  gap: 16px;

  ${theme.media.phone} {
    grid-template-columns: 1fr 1fr;
    gap: 8px;
  }
`;
