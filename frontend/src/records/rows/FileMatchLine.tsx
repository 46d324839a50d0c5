import styled from '@emotion/styled';
import type { FileMatch } from '@/api/types';
import { Isolated } from '@/components/Isolated';
import { Marked } from '@/components/Marked';
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

interface FileMatchLineProps {
  readonly match: FileMatch;
}

/** The match of a search in a file of a record, which begins with the name of the file. */
export function FileMatchLine({ match: { name, snippet, matches } }: FileMatchLineProps) {
  return (
    <Line>
      <b>
        In <Isolated>{name}</Isolated>:
      </b>{' '}
      <Marked text={snippet} ranges={matches} />
    </Line>
  );
}
