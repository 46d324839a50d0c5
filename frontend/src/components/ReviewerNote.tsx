import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { Isolated } from './Isolated';
import { Text } from './Text';

const { color, font, length } = theme;

const Box = styled.section`
  padding: 12px ${length.inset};
  background: ${color.panel};
  border: 1px solid ${color.danger};
  border-left-width: 4px;
`;

const Heading = styled.h2`
  font: ${font.strong};
  letter-spacing: 0.06em;
  color: ${color.muted};
  text-transform: uppercase;

  bdi {
    color: ${color.bright};
    letter-spacing: 0;
    text-transform: none;
  }
`;

const Words = styled.p`
  max-width: 76ch;
  margin-top: 4px;
  font: ${font.body};
  color: ${color.bright};
  overflow-wrap: anywhere;
  white-space: pre-line;
`;

interface ReviewerNoteProps {
  /** What is being done with the record. */
  readonly heading: string;
  /** The title of the record. */
  readonly title: string;
  /** The reviewer's words; `null` if there are none. */
  readonly quote: string | null;
  /** Who said it, and when. */
  readonly by: string;
}

/** A reviewer's words, whole, above the form they are about. */
export function ReviewerNote({ heading, title, quote, by }: ReviewerNoteProps) {
  return (
    <Box aria-label="Reviewer's reason">
      <Heading>
        {heading} <Isolated>{title}</Isolated>
      </Heading>
      <Words>
        {quote === null ? 'Rejected without a comment.' : <Isolated>{`"${quote}"`}</Isolated>}{' '}
        <Text tone="muted" size="dense">
          {by}
        </Text>
      </Words>
    </Box>
  );
}
