import styled from '@emotion/styled';
import type { FileMatch } from '@/api/types';
import { Isolated } from '@/components/Isolated';
import { Marked } from '@/components/Marked';
import { requiredTerms } from '@/lib/query';
import { findMatches } from '@/lib/wordMatches';
import { theme } from '@/theme/theme';

const Line = styled.span`
  display: block;
  /* Cut where the row has one line. Lines of a box with hidden overflow would not count in a row that has two. */
  overflow: clip;
  text-overflow: ellipsis;

  > b {
    font-weight: 400;
    color: ${theme.color.muted};
  }
`;

/** Number of matches that are marked if the server has not marked them. */
const mostMarks = 20;

interface FileMatchLineProps {
  readonly match: FileMatch;
  readonly query: string;
}

/** The match of a search in a file of a record, which begins with the name of the file. */
export function FileMatchLine({ match: { name, snippet, matches }, query }: FileMatchLineProps) {
  const ranges = matches ?? findMatches(snippet, requiredTerms(query), mostMarks);
  return (
    <Line>
      <b>
        In <Isolated>{name}</Isolated>:
      </b>{' '}
      <Marked text={snippet} ranges={ranges} />
    </Line>
  );
}
