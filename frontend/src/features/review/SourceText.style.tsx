import { memo, useEffect, useMemo, useState } from 'react';
import styled from '@emotion/styled';
import { CombiningRuns } from '@/components/CombiningRuns';
import { WithheldLines, WithheldWords } from '@/components/Portions';
import { nextTask } from '@/lib/nextTask';
import { sourceLines, type SourceLine, type SourcePart } from '@/lib/source';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Box = styled('div', omitProps('digits'))<{ readonly digits: number }>`
  --gutter: calc(${({ digits }) => digits}ch + 16px);
  max-width: calc(76ch + var(--gutter));
  font: 400 16px/24px ${font.text};
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  [data-line] {
    position: relative;
    min-height: 24px;
    padding-left: var(--gutter);
  }

  [data-line]::before {
    content: attr(data-line) / '';
    position: absolute;
    left: 0;
    color: ${color.muted};
  }

  mark {
    color: ${color.warn};
    background: none;
  }

  /* Not to be taken for words of the text. */
  mark[data-name] {
    padding: 0 4px;
    font-size: 12px;
    border: 1px solid currentColor;
  }
`;

/** Some lines of a long text. The browser lays them out when they come into view. */
const Part = styled.div`
  content-visibility: auto;
  contain-intrinsic-size: auto 2400px;
`;

/** Number of lines that are rendered at a time. */
const step = 100;

/** A text as it was typed, with line numbers. What a reader of the formatted text could miss stands out. */
export function SourceText({ text }: { readonly text: string }) {
  const lines = useMemo(() => sourceLines(text), [text]);
  const [shown, setShown] = useState(1);
  const count = Math.ceil(lines.length / step);
  useEffect(() => {
    if (shown >= count) return undefined;
    let isLeft = false;
    void nextTask().then(() => {
      if (!isLeft) setShown(shown + 1);
    });
    return () => {
      isLeft = true;
    };
  }, [shown, count]);
  return (
    <Box role="group" aria-label="Source of the text" digits={String(lines.length).length}>
      {Array.from({ length: Math.min(shown, count) }, (_part, index) => (
        <Lines key={index} lines={lines} from={index * step} />
      ))}
    </Box>
  );
}

interface LinesProps {
  readonly lines: readonly SourceLine[];
  readonly from: number;
}

const Lines = memo(function Lines({ lines, from }: LinesProps) {
  return (
    <Part>
      {lines.slice(from, from + step).map(({ number, parts }, index) => (
        <div key={index} data-line={number ?? ''} dir="auto">
          {parts.map((part, place) => (
            <Piece key={place} part={part} />
          ))}
        </div>
      ))}
    </Part>
  );
});

function Piece({ part }: { readonly part: SourcePart }) {
  switch (part.is) {
    case 'plain':
      return <CombiningRuns text={part.text} />;
    case 'mark':
      return (
        <mark>
          <CombiningRuns text={part.text} />
        </mark>
      );
    case 'name':
      return <mark data-name>{part.text}</mark>;
    case 'words':
      return <WithheldWords level={part.level} />;
    case 'lines':
      return <WithheldLines level={part.level} />;
  }
}
