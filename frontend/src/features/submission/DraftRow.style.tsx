import { useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Excerpt } from '@/components/Excerpt';
import { Isolated } from '@/components/Isolated';
import { LevelCells } from '@/components/LevelCells';
import { cutTip } from '@/components/tips';
import { Link } from '@/router/Link';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/** Two lines of 24 and even air: 72 pixels. */
const Box = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 176px 72px 136px auto;
  gap: 0 16px;
  align-items: center;
  position: relative;
  padding: 12px ${length.inset};
  font: 400 14px/24px ${font.text};

  &::before {
    ${mixin.rule}
  }

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  ${media.belowWide} {
    grid-template-columns: minmax(0, 1fr) auto auto;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 12px;
  }
`;

const Title = styled.h3`
  min-width: 0;
  font: 600 16px/24px ${font.text};
  ${mixin.cut}

  a {
    color: ${color.bright};
    text-decoration: none;
  }

  a:hover {
    text-decoration: underline;
    text-underline-offset: 4px;
  }

  ${media.belowWide} {
    grid-column: 1 / -1;
  }
`;

const Fact = styled.span`
  color: ${color.muted};
  white-space: nowrap;
`;

const Start = styled.p`
  grid-column: 1 / 5;
  grid-row: 2;
  min-width: 0;
  ${mixin.cut}

  ${media.belowWide} {
    grid-column: 1 / -1;
    grid-row: auto;
  }
`;

const Actions = styled.div`
  display: flex;
  gap: 16px;
  grid-column: 5;
  grid-row: 1 / 3;

  ${media.belowWide} {
    grid-column: 1 / -1;
    grid-row: auto;
    margin-top: 4px;
  }

  ${media.phone} {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
  }
`;

interface DraftRowProps {
  readonly title: string;
  /** Where the title leads. */
  readonly to: string;
  readonly category: string;
  readonly level: number | null;
  /** When it was saved, in words; `whole` is the exact time. */
  readonly saved: string;
  readonly whole: string;
  /** The start of the text. */
  readonly start: string;
  readonly actions: ReactNode;
}

export function DraftRow({ title, to, category, level, saved, whole, start, actions }: DraftRowProps) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <Title id={id} {...cutTip()}>
        <Link to={to}>
          <Isolated>{title}</Isolated>
        </Link>
      </Title>
      <Fact>{category}</Fact>
      <Fact>{level !== null && <LevelCells level={level} />}</Fact>
      <Fact title={whole}>{saved}</Fact>
      {start !== '' && (
        <Start>
          <Excerpt text={start} />
        </Start>
      )}
      <Actions>{actions}</Actions>
    </Box>
  );
}
