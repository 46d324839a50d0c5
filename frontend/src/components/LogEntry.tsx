import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 16px 12px;
  border-top: 1px dashed ${color.hair};

  &:hover,
  &:focus-within {
    background: ${color.raised};
  }

  ${media.phone} {
    padding: 16px 4px;
  }
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 12px;
  align-items: center;
  font: ${font.dense};
  color: ${color.muted};

  > time {
    margin-left: auto;
  }

  ${media.phone} {
    > time {
      margin-left: 0;
      width: 100%;
    }
  }
`;

const Title = styled.h3`
  font: 600 16px/24px ${font.text};
  color: ${color.bright};
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr);
  gap: 2px 16px;
  font: ${font.dense};
  color: ${color.text};

  dt {
    color: ${color.muted};
    text-transform: uppercase;
    letter-spacing: 0.06em;
  }

  dd {
    overflow-wrap: anywhere;
  }

  dd[data-wide] {
    grid-column: 2 / -1;
  }

  ${media.belowTablet} {
    grid-template-columns: max-content minmax(0, 1fr);
  }

  ${media.phone} {
    gap: 2px 8px;

    dt {
      letter-spacing: 0;
    }
  }
`;

const Block = styled.pre`
  font: ${font.dense};
  padding: 8px 12px;
  border-left: 2px solid ${color.edge};
  background: ${color.raised};
  color: ${color.text};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** One fact of an entry. */
export interface LogFact {
  readonly term: string;
  readonly value: ReactNode;
  /** Long values have a line to themselves. */
  readonly wide?: boolean;
}

interface LogEntryProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly badge: ReactNode;
  /** The time, as a `time` element. */
  readonly time: ReactNode;
  readonly facts: readonly LogFact[];
  /** Text whose line breaks count. */
  readonly details: string | null;
}

/** An entry of a log. It holds nothing to press, so its title is where the keys that move between rows stop. */
export function LogEntry({ icon, title, badge, time, facts, details }: LogEntryProps) {
  return (
    <Box>
      <Head>
        {icon}
        <Title tabIndex={-1} data-stop>
          {title}
        </Title>
        {badge}
        {time}
      </Head>
      <Facts>
        {facts.map(({ term, value, wide }) => (
          <Fact key={term} term={term} value={value} wide={wide ?? false} />
        ))}
      </Facts>
      {details !== null && <Block>{details}</Block>}
    </Box>
  );
}

function Fact({ term, value, wide = false }: LogFact) {
  return (
    <>
      <dt>{term}</dt>
      <dd data-wide={wide ? '' : undefined}>{value}</dd>
    </>
  );
}
