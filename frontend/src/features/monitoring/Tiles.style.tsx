import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import type { Tone } from '@/components/Text';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const Line = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  background: ${color.panel};
  border: 1px solid ${color.hair};

  > div {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 16px;
    align-items: center;
    padding: 12px ${length.inset};
    border-left: 1px solid ${color.hair};
  }

  > div:first-of-type {
    border-left: 0;
  }

  ${media.belowTablet} {
    grid-template-columns: 1fr 1fr;

    > div:nth-of-type(odd) {
      border-left: 0;
    }

    > div:nth-of-type(n + 3) {
      border-top: 1px solid ${color.hair};
    }
  }

  ${media.phone} {
    > div {
      gap: 0 8px;
      padding: 8px ${length.inset};
    }
  }
`;

const Label = styled.dt`
  grid-column: 2;
  grid-row: 1;
  align-self: end;
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};
`;

const Value = styled('dd', omitProps('tone'))<{ readonly tone: Tone }>`
  grid-column: 1;
  grid-row: 1 / 3;
  font: ${font.counter};
  color: ${({ tone }) => color[tone]};
`;

const Remark = styled('dd', omitProps('tone'))<{ readonly tone: Tone }>`
  grid-column: 2;
  grid-row: 2;
  font: 400 12px/18px ${font.text};
  color: ${({ tone }) => color[tone]};
`;

interface Tile {
  readonly label: string;
  readonly value: string | number;
  readonly remark: string;
  readonly tone: Tone;
}

const Whole = styled.span`
  white-space: nowrap;
`;

/** Prevents line breaks at hyphens. */
function wholeWords(text: string): readonly ReactNode[] {
  return text
    .split(/(\S+-\S+)/)
    .map((part, index) => (index % 2 === 0 ? part : <Whole key={index}>{part}</Whole>));
}

/** A line of large numbers, each with a name and a note; two in a line on a narrow screen. */
export function Tiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <Line>
      {tiles.map(({ label, value, remark, tone }) => (
        <div key={label}>
          <Label>{label}</Label>
          <Value tone={tone}>{value}</Value>
          <Remark tone={tone === 'bright' ? 'muted' : tone}>{wholeWords(remark)}</Remark>
        </div>
      ))}
    </Line>
  );
}
