import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { withheldName } from '@/lib/portions';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

/** Three bars, whatever they replace. */
const Bars = styled.span`
  position: relative;
  display: grid;
  gap: 6px;
  padding: 8px 0;
`;

const Bar = styled.i`
  display: block;
  height: 18px;
  background: ${color.edge};
  forced-color-adjust: none;
`;

const BarsLabel = styled.span`
  position: absolute;
  inset: 0;
  margin: auto;
  width: max-content;
  height: 26px;
  padding: 0 12px;
  font: 600 14px/24px ${font.text};
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: ${color.bright};
  background: ${color.panel};
  border: 1px solid ${color.edge};
  user-select: none;
`;

/** One bar of a fixed width, whatever it replaces. */
const Word = styled.span`
  display: inline-block;
  width: 8ch;
  height: 1em;
  vertical-align: -0.125em;
  background: ${color.edge};
  forced-color-adjust: none;

  ${media.phone} {
    width: 6ch;
  }
`;

const Passage = styled.div`
  position: relative;
  padding: 12px 16px;
  border: 1px solid ${color.hair};
  border-left: 4px solid ${color.edge};

  > * {
    margin-top: 16px;
    margin-bottom: 0;
  }
`;

const PassageLabel = styled.p`
  && {
    margin-top: 0;
    margin-bottom: 8px;
  }
  font: 600 12px/18px ${font.text};
  letter-spacing: 0.06em;
  text-transform: uppercase;
  color: ${color.muted};

  &::after {
    content: 'Level ' attr(data-level);
  }

  && + * {
    margin-top: 0;
  }
`;

const PassageWord = styled.span`
  padding: 0 2px;
  border-bottom: 2px solid ${color.edge};
  box-decoration-break: clone;
`;

/** The labels of passages are not text, so that copying a passage copies only its words. */
const WordLabel = styled.sup`
  padding-inline-start: 2px;
  font: 600 12px/1 ${font.text};
  color: ${color.muted};

  &::after {
    content: 'L' attr(data-level);
    content: 'L' attr(data-level) / ' (level ' attr(data-level) ')';
  }
`;

interface LevelProps {
  readonly level: number;
}

/** Replaces lines that the reader may not read. */
export function WithheldLines({ level }: LevelProps) {
  return (
    <Bars role="img" aria-label={withheldName(level)} data-withheld={level}>
      <Bar />
      <Bar />
      <Bar />
      <BarsLabel aria-hidden="true">Level {level} required</BarsLabel>
    </Bars>
  );
}

/** Replaces words within a line that the reader may not read. */
export function WithheldWords({ level }: LevelProps) {
  return (
    <Word role="img" aria-label={withheldName(level)} title={withheldName(level)} data-withheld={level} />
  );
}

interface PassageProps extends LevelProps {
  readonly children: ReactNode;
}

/** Lines above the record's level that the reader may read. */
export function PassageOfLevel({ level, children }: PassageProps) {
  return (
    <Passage role="group" aria-label={`Passage of level ${level}`}>
      <PassageLabel aria-hidden="true" data-level={level} />
      {children}
    </Passage>
  );
}

/** Words within a line, above the record's level, that the reader may read. */
export function WordsOfLevel({ level, children }: PassageProps) {
  return (
    <PassageWord title={`Level ${level}`}>
      {children}
      <WordLabel data-level={level} />
    </PassageWord>
  );
}
