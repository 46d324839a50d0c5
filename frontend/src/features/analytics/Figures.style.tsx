import styled from '@emotion/styled';
import type { Tone } from '@/components/Text';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font } = theme;

const Line = styled('div', omitProps('tone'))<{ readonly tone: Tone }>`
  display: flex;
  gap: 16px;
  align-items: center;
  margin-bottom: 8px;
  padding-bottom: 8px;
  border-bottom: 1px dashed ${color.hair};

  b {
    font: ${font.alarm};
    color: ${({ tone }) => color[tone]};
    white-space: nowrap;
  }

  strong {
    display: block;
    font: 600 14px/24px ${font.text};
    letter-spacing: 0.06em;
    color: ${({ tone }) => color[tone]};
  }

  p {
    font: 400 12px/20px ${font.text};
    color: ${color.muted};
  }
`;

interface FigureProps {
  readonly value: string;
  /** The meaning of the number, in one or two words. */
  readonly title: string;
  readonly tone: Tone;
  readonly remark: string;
}

/** The main number of a panel. */
export function Figure({ value, title, tone, remark }: FigureProps) {
  return (
    <Line tone={tone}>
      <b>{value}</b>
      <p>
        <strong>{title}</strong>
        {remark}
      </p>
    </Line>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0 16px;
  font: 400 14px/24px ${font.text};

  dt {
    ${mixin.caps}
    color: ${color.muted};
  }

  dd {
    text-align: right;
  }
`;

const Value = styled('dd', omitProps('tone'))<{ readonly tone: Tone }>`
  color: ${({ tone }) => color[tone]};
`;

interface FiguresProps {
  readonly items: readonly { readonly term: string; readonly value: string; readonly tone?: Tone }[];
}

export function Figures({ items }: FiguresProps) {
  return (
    <List>
      {items.map(({ term, value, tone = 'bright' }) => [
        <dt key={`${term} name`}>{term}</dt>,
        <Value key={term} tone={tone}>
          {value}
        </Value>,
      ])}
    </List>
  );
}
