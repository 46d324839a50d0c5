import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { recordKeys } from '@/keyboard/keys';
import { plural } from '@/lib/text';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 12px;
  align-items: center;
  padding: 3px 3px 3px 23px;
  border: 1px solid ${color.hair};
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  > p {
    flex: 1 1 200px;
    min-width: 0;
  }

  bdi {
    color: ${color.bright};
  }

  ${media.phone} {
    padding: 8px 16px;
  }
`;

interface MatchBarProps {
  readonly query: string;
  readonly count: number;
  /** The title also has matches. */
  readonly isInTitle: boolean;
  /** There are more matches than are marked. */
  readonly isCapped: boolean;
  /** Index of the current match, from 0; `null` for none. */
  readonly current: number | null;
  readonly onStep: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function countText({
  count,
  isInTitle,
  isCapped,
  current,
}: Omit<MatchBarProps, 'query' | 'onStep' | 'onRemove'>) {
  if (count === 0) return isInTitle ? 'Only the title matches ' : 'No matches in the text for ';
  const all = isCapped ? `First ${count} matches` : plural(count, 'match', 'matches');
  return current === null ? `${all} for ` : `Match ${current + 1} of ${count} for `;
}

/** The matches of the search that led to a text, with buttons to move between them and to remove the marks. */
export function MatchBar({ query, onStep, onRemove, ...matches }: MatchBarProps) {
  return (
    <Bar role="group" aria-label="Matches of the search">
      <p role="status">
        {countText(matches)}
        <bdi>{query}</bdi>
      </p>
      {matches.count > 1 && (
        <>
          <Button size="sm" onClick={() => onStep(-1)}>
            Previous
          </Button>
          <Button size="sm" onClick={() => onStep(1)}>
            Next <KeyCap>{recordKeys.nextMatch}</KeyCap>
          </Button>
        </>
      )}
      <Button size="sm" onClick={onRemove}>
        Remove marks
      </Button>
    </Bar>
  );
}
